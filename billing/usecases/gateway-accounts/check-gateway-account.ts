import type { CredentialCheck } from '../../domain/gateway-accounts/credentials.ts';
import { CHECK_AFTER } from '../../domain/gateway-outages/outage.ts';
import { needAdapter } from '../../engine/sites/need-adapter.ts';
import { needSite } from '../../engine/sites/on-site.ts';
import type { AdapterDirectory, CredentialCipher } from '../../ports/gateway-accounts.ts';
import type { SiteRecords } from '../../ports/sites.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needGatewayAccount } from '../../queries/payments/gateway-accounts.ts';
import { siteTime } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';

export interface CheckDeps {
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly storage: Storage;
  readonly world: Pick<World, 'clock'>;
  readonly adapters: AdapterDirectory;
  readonly cipher: Pick<CredentialCipher, 'open'>;
}

/**
 * Asks the provider of a gateway account whether it accepts the credentials; if so, an outage of the gateway is over
 * unless payments fail again. Throws `not_found`, `gateway_credentials_unreadable`, and what adding an account throws.
 */
export const checkGatewayAccount =
  ({ sites, storage, world, adapters, cipher }: CheckDeps) =>
  async (subdomain: string, code: string): Promise<CredentialCheck> => {
    const site = await needSite(sites, subdomain);
    const { adapter, currencies, endpoint, sealed_credentials } = await needGatewayAccount(storage.of(site.id), code);
    const opened = cipher.open({ site_id: site.id, code }, sealed_credentials);
    if (!opened) throw new Failure('gateway_credentials_unreadable', { value: code, subdomain });
    const account = { credentials: opened.credentials, currencies, endpoint };
    const check = await needAdapter(adapters, site, adapter, account).check(account);
    if (check.outcome === 'accepted') {
      const at = siteTime(site, world.clock);
      await storage.transaction(site.id, async ({ gatewayOutages, due }) => {
        if (await gatewayOutages.answered(code, at, at + CHECK_AFTER)) due.wake();
      });
    }
    return check;
  };
