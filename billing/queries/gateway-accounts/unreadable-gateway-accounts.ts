import type { CredentialCipher } from '../../ports/gateway-accounts.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Storage } from '../../ports/storage.ts';

export interface UnreadableAccount {
  readonly subdomain: string;
  readonly code: string;
}

/** Returns the gateway accounts of all sites whose credentials no key of the operator opens. */
export const unreadableGatewayAccounts =
  ({
    sites,
    storage,
    cipher,
  }: {
    readonly sites: Pick<SiteRecords, 'all'>;
    readonly storage: Storage;
    readonly cipher: Pick<CredentialCipher, 'open'>;
  }) =>
  async (): Promise<readonly UnreadableAccount[]> => {
    const unreadable: UnreadableAccount[] = [];
    for (const { id: site_id, subdomain, gateways_version } of await sites.all()) {
      // No account of this site was ever added.
      if (gateways_version === 0) continue;
      for (const { code, sealed_credentials } of await storage.of(site_id).gatewayAccounts.all()) {
        if (!cipher.open({ site_id, code }, sealed_credentials)) unreadable.push({ subdomain, code });
      }
    }
    return unreadable;
  };
