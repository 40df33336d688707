import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Throws `invoice_not_refundable` while a gateway has withdrawn a payment of the invoice because of a dispute: it does
 * not refund it, and as credit the amount would be given twice if the dispute is lost.
 */
export const needUndisputed = async (
  { transactions }: Pick<Records, 'transactions'>,
  invoice: ShownInvoice,
): Promise<void> => {
  const payments = await transactions.ofInvoice(invoice.uuid);
  if (payments.every(({ dispute_state }) => dispute_state !== 'open')) return;
  throw new Failure('invoice_not_refundable', { value: invoiceName(invoice) }, DETAILS);
};

const DETAILS =
  'A payment of it is disputed. Wait for the decision, accept the dispute at the gateway, or refund it as credit (all_credit).';
