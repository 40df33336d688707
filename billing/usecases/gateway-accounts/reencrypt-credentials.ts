import { changeGateways } from '../../engine/sites/change-gateways.ts';
import type { Administrator, SiteDeps } from '../../engine/sites/on-site.ts';
import type { CredentialCipher } from '../../ports/gateway-accounts.ts';
import type { Storage } from '../../ports/storage.ts';
import { needGatewayAccount } from '../../queries/payments/gateway-accounts.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

export interface ReencryptDeps extends SiteDeps {
  readonly storage: Storage;
  readonly cipher: CredentialCipher;
}

export interface Reencrypted {
  readonly accounts: number;
  /** Number of them that were sealed with the earlier key. */
  readonly reencrypted: number;
}

/**
 * Encrypts the credentials of every gateway account with the operator's present key, each in a transaction of its own;
 * a second run does the rest. Throws `gateway_credentials_unreadable` at the first one that no key opens.
 */
export const reencryptCredentials =
  (deps: ReencryptDeps) =>
  async (operator: Administrator): Promise<Reencrypted> => {
    let accounts = 0;
    let reencrypted = 0;
    for (const site of await deps.sites.all()) {
      for (const { code, sealed_credentials } of await deps.storage.of(site.id).gatewayAccounts.all()) {
        accounts += 1;
        if (open(deps, site, code, sealed_credentials).isCurrent) continue;
        await reencrypt(deps, operator, site, code);
        reencrypted += 1;
      }
    }
    return { accounts, reencrypted };
  };

const reencrypt = (deps: ReencryptDeps, operator: Administrator, site: Site, code: string): Promise<void> =>
  changeGateways(deps, operator, site.subdomain, 'reencrypted', code, async ({ id: site_id }, records) => {
    // As it is now: it may have been changed since it was listed.
    const account = await needGatewayAccount(records, code);
    const { credentials } = open(deps, site, code, account.sealed_credentials);
    const sealed_credentials = deps.cipher.seal({ site_id, code }, credentials);
    await records.gatewayAccounts.save({ ...account, sealed_credentials });
  });

const open = ({ cipher }: ReencryptDeps, { id: site_id, subdomain }: Site, code: string, sealed: string) => {
  const opened = cipher.open({ site_id, code }, sealed);
  if (!opened) throw new Failure('gateway_credentials_unreadable', { value: code, subdomain });
  return opened;
};
