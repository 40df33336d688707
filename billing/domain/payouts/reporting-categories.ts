import type { PayoutLineKind } from './payout.ts';

/** The kinds of lines by Stripe's reporting categories; all others are adjustments. */
const KINDS: Readonly<Record<string, PayoutLineKind>> = {
  charge: 'charge',
  charge_failure: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'chargeback',
  dispute_reversal: 'chargeback',
  fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  payout_reversal: 'payout',
};

/** Returns the kind of line of one of Stripe's reporting categories. */
export const kindOfCategory = (category: string): PayoutLineKind => KINDS[category] ?? 'adjustment';
