import { noticedAt } from '../../../domain/due/missed.ts';
import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import { waitOf } from '../../../domain/payments/unanswered.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { auditEntry } from '../../recording/audit-entry.ts';
import { pastDue } from '../../recording/dunning/past-due.ts';
import { saveCharge } from '../../recording/events/save-charge.ts';
import type { DueEntry } from './kind.ts';

/**
 * Invoices whose gateway has not answered for as long as their site waits, a day by default: they become past due and
 * enter dunning, whether another attempt can be made or not.
 */
export const unansweredCollections = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: World;
}): DueEntry => ({
  next: ({ invoices }, until, limit) => invoices.unanswered(until, limit),
  run: (caller, { id }) =>
    storage.transaction(caller.site.id, async (records) => {
      const found = await records.invoices.find(id);
      const since = found?.unanswered_since ?? null;
      if (found?.state !== 'pending' || since === null || caller.at < since + waitOf(caller.site)) return;
      const from = noticedAt(caller.site, world.clock, caller.at);
      const blockedBy = found.unanswered_gateway === null ? 'no_gateway' : undefined;
      await saveCharge(records, found, await pastDue(records, found, from, blockedBy, waitOf(caller.site)));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.past_due', invoiceName(found)));
    }),
});
