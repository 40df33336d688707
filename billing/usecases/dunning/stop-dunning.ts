import { stopDunning as stop } from '../../domain/dunning/dunning.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Stops dunning of an invoice, by number or uuid: it stays past due, without further events, retries or a final action.
 * New billing info and a manual collection still collect it. Throws `not_found`, `invoice_not_in_dunning`.
 */
export const stopDunning =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, named: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const found = await needInvoice(records, named);
      const value = invoiceName(found);
      const isOpen = found.state === 'past_due' || found.state === 'processing';
      if (!isOpen || !found.dunning || found.dunning.ended_at !== null) {
        throw new Failure('invoice_not_in_dunning', { value });
      }
      await records.invoices.save({ ...stop(found, found.dunning, caller.at), updated_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'invoice.dunning_stopped', value));
    });
