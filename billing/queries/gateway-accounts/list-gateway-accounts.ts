import type { GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

export type ListedGatewayAccount = Omit<GatewayAccount, 'sealed_credentials'>;

/** Returns the gateway accounts of a site in their order of choice, without credentials. */
export const listGatewayAccounts =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedGatewayAccount[]> =>
    (await storage.of(id).gatewayAccounts.all()).map(({ sealed_credentials: _, ...shown }) => shown);
