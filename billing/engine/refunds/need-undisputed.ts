import { invoiceName } from '../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { Records } from '../../ports/storage.ts';
import { Failure } from '../../values/failure.ts';

const DETAILS =
  'A payment of it is disputed. Wait for the decision, accept the dispute at the gateway, or refund it as credit (all_credit).';

/** The refusal of a refund while a payment of the invoice is disputed. */
export class DisputedPayment extends Failure {
  /** The dispute, by its id. */
  readonly dispute: string | undefined;
  constructor(invoice: string, dispute: string | undefined) {
    super('invoice_not_refundable', { value: invoice }, DETAILS);
    this.dispute = dispute;
  }
}

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
