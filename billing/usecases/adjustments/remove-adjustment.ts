import type { Caller } from '../../caller.ts';
import { auditEntry } from '../../engine/audit-entry.ts';
import { movingMoney, type PaymentDeps } from '../../engine/payments/open-intent.ts';
import { Failure } from '../../failure.ts';
import { needAdjustment } from '../../queries/adjustments/need-adjustment.ts';

/**
 * Deletes a charge or credit that no invoice has taken up yet. One that is being sold right now may be on an invoice in
 * a moment, so it takes its turn among the account's movements of money. Throws `not_found`, `adjustment_not_pending`,
 * `simultaneous_request`.
 */
export const removeAdjustment =
  (deps: Omit<PaymentDeps, 'vault'>) =>
  async (caller: Caller, uuid: string): Promise<void> => {
    const { account_id } = await needAdjustment(deps.storage.of(caller.site.id), uuid);
    await movingMoney(deps)(caller, account_id, async (records) => {
      const found = await needAdjustment(records, uuid);
      if (found.state !== 'pending') throw new Failure('adjustment_not_pending');
      await records.adjustments.remove(found.uuid);
      await records.auditLog.append(auditEntry(deps.world, caller, 'adjustment.removed', found.uuid));
      return found;
    });
  };
