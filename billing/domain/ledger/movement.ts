import type { Seconds } from '../../values/time.ts';

/** Where money is, as the double-entry ledger knows it: each movement's entries add up to nothing. */
export const LEDGER_ACCOUNTS = [
  /** What customers owe: charge invoices up, payments and credit down. */
  'receivable',
  /** What customers have paid, at gateways or by hand. */
  'cash',
  /** Credit that customers hold: credit invoices. */
  'credit',
  /** Sold, discounts taken off, before tax. */
  'revenue',
  'tax',
  /** Gift cards sold and not redeemed yet. */
  'gift_cards',
  /** Given up: failed invoices. */
  'write_off',
  /** What gateways have withdrawn until a dispute is decided. */
  'disputed',
  /** What gateways charge for disputes. */
  'fees',
] as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

export interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Cents; debits positive, credits negative. */
  readonly amount: number;
}

/** One movement. Append-only. */
export interface Movement {
  readonly id: string;
  readonly at: Seconds;
  /** Null for a gateway payment without an account, and for the fee of one that was reversed. */
  readonly account_id: string | null;
  readonly currency: string;
  /** For example `invoice.posted`. */
  readonly kind: string;
  /** The invoice, credit payment, transaction, dispute or payment intent it comes from. */
  readonly subject: string;
  readonly entries: readonly LedgerEntry[];
}
