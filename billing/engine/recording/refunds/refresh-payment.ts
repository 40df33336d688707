import { afterRefund } from '../../../domain/transactions/refund.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';
import { stored } from './read-paid.ts';

/** Updates which operations a payment still allows, after a refund of it or of its invoice succeeded or failed. */
export const refreshPayment = async (
  { transactions, invoices }: Pick<Records, 'transactions' | 'invoices'>,
  uuid: string,
  at: Seconds,
): Promise<void> => {
  const payment = await transactions.find(uuid);
  if (payment?.action !== 'purchase' || payment.status !== 'success') return;
  const invoice = payment.invoice_id === null ? undefined : await invoices.find(payment.invoice_id);
  const refunds = await transactions.refundsOf(uuid);
  await transactions.save(afterRefund(stored(payment), refunds, invoice?.refundable_total_in_cents ?? 0, at));
};
