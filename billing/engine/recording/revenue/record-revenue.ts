import { discountTerms } from '../../../domain/coupons/discount-terms.ts';
import {
  type MrrMovement,
  type MrrMovementKind,
  mrrMovements,
  PAUSED,
  relocationMovements,
} from '../../../domain/revenue/movement.ts';
import { isRecurring, monthlyRevenue, recurringTerms } from '../../../domain/revenue/mrr.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { SubscriptionMrr } from '../../../domain/subscriptions/subscription-mrr.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Ids } from '../../../values/ids.ts';
import { type Discount, USUAL_ORDER } from '../../../values/price/cart.ts';
import type { Seconds } from '../../../values/time.ts';

/** The reading of what the revenue of a subscription follows from. */
export interface RevenueJudge {
  /** Whether an invoice that has just been written off billed the current period of the subscription. */
  readonly isWrittenOff?: boolean;
  /** Whether an invoice is past due; as before unless it is given. */
  readonly isPastDue?: boolean;
  /** Its permanent discounts. */
  readonly discounts: readonly Discount[];
}

/** Returns the revenue of a subscription as it is now. */
export const revenueNow = async (
  { revenue }: Pick<Records, 'revenue'>,
  subscription: SubscriptionRecord,
  { isWrittenOff = false, isPastDue, discounts }: RevenueJudge,
): Promise<SubscriptionMrr> => {
  const before = subscription.mrr ?? null;
  const written_off_until = isWrittenOff ? subscription.current_period_ends_at : writtenOffUntil(subscription);
  const live = isRecurring(subscription) && written_off_until === null;
  const order = discounts.length > 1 ? await revenue.discountOrder() : USUAL_ORDER;
  return {
    in_cents: live ? monthlyRevenue(subscription, discounts, order) : 0,
    plan_code: subscription.plan_code,
    live,
    began: live || (before?.began ?? false),
    past_due: live && (isPastDue ?? before?.past_due ?? false),
    ...(written_off_until === null ? {} : { written_off_until }),
    terms: recurringTerms(subscription),
  };
};

/** Whether a write has changed what the revenue of a subscription follows from, besides coupons and invoices. */
export const movesRevenue = (subscription: SubscriptionRecord): boolean => {
  const { mrr } = subscription;
  if (!mrr || mrr.terms !== recurringTerms(subscription)) return true;
  return (mrr.written_off_until ?? null) !== writtenOffUntil(subscription);
};

/** One that was written off earns nothing until its next period is billed. */
const writtenOffUntil = ({ mrr, current_period_started_at }: SubscriptionRecord): Seconds | null => {
  const until = mrr?.written_off_until ?? null;
  return until !== null && (current_period_started_at ?? 0) < until ? until : null;
};

/**
 * Returns the discounts in force on an account that have no end: those of coupons that are neither for a single
 * invoice nor for a time.
 */
export const permanentDiscounts = async (
  { redemptions, coupons }: Pick<Records, 'redemptions' | 'coupons'>,
  accountId: string,
  currency: string,
  at: Seconds,
): Promise<readonly Discount[]> => {
  const discounts: Discount[] = [];
  for (const row of await redemptions.active(accountId, at)) {
    if (row.single_use || row.active_until !== null) continue;
    const coupon = await coupons.byKey(row.coupon_key);
    const discount = coupon && discountTerms(coupon, row, currency);
    if (discount) discounts.push(discount);
  }
  return discounts;
};

/** A change of the revenue of a subscription, or of the country of its customer. */
export interface RevenueChange {
  /** Undefined for a new subscription, and null for one whose revenue was not recorded yet. */
  readonly before: SubscriptionMrr | null | undefined;
  readonly after: SubscriptionMrr;
  readonly at: Seconds;
  /** The country of the last movement, and that of the customer. */
  readonly countries: { readonly from: string | null; readonly to: string | null };
}

/**
 * Returns the movements of a subscription from its revenue before to that after, at a moment. What it earned before
 * moves to the country of its customer first.
 */
export const movementsOf = (
  { ids }: { readonly ids: Ids },
  { uuid, account_id, currency, cancel_reason }: SubscriptionRecord,
  { before, after, at, countries }: RevenueChange,
): readonly MrrMovement[] => {
  const isRelocated = before && before.in_cents !== 0 && countries.from !== countries.to;
  return [
    ...(isRelocated ? relocationMovements(before, countries) : []),
    ...mrrMovements(before, after).map((step) => ({ country: countries.to, ...step })),
  ].map((step) => ({
    id: ids.uuid(),
    subscription_id: uuid,
    account_id,
    currency,
    at,
    ...step,
    reason: reasonOf(step.kind, after, cancel_reason),
  }));
};

/**
 * Returns the country of the last movement of a subscription, and that of its customer: of the address, or else of the
 * payment method. A customer whose country is removed stays in the last one that was known.
 */
export const countriesOf = async (
  { revenue }: Pick<Records, 'revenue'>,
  { uuid, account_id }: Pick<SubscriptionRecord, 'uuid' | 'account_id'>,
  before: SubscriptionMrr | null | undefined,
): Promise<RevenueChange['countries']> => {
  const from = before ? await revenue.countryOf(uuid) : null;
  const customers = await revenue.customers([account_id]);
  return { from, to: customers.get(account_id)?.country ?? from };
};

const reasonOf = (kind: MrrMovementKind, { terms }: SubscriptionMrr, given: string | null): string | null => {
  if (kind === 'churn_involuntary') return 'not_paid';
  if (kind !== 'churn_voluntary') return null;
  return terms === PAUSED ? 'paused' : given;
};
