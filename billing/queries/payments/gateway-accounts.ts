import type { AccountUses, GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import type { GatewayOutage } from '../../domain/gateway-outages/outage.ts';
import type { CredentialCipher } from '../../ports/gateway-accounts.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import { siteQuery } from '../lists/site-query.ts';

export type ListedGatewayAccount = Omit<GatewayAccount, 'sealed_credentials'>;

/** Returns the gateway accounts of a site in their order of choice, without credentials. */
export const listGatewayAccounts =
  ({ storage }: { readonly storage: Storage }) =>
  async ({ id }: Pick<Site, 'id'>): Promise<readonly ListedGatewayAccount[]> =>
    (await storage.of(id).gatewayAccounts.all()).map(({ sealed_credentials: _, ...shown }) => shown);

/** Returns the gateway account with a code. Throws `not_found`. */
export const needGatewayAccount = async (
  { gatewayAccounts }: Pick<Records, 'gatewayAccounts'>,
  code: string,
): Promise<GatewayAccount> => {
  const found = await gatewayAccounts.find(code);
  if (!found) throw notFound('GatewayAccount', 'code', code);
  return found;
};

/** A gateway account as its page shows it, without credentials. */
export interface ShownGatewayAccount {
  readonly account: ListedGatewayAccount;
  /** Undefined while the gateway answers. */
  readonly outage: GatewayOutage | undefined;
  /** The records that keep it from being removed. */
  readonly uses: AccountUses;
}

/** Returns a gateway account of a site with its outage and its uses. Throws `not_found`. */
export const findGatewayAccount = siteQuery(async (records: Records, code: string): Promise<ShownGatewayAccount> => {
  const { sealed_credentials: _, ...account } = await needGatewayAccount(records, code);
  const [outages, uses] = await Promise.all([records.gatewayOutages.all(), records.gatewayAccounts.uses(code)]);
  return { account, outage: outages.find(({ gateway_code }) => gateway_code === code), uses };
});

/** Returns the outages of gateways of a site. */
export const listGatewayOutages = siteQuery(
  ({ gatewayOutages }: Records): Promise<readonly GatewayOutage[]> => gatewayOutages.all(),
);

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
