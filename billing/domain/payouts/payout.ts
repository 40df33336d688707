import type { Seconds } from '../../values/time.ts';

/**
 * The kinds of lines that a payout adds up. `payout`: an earlier payout that came back. `adjustment`: whatever else
 * moved the balance at the gateway.
 */
export const PAYOUT_LINE_KINDS = ['charge', 'refund', 'chargeback', 'fee', 'adjustment', 'payout'] as const;

export type PayoutLineKind = (typeof PAYOUT_LINE_KINDS)[number];

/** A line of a payout. Cents are in the currency of the payout, and above 0 where they are paid to the merchant. */
export interface PayoutLine {
  /** The gateway's id of the line. No other line of the gateway has it. */
  readonly line: string;
  readonly kind: PayoutLineKind;
  /** The gateway's reference of the payment, refund, dispute or earlier payout; null where there is none. */
  readonly reference: string | null;
  /** The gateway's reference of the payment that was taken, refunded or disputed. */
  readonly payment: string | null;
  /** Time of the line at the gateway, on the site's clock. */
  readonly made_at: Seconds;
  readonly gross_in_cents: number;
  readonly fee_in_cents: number;
  /** Gross less fee. */
  readonly net_in_cents: number;
  /** The gross amount as the customer was charged, refunded or paid back. */
  readonly charged_in_cents: number;
  readonly charged_currency: string;
}

/** A payout as its gateway describes it, with all of its lines. */
export interface GatewayPayout {
  /** The gateway's. */
  readonly reference: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The sum of the net amounts of its lines; below 0 where the gateway took it from the bank account. */
  readonly amount_in_cents: number;
  /** The day on which it arrived at the bank, such as `2026-11-30`. */
  readonly arrived_on: string;
  readonly lines: readonly PayoutLine[];
}

/** A payout of a gateway account that the books have. */
export interface PayoutRecord extends Omit<GatewayPayout, 'lines'> {
  readonly id: string;
  readonly gateway_code: string;
  /** The date of its movements in the ledger. */
  readonly booked_at: Seconds;
  readonly recorded_at: Seconds;
  /** The actor, as in the audit log. */
  readonly recorded_by: string;
}

/** A line that the books have. */
export interface PayoutLineRecord extends PayoutLine {
  readonly payout_id: string;
  readonly gateway_code: string;
  /** Counts the lines of the payout from 1. */
  readonly position: number;
  /** The part of the fee that the payout posted: that of a dispute is posted with the dispute. */
  readonly posted_fee_in_cents: number;
}

/** A difference that an operator has accepted: it is no longer open, and the ledger no longer has it in cash. */
export interface PayoutAcceptance {
  readonly id: string;
  readonly gateway_code: string;
  /** The gateway's id of the line, or the reference of a payment or refund that no payout has. */
  readonly item: string;
  readonly currency: string;
  /** The amount that the books had too little of as cash; below 0 where they had too much. */
  readonly amount_in_cents: number;
  readonly reason: string;
  readonly accepted_at: Seconds;
  readonly accepted_by: string;
}
