import { type AccountingPeriod, hasClosedBooks } from '../../domain/periods/period.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import { needMonth } from '../../queries/periods/list-periods.ts';
import { needPeriod } from '../../queries/periods/snapshots.ts';
import { Failure, type Issue, refuse } from '../../values/failure.ts';
import type { ClosePeriodDeps } from './close-period.ts';

/** Characters. */
const LONGEST_REASON = 2_000;

/**
 * Opens the books of the month that was closed last. Its snapshot stays, to be compared, until the month is closed
 * again. Throws `Invalid` for what is no month and for a reason that is blank or longer than 2,000 characters,
 * `not_found` for a month without a closing, and `precondition_failed` for one that is open, or has a closed month
 * after it.
 */
export const reopenPeriod =
  ({ storage, world }: ClosePeriodDeps) =>
  async (caller: Caller, month: string, reason: string): Promise<AccountingPeriod> => {
    needMonth(caller.site, month);
    refuse(reasonIssues(reason));
    return storage.transaction(caller.site.id, async (records) => {
      const period = await needPeriod(records, month);
      if (!hasClosedBooks(period)) throw new Failure('precondition_failed', { what: `${month} is open.` });
      const [latest, ...earlier] = (await records.periods.all()).filter(hasClosedBooks);
      if (latest && latest.month !== month) {
        const what = `Months are reopened from the latest one: reopen ${latest.month} first.`;
        throw new Failure('precondition_failed', { what });
      }
      const reopened: AccountingPeriod = {
        ...period,
        state: 'reopened',
        reopened_at: caller.at,
        reopened_by: caller.actor,
        reopened_because: reason.trim(),
      };
      await records.periods.keep(reopened);
      await records.periods.closeBooksUntil(earlier[0]?.ends_at ?? 0);
      const changes = {
        reason: { from: null, to: reason.trim() },
        ...(period.sha256 === null ? {} : { sha256: { from: period.sha256, to: null } }),
      };
      await records.auditLog.append(auditEntry(world, caller, 'period.reopened', month, changes));
      return reopened;
    });
  };

const reasonIssues = (reason: string): Issue[] => {
  if (reason.trim() === '') return [{ field: 'period.reason', symbol: 'blank' }];
  return reason.length > LONGEST_REASON ? [{ field: 'period.reason', symbol: 'too_long', count: LONGEST_REASON }] : [];
};
