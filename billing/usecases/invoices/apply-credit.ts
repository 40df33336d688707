import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { payFromHeldCredit } from '../../engine/recording/credit/use-credit.ts';
import { saveCharge } from '../../engine/recording/events/save-charge.ts';
import { isOpenCharge, recovered } from '../../engine/recording/invoices/collectible.ts';
import type { Caller } from '../../ports/caller.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Pays an open charge invoice from the credit that its account holds in its currency, oldest first, as far as it
 * suffices. Returns its uuid. Throws `not_found`; `unable_to_apply_credit` for any other invoice, and without credit.
 */
export const applyCredit =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needInvoice(records, uuid);
      if (!isOpenCharge(found)) throw new Failure('unable_to_apply_credit', { value: invoiceName(found) });
      const moved = await payFromHeldCredit(records, world, found, caller.at);
      if (moved.invoice.balance_in_cents === found.balance_in_cents) {
        const { currency } = found;
        throw new Failure('unable_to_apply_credit', { value: invoiceName(found), currency });
      }
      await saveCharge(records, found, recovered(moved, found, 'credit_applied'));
      await records.auditLog.append(auditEntry(world, caller, 'invoice.credit_applied', invoiceName(found)));
      return moved.invoice;
    });
    return uuid;
  };
