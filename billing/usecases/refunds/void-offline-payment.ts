import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import { paymentVoided } from '../../domain/ledger/movements.ts';
import type { ShownTransaction } from '../../domain/transactions/record.ts';
import { voided } from '../../domain/transactions/refund.ts';
import type { CollectDeps } from '../../engine/collections/pay-invoice.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import { oweAgain } from '../../engine/recording/credit/recall-credit.ts';
import { stored } from '../../engine/recording/refunds/read-paid.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, Invalid, notFound } from '../../values/failure.ts';

/**
 * Voids a payment that was entered by hand, as a whole: its manually collected invoice is owed again, and pending or, a
 * day after its due date, past due. Throws `not_found`, `invalid_transaction` when any of the invoice was refunded or
 * it has failed, `Invalid` for a part of the payment.
 */
export const voidOfflinePayment =
  (deps: CollectDeps) =>
  (caller: Caller, accountId: string, uuid: string, amount?: number): Promise<{ readonly transaction: string }> =>
    recordInQueue(deps, caller, accountId, async (records) => {
      const { at } = caller;
      const payment = await records.transactions.find(uuid);
      if (!payment) throw notFound('Transaction', 'uuid', uuid);
      const invoice = await voidableInvoice(records, payment);
      const most = payment.amount_in_cents;
      if (amount !== undefined && amount !== most) {
        const symbol = amount > most ? 'less_than_or_equal_to' : 'greater_than_or_equal_to';
        throw new Invalid([{ field: 'transaction.amount_in_cents', symbol, count: most }]);
      }

      const transaction = voided(stored(payment), at);
      await records.transactions.save(transaction);
      records.events.say({ type: 'void_payment', transaction });
      const owed = await oweAgain({ records, world: deps.world, at }, invoice.uuid, most);
      if (owed < most) throw new Failure('invalid_transaction');
      await records.ledger.append(paymentVoided(deps.world, invoice, payment, at));
      await records.auditLog.append(auditEntry(deps.world, caller, 'payment.voided', invoiceName(invoice)));
      return { transaction: uuid };
    });

const voidableInvoice = async (
  { invoices }: Records,
  { invoice_id, status, type }: ShownTransaction,
): Promise<ShownInvoice> => {
  const invoice = invoice_id === null ? undefined : await invoices.find(invoice_id);
  if (!invoice || type !== 'manual' || status !== 'success') throw new Failure('invalid_transaction');
  const { state, collection_method, total_in_cents, refundable_total_in_cents } = invoice;
  const isWhole = state !== 'paid' || refundable_total_in_cents === total_in_cents;
  const isCharge = invoice.type === 'charge' && collection_method === 'manual';
  if (!isCharge || state === 'failed' || !isWhole) throw new Failure('invalid_transaction');
  return invoice;
};
