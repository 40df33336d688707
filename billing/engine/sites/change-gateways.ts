import { changesBetween, secretChanged } from '../../domain/audit-log/changes.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { GatewayAccount } from '../../domain/gateway-accounts/account.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from './on-site.ts';

/** The kind of change to a gateway account. */
type What = 'added' | 'changed' | 'removed' | 'reencrypted';

/**
 * Runs a change of a site's gateway accounts in one transaction, writes the audit entry, and counts the change, so that
 * every process rereads the accounts.
 */
export const changeGateways = <T>(
  deps: SiteDeps,
  operator: Administrator,
  subdomain: string,
  what: What,
  code: string,
  work: (site: Site, records: Records, at: Seconds) => Promise<T>,
): Promise<T> =>
  onSite(deps, subdomain, async (site, sites, records) => {
    const caller = callerOn(deps.world, operator, site);
    const before = await records.gatewayAccounts.find(code);
    const result = await work(site, records, caller.at);
    const changes = what === 'reencrypted' ? null : changesOf(before, await records.gatewayAccounts.find(code));
    await sites.save({ ...site, gateways_version: site.gateways_version + 1 });
    await records.auditLog.append(auditEntry(deps.world, caller, `gateway_account.${what}`, code, changes));
    return result;
  });

const changesOf = (before: GatewayAccount | undefined, after: GatewayAccount | undefined): AuditChanges => ({
  ...changesBetween(before, after, ['adapter', 'endpoint', 'active', 'currencies', 'brands', 'countries', 'position']),
  ...secretChanged('credentials', before?.sealed_credentials, after?.sealed_credentials),
});
