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
