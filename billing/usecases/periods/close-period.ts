import type { CheckedLine } from '../../domain/periods/checklist.ts';
import type { AccountingPeriod } from '../../domain/periods/period.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { openEnds, periodChecklist } from '../../queries/periods/checklist.ts';
import { findPeriod, needMonth } from '../../queries/periods/list-periods.ts';
import { Failure, Invalid } from '../../values/failure.ts';
import { isoTime } from '../../values/time.ts';

export interface ClosePeriodDeps {
  readonly storage: Storage;
  readonly world: World;
}

/** Characters of a note. */
const LONGEST_NOTE = 500;

/**
 * Closes the books of a month: what is dated in it from now on gets the date of the first open month. Due work then
 * makes the snapshot of its reports; until it is complete, the month is `closing`. Throws `Invalid` for what is no
 * month, and `precondition_failed` for a month that is closed already, and for one whose checklist has open lines,
 * which it names.
 */
export const closePeriod =
  ({ storage, world }: ClosePeriodDeps) =>
  async (caller: Caller, month: string, note = ''): Promise<AccountingPeriod> => {
    const { site, at, actor } = caller;
    const asked = needMonth(site, month);
    const closed_note = note.trim() || null;
    if (note.length > LONGEST_NOTE)
      throw new Invalid([{ field: 'period.note', symbol: 'too_long', count: LONGEST_NOTE }]);
    const { state } = await findPeriod({ storage })(caller, month);
    if (state === 'closing' || state === 'closed') {
      throw new Failure('precondition_failed', { what: `${month} is closed already.` });
    }
    refuseOpenLines(month, await periodChecklist({ storage })(caller, asked));
    return storage.transaction(site.id, async (records) => {
      // Again, because something may have become due, or another operator has closed it meanwhile.
      refuseOpenLines(month, await openEnds(records, caller, asked));
      const before = await records.periods.find(month);
      if (before && before.state !== 'reopened') throw new Failure('simultaneous_request');
      const closed: AccountingPeriod = {
        ...asked,
        state: 'closing',
        closed_at: at,
        closed_by: actor,
        closed_note,
        reopened_at: null,
        reopened_by: null,
        reopened_because: null,
        sha256: null,
      };
      await records.periods.removeSnapshot(month);
      await records.periods.keep(closed);
      await records.periods.closeBooksUntil(asked.ends_at);
      const from = site.books_closed_until === 0 ? null : isoTime(site.books_closed_until);
      const changes = {
        closed_until: { from, to: isoTime(asked.ends_at) },
        ...(closed_note === null ? {} : { note: { from: before?.closed_note ?? null, to: closed_note } }),
      };
      await records.auditLog.append(auditEntry(world, caller, 'period.closed', month, changes));
      records.due.wake();
      return closed;
    });
  };

const refuseOpenLines = (month: string, lines: readonly CheckedLine[]): void => {
  const open = lines.filter(({ isDone }) => !isDone);
  if (open.length === 0) return;
  const named = open.map(({ title, found, todo }) => `Not yet: ${lowered(title)}. ${found ? `${found} ` : ''}${todo}`);
  throw new Failure('precondition_failed', { what: `${month} cannot be closed. ${named.join(' ')}` });
};

const lowered = (text: string): string => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
