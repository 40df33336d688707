import type { ChargeAfter } from '../adjustments/credit-line.ts';

/** A charge invoice with credited lines, as it is after the credit. */
export interface CreditedInvoice {
  readonly invoice_id: string;
  /** Cents credited, taxes included. */
  readonly amount_in_cents: number;
  /** Cents of it that pay its balance. Missing in refunds, which are of paid invoices. */
  readonly paid_in_cents?: number;
  readonly lines: readonly ChargeAfter[];
}
