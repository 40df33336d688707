import type { Discount, LineKind } from './cart.ts';
import type { CouponTerms } from './selection.ts';

/** The parts of a subscription that a period is billed for, in advance. */
export type PartKind = 'setup_fee' | 'plan' | 'add_on';

export interface PeriodBilling {
  /** The plan and its add-ons cost nothing. */
  readonly trial: boolean;
  /** The setup fee comes with it, also in a trial. */
  readonly setupFee: boolean;
}

/** Returns the billing of the first period of a subscription. */
export const firstPeriod = (trial: boolean | undefined): PeriodBilling => ({ trial: !!trial, setupFee: true });

/** The billing of every later period. */
export const RENEWAL: PeriodBilling = { trial: false, setupFee: false };

/** Whether a part is charged in a period. */
export const isCharged = (kind: PartKind, { trial, setupFee }: PeriodBilling): boolean =>
  kind === 'setup_fee' ? setupFee : !trial;

/** Whether a discount is taken off a part: no percent off setup fees. */
export const isDiscounted = (kind: LineKind, off: Discount['off']): boolean => kind !== 'setup_fee' || 'amount' in off;

/** Whether a discount on an invoice uses up its coupon: a single-use one, if the discount is above 0. */
export const isUsedUp = (discount: number, coupon: Pick<CouponTerms, 'singleUse'> | undefined): boolean | undefined =>
  coupon?.singleUse && discount > 0;
