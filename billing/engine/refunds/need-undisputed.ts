import { DisputedPayment } from '../../domain/disputes/disputed-payment.ts';
import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';

/**
 * Throws `invoice_not_refundable` while a gateway has withdrawn a payment of the invoice because of a dispute: it does
 * not refund it, and as credit the amount would be given twice if the dispute is lost.
 */
export const needUndisputed = async (
  { transactions, disputes }: Pick<Records, 'transactions' | 'disputes'>,
  invoice: ShownInvoice,
): Promise<void> => {
  const payments = await transactions.ofInvoice(invoice.uuid);
  const disputed = payments.find(({ dispute_state }) => dispute_state === 'open');
  if (!disputed) return;
  const [dispute] = await disputes.undecidedOf(disputed.uuid);
  throw new DisputedPayment(invoiceName(invoice), dispute?.id);
};
