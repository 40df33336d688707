import type { RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import { cancelAuthorization } from '../../engine/orders/cancel-authorization.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import { paymentsOf } from '../../engine/recording/refunds/read-paid.ts';
import { draftInvoiceRefund } from '../../engine/refunds/draft-invoice-refund.ts';
import { type RefundDeps, refundOnce } from '../../engine/refunds/refund-once.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure, Invalid, notFound } from '../../values/failure.ts';
import { voidOfflinePayment } from './void-offline-payment.ts';

export type PaymentRefundOutcome =
  | {
      readonly outcome: 'refunded';
      /** The transaction that records the refund, or the payment itself if it was voided. */
      readonly transaction: string;
    }
  | Declined;

const FIELD = 'transaction.amount_in_cents';

/**
 * Refunds a payment, or part of it, to its original method; one that has not settled is voided if all of it is
 * refunded. Without an amount, refunds everything that is left. An authorization is canceled; a payment that was
 * entered by hand is voided. Throws `not_found`, `Invalid`, `invalid_transaction`, `simultaneous_request`.
 */
export const refundTransaction =
  (deps: OrderDeps) =>
  async (caller: Caller, sent: string, amount?: number): Promise<PaymentRefundOutcome> => {
    const { storage } = deps;
    const uuid = sent.replaceAll('-', '').toLowerCase();
    const found = await storage.of(caller.site.id).transactions.find(uuid);
    if (!found) throw notFound('Transaction', 'uuid', sent);
    if (found.action === 'authorization' && found.voidable) {
      const canceled = await cancelAuthorization(deps, caller, uuid);
      return canceled.outcome === 'declined' ? canceled : { outcome: 'refunded', transaction: uuid };
    }
    if (found.account_id === null) throw new Failure('invalid_transaction');
    if (found.type === 'manual') {
      const voided = await voidOfflinePayment(deps)(caller, found.account_id, uuid, amount);
      return { outcome: 'refunded', ...voided };
    }

    const refund = await refundOnce(deps, caller, {
      subject: found.account_id,
      gateway_code: found.gateway_code ?? '',
      prepare: async (records) => ({ draft: await draft(deps, caller, records, uuid, amount), reserved: null }),
    });
    return refund.outcome === 'declined'
      ? refund
      : { outcome: 'refunded', transaction: refund.transactions[0] ?? uuid };
  };

const draft = async (
  { world }: RefundDeps,
  caller: Caller,
  records: Records,
  uuid: string,
  requested: number | undefined,
): Promise<RefundDraft> => {
  const found = await records.transactions.find(uuid);
  const invoice = found?.invoice_id ? await records.invoices.find(found.invoice_id) : undefined;
  const payments = invoice ? await paymentsOf(records, invoice.uuid) : [];
  const payment = payments.find(({ transaction }) => transaction.uuid === uuid);
  if (!invoice || !payment || payment.transaction.gateway_code === null) throw new Failure('invalid_transaction');

  const refundable = invoice.refundable_total_in_cents;
  const most = Math.min(payment.left, refundable);
  if (most <= 0) throw new Failure('invalid_transaction');
  const amount = requested ?? most;
  if (amount > most) throw new Invalid([{ field: FIELD, symbol: 'less_than_or_equal_to', count: most }]);
  return draftInvoiceRefund(
    world,
    caller,
    records,
    invoice,
    { payments: [payment], behindCredit: [], byCredit: 0 },
    {
      requested: amount === refundable ? { kind: 'whole' } : { kind: 'amount', amount, path: FIELD, afterLines: true },
      method: 'all_transaction',
      byHand: null,
      notes: caller.site.customer_notes,
      // A refund of one payment must not become credit instead.
      declined: 'refuse',
    },
  );
};
