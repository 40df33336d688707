import type { SiteDeps } from '@service/billing/engine/sites/on-site.ts';
import type { AdapterDirectory, CredentialCipher } from '@service/billing/ports/gateway-accounts.ts';
import type { Storage } from '@service/billing/ports/storage.ts';

export interface GatewayPagesDeps extends SiteDeps {
  readonly storage: Storage;
  readonly gatewayParts: {
    readonly adapters: AdapterDirectory;
    readonly cipher: CredentialCipher;
  };
}

/** Returns what use cases of gateway accounts depend on. */
export const gatewayUseCaseDeps = ({ gatewayParts, ...deps }: GatewayPagesDeps) => ({ ...deps, ...gatewayParts });

/** The address of the page of a gateway account, or of an action on it, without the prefix of the site. */
export const gatewayPath = (code: string, action = ''): string =>
  `/settings/gateways/${encodeURIComponent(code)}${action && `/${action}`}`;
