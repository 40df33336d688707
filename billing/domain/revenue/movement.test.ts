import { expect, test } from 'vitest';
import type { SubscriptionMrr } from '../subscriptions/subscription-mrr.ts';
import { mrrMovements } from './movement.ts';

const mrr = (in_cents: number, changes: Partial<SubscriptionMrr> = {}): SubscriptionMrr => ({
  in_cents,
  plan_code: 'gold',
  live: true,
  began: true,
  past_due: false,
  terms: `${in_cents}`,
  ...changes,
});
const idle = (changes: Partial<SubscriptionMrr> = {}) => mrr(0, { live: false, terms: 'none', ...changes });
const never = idle({ began: false });

const moved = (before: SubscriptionMrr | null | undefined, after: SubscriptionMrr) =>
  mrrMovements(before, after).map(
    ({ kind, plan_code, amount_in_cents, past_due_in_cents }) =>
      `${kind} ${plan_code} ${amount_in_cents} ${past_due_in_cents}`,
  );

test.each([
  ['a sale', undefined, mrr(900), ['new gold 900 0']],
  ['a trial', undefined, never, []],
  ['the end of a trial', never, mrr(900), ['new gold 900 0']],
  ['a subscription of an earlier release', null, mrr(900), ['opening gold 900 0']],
  ['one that is past due', null, mrr(900, { past_due: true }), ['opening gold 900 0', 'past_due gold 0 900']],
  ['a renewal', mrr(900), mrr(900), []],
  ['a higher price', mrr(900), mrr(1000), ['expansion gold 100 0']],
  ['a coupon', mrr(900), mrr(0), ['contraction gold -900 0']],
  ['the end of a coupon', mrr(0), mrr(900), ['expansion gold 900 0']],
  ['an end', mrr(900), idle(), ['churn_voluntary gold -900 0']],
  ['a pause', mrr(900), idle({ terms: 'paused' }), ['churn_voluntary gold -900 0']],
  ['a resumption', idle({ terms: 'paused' }), mrr(900), ['reactivation gold 900 0']],
  ['a failed renewal', mrr(900), mrr(900, { past_due: true }), ['past_due gold 0 900']],
  ['its payment', mrr(900, { past_due: true }), mrr(900), ['recovered gold 0 -900']],
  ['an end while past due', mrr(900, { past_due: true }), idle(), ['churn_involuntary gold -900 -900']],
  ['a write-off', mrr(900), idle({ written_off_until: 5 }), ['churn_involuntary gold -900 0']],
  [
    'another price while past due',
    mrr(900, { past_due: true }),
    mrr(1000, { past_due: true }),
    ['expansion gold 100 100'],
  ],
  [
    'another plan at a higher price',
    mrr(900),
    mrr(1500, { plan_code: 'silver' }),
    ['transfer gold -900 0', 'transfer silver 900 0', 'expansion silver 600 0'],
  ],
  [
    'another plan while past due',
    mrr(900, { past_due: true }),
    mrr(900, { plan_code: 'silver', past_due: true }),
    ['transfer gold -900 -900', 'transfer silver 900 900'],
  ],
] as const)('%s', (_, before, after, expected) => {
  expect(moved(before, after)).toEqual(expected);
});
