import { noticedAt } from '../../../domain/due/missed.ts';
import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { auditEntry } from '../../recording/audit-entry.ts';
import { pastDue } from '../../recording/dunning/past-due.ts';
import { saveCharge } from '../../recording/events/save-charge.ts';
import type { DueEntry } from './kind.ts';

/** Manually collected invoices, which become past due and enter dunning a day after their due date. */
export const overdueInvoices = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: World;
}): DueEntry => ({
  next: ({ invoices }, until, limit) => invoices.overdue(until, limit),
  run: (caller, { id }) =>
    storage.transaction(caller.site.id, async (records) => {
      const found = await records.invoices.find(id);
      if (found?.state !== 'pending') return;
      const from = noticedAt(caller.site, world.clock, caller.at);
      await saveCharge(records, found, await pastDue(records, found, from));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.past_due', invoiceName(found)));
    }),
});
