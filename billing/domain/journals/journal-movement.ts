import type { LineTax } from '../adjustments/record.ts';
import type { LedgerEntry, Movement } from '../ledger/movement.ts';

/** A line of the invoice that a movement has posted. Amounts of credit are below 0. */
export interface PostedLine {
  readonly accounting_code: string | null;
  /** The general ledger account that the product names for its revenue. */
  readonly revenue_gl_account_code: string | null;
  /** Cents, before tax. */
  readonly net: number;
  readonly taxes: readonly LineTax[];
}

/** A movement of the ledger with what a journal says of it. */
export interface JournalMovement extends Pick<Movement, 'id' | 'at' | 'currency' | 'kind'> {
  readonly entries: readonly LedgerEntry[];
  readonly account_code: string | null;
  /** The number of the invoice that it is about, with its prefix. */
  readonly invoice_number: string | null;
  /** The lines of an invoice that is posted; of other movements, none. */
  readonly lines: readonly PostedLine[];
}
