import type { AccountRecord } from '../../domain/accounts/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { type Administrator, callerOn, onSite, type SiteDeps } from '../../engine/sites/on-site.ts';
import { needAccount } from '../../queries/accounts/accounts.ts';

/**
 * Replaces the hosted login token of an account: the earlier links stop working, and its customer is signed out. Throws
 * `not_found`.
 */
export const rotateLoginToken =
  (deps: SiteDeps) =>
  (operator: Administrator, subdomain: string, account_code: string): Promise<AccountRecord> =>
    onSite(deps, subdomain, async (site, _, records) => {
      const account = await needAccount(records, account_code);
      const caller = callerOn(deps.world, operator, site);
      const rotated = { ...account, hosted_login_token: deps.world.ids.secret(32), updated_at: caller.at };
      await records.accounts.save(rotated);
      await records.auditLog.append(auditEntry(deps.world, caller, 'account.login_token_rotated', account_code));
      return rotated;
    });
