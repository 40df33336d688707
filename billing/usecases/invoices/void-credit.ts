import { withoutRest } from '../../domain/invoices/balance.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { bookCredit, saveCredit } from '../../engine/recording/credit/use-credit.ts';
import { moneyChanges } from '../../engine/recording/money-changes.ts';
import type { Caller } from '../../ports/caller.ts';
import { needInvoice } from '../../queries/invoices/invoices.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Voids the remainder of an open credit invoice: an unused one becomes voided, any other closed. Returns its uuid.
 * Throws `not_found`, `invoice_not_voidable`.
 */
export const voidCredit =
  (deps: CollectDeps) =>
  async (caller: Caller, named: string): Promise<string> => {
    const { world } = deps;
    const { account_id, uuid } = await needInvoice(deps.storage.of(caller.site.id), named);
    await recordInQueue(deps, caller, account_id, async (records) => {
      const found = await needInvoice(records, uuid);
      if (found.type !== 'credit' || found.state !== 'open') {
        throw new Failure('invoice_not_voidable', { value: invoiceName(found) });
      }
      const at = caller.at;
      const amount_in_cents = 0 - found.balance_in_cents;
      const after = withoutRest(found, at);
      await saveCredit(records, found, after);
      await bookCredit(
        records,
        world,
        {
          uuid: world.ids.uuid(),
          account_id,
          original_invoice_id: uuid,
          applied_to_invoice_id: null,
          original_credit_payment_uuid: null,
          refund_transaction_uuid: null,
          action: 'reduction',
          currency: found.currency,
          amount_in_cents,
          created_at: at,
          updated_at: at,
          voided_at: null,
        },
        at,
      );
      await records.auditLog.append(
        auditEntry(world, caller, 'invoice.voided', invoiceName(found), moneyChanges(amount_in_cents, found.currency)),
      );
      return after.invoice;
    });
    return uuid;
  };
