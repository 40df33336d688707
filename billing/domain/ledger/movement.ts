import type { Seconds } from '../../values/time.ts';

/** The accounts of the double-entry ledger: the entries of each movement add up to zero. */
export const LEDGER_ACCOUNTS = [
  /** Amounts that customers owe: charge invoices up, payments and credit down. */
  'receivable',
  /** Amounts that customers have paid, at gateways until these pay them out, or by hand. */
  'cash',
  /** Credit that customers hold: credit invoices. */
  'credit',
  /** Sold, discounts taken off, before tax. */
  'revenue',
  'tax',
  /** Gift cards sold and not redeemed yet. */
  'gift_cards',
  /** Value of gift cards that is earned, as they will hardly be redeemed any more. */
  'breakage',
  /** Given up: failed invoices, payments lost to chargebacks, and gift cards that were given away, not sold. */
  'write_off',
  /** Amounts that gateways have withdrawn until a dispute is decided. */
  'disputed',
  /** Fees that gateways charge: for disputes, and those of payouts. */
  'fees',
  /** Amounts that gateways have paid out to the merchant's bank. */
  'bank',
  /** Amounts that gateways have converted into the currency of a payout. */
  'conversions',
  /** Differences between payouts and payments that an operator has accepted. */
  'payout_differences',
  /** The other side of what was brought over from another system: owed invoices down, credit up. */
  'opening_balance',
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
  /** Null for a gateway payment without an account, for the fee of one that was reversed, and for payouts. */
  readonly account_id: string | null;
  readonly currency: string;
  /** The kind of movement, for example `invoice.posted`. */
  readonly kind: string;
  /** The invoice, credit payment, transaction, dispute, payment intent, payout or acceptance it comes from. */
  readonly subject: string;
  readonly entries: readonly LedgerEntry[];
}
