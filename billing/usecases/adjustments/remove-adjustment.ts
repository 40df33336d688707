import { type PaymentDeps, recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import { needAdjustment } from '../../queries/invoices/adjustments.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Deletes a pending charge or credit. A purchase in progress may be about to invoice it, so the deletion waits in the
 * queue of the account's payments. Throws `not_found`, `adjustment_not_pending`, `simultaneous_request`.
 */
export const removeAdjustment =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, uuid: string): Promise<void> => {
    const { account_id } = await needAdjustment(deps.storage.of(caller.site.id), uuid);
    await recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needAdjustment(records, uuid);
      if (found.state !== 'pending') throw new Failure('adjustment_not_pending');
      await records.adjustments.remove(found.uuid);
      await records.auditLog.append(auditEntry(deps.world, caller, 'adjustment.removed', found.uuid));
      return found;
    });
  };
