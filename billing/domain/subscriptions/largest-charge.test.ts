import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Invalid } from '../../values/failure.ts';
import { MAX_CENTS, MAX_CHARGE_CENTS, MAX_QUANTITY, MAX_UNIT_CENTS } from '../../values/money/cents.ts';
import { fraction } from '../../values/money/fraction.ts';
import { isoTime } from '../../values/time.ts';
import { crossBoundary, nextBoundary } from './boundary.ts';
import { change } from './change.ts';
import { convertTrial } from './convert-trial.ts';
import { changeExceedsInvoice, exceedsInvoice, longestShare } from './largest-charge.ts';
import { lineCount, linesOfSubscription } from './lines.ts';
import { inTrial } from './periods.ts';
import { postpone } from './postpone.ts';
import type { SubscriptionRecord } from './record.ts';
import { addOn, agreed, at, sell } from './testing/subscription.ts';
import { isOfProducts, type Transition } from './transition.ts';

const START = '2026-01-31T00:00:00Z';
const DAY = 86_400;

const PLAN = { accounting_code: null, setup_fee_accounting_code: null, setup_fee_revenue_schedule_type: null };
const SETTING = { uuid: () => 'line', at: 0, account_id: 'ada', currency: 'USD' };

/** Returns the charge of a transition before tax. Throws a `RangeError` beyond `MAX_CENTS`. */
const charged = ({ subscription, charges }: Transition<SubscriptionRecord>): number =>
  charges
    .filter(isOfProducts)
    .flatMap((charge) =>
      linesOfSubscription(SETTING, { subscription, plan: PLAN, charge, rates: [], shipping: null }, 0),
    )
    .reduce((sum, { line }) => sum + line.gross, 0);

const terms = fc.record({
  unit: fc.oneof(fc.integer({ min: 0, max: MAX_UNIT_CENTS }), fc.constant(MAX_UNIT_CENTS)),
  quantity: fc.oneof(fc.integer({ min: 1, max: MAX_QUANTITY }), fc.constant(MAX_QUANTITY)),
  addOns: fc.array(fc.integer({ min: 1, max: MAX_QUANTITY }), { maxLength: 4 }),
  unitOfDays: fc.boolean(),
  length: fc.integer({ min: 1, max: 24 }),
  trial: fc.constantFrom(0, 0, 30),
  startsIn: fc.constantFrom(0, 0, 1, 400, 36_000),
  firstBill: fc.option(fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 36_500 }))),
});

const step = fc.record({
  kind: fc.constantFrom('boundary', 'postpone', 'change', 'interval', 'convert'),
  days: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 36_500 })),
  quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
});

type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

const sellOn = ({ unit, quantity, addOns, unitOfDays, length, trial, startsIn, firstBill }: Terms) => {
  const from = at(START) + startsIn * DAY;
  return sell(START, {
    plan: {
      plan_interval_unit: unitOfDays ? 'days' : 'months',
      plan_interval_length: length,
      trial_interval_length: trial,
      setup_fee_in_cents: { USD: MAX_UNIT_CENTS },
    },
    requested: {
      ...(startsIn > 0 ? { starts_at: from } : {}),
      ...(firstBill === null ? {} : { first_renewal_date: Math.min(from + firstBill * DAY, at(START) + 36_500 * DAY) }),
    },
    unit,
    quantity,
    add_ons: addOns.map((count, n) => addOn(`add-on-${n}`, { quantity: count, unit_amount_in_cents: MAX_UNIT_CENTS })),
  });
};

test('terms that are accepted never exceed an invoice, at any boundary or change', () => {
  let [accepted, refused] = [0, 0];
  fc.assert(
    fc.property(terms, fc.array(step, { maxLength: 8 }), (agreedOn, steps) => {
      const begun = sellOn(agreedOn);
      const isAccepted = !exceedsInvoice(begun.subscription, longestShare(begun.subscription, at(START)));
      accepted += Number(isAccepted);
      refused += Number(!isAccepted);
      if (!isAccepted) return;
      let [now, current] = [at(START), begun.subscription];
      const bill = (transition: Transition<SubscriptionRecord>): void => {
        // Taxes of 100 % more, and as much again.
        expect(charged(transition) * 4).toBeLessThanOrEqual(MAX_CENTS);
        current = transition.subscription;
      };
      bill(begun);
      for (const { kind, days, quantity } of steps) {
        const boundary = nextBoundary(current);
        if (kind === 'boundary' && boundary !== null) {
          now = boundary;
          const crossed = crossBoundary(current, boundary, { unpayable: false });
          if (crossed?.subscription) bill(crossed as Transition<SubscriptionRecord>);
        } else if (kind === 'postpone' && current.state === 'active') {
          try {
            bill(postpone(current, now, now + days * DAY));
          } catch (error) {
            if (!(error instanceof Invalid)) throw error;
          }
        } else if (kind === 'convert' && current.state === 'active' && inTrial(current, now)) {
          bill(convertTrial(current, now));
        } else if (kind === 'change' || kind === 'interval') {
          // At any moment of the period.
          now = Math.min(now + days * DAY, (boundary ?? now + DAY) - 1);
          const to = agreed(current, { quantity, ...(kind === 'interval' ? { interval_length: 1 } : {}) });
          if (!changeExceedsInvoice(current, to, now, false)) bill(change(current, now, to));
        }
      }
    }),
    { numRuns: 1500 },
  );
  // Both happen often enough to mean something.
  expect(Math.min(accepted, refused)).toBeGreaterThan(150);
});

describe('the largest charge', () => {
  const monthly = { unit: MAX_UNIT_CENTS, plan: { setup_fee_in_cents: {} } };

  test('is the price of an interval, with the setup fee', () => {
    const most = MAX_CHARGE_CENTS / MAX_UNIT_CENTS;
    const sold = (quantity: number, fee = {}) =>
      sell(START, { ...monthly, plan: { setup_fee_in_cents: fee }, quantity }).subscription;
    expect(exceedsInvoice(sold(most), fraction(1))).toBe(false);
    expect(exceedsInvoice(sold(most + 1), fraction(1))).toBe(true);
    expect(exceedsInvoice(sold(most, { USD: 1 }), fraction(1))).toBe(true);
  });

  test('is that of a first period of ten years, at once or after a later start', () => {
    const first_renewal_date = at('2036-01-31T00:00:00Z');
    const now = sell(START, { ...monthly, requested: { first_renewal_date } }).subscription;
    // Of 120 months, by the length of the first one: 3,652 days of 28.
    expect(longestShare(now, at(START))).toEqual(fraction(3652, 28));
    const starts_at = at('2027-01-31T00:00:00Z');
    const later = sell(START, { ...monthly, requested: { starts_at, first_renewal_date } }).subscription;
    expect(later.state).toBe('future');
    expect(longestShare(later, at(START))).toEqual(fraction(3287, 28));
  });

  test('is that of one interval in a trial, whatever its length', () => {
    const requested = { first_renewal_date: at('2036-01-31T00:00:00Z') };
    const trial = sell(START, { plan: { trial_interval_length: 30 }, requested }).subscription;
    expect(longestShare(trial, at(START))).toEqual(fraction(1));
  });

  test('does not keep a change from being made that modifies nothing', () => {
    const { subscription } = sell(START, { unit: MAX_UNIT_CENTS, quantity: 1e9 });
    expect(exceedsInvoice(subscription, fraction(1))).toBe(true);
    expect(changeExceedsInvoice(subscription, subscription, at(START), false)).toBe(false);
  });

  test('beyond the limit has lines that can be counted', () => {
    const first_renewal_date = at('2120-01-31T00:00:00Z');
    const { subscription, charges } = sell(START, {
      ...monthly,
      quantity: MAX_QUANTITY,
      requested: { first_renewal_date },
    });
    const [charge] = charges;
    if (charge?.kind !== 'period') throw new Error('it is billed at once');
    expect(lineCount({ subscription, charge })).toBe(1);
  });
});

test('a postponement by ten years is refused where a change could not be billed then', () => {
  const { subscription } = sell(START, { unit: MAX_UNIT_CENTS, quantity: MAX_QUANTITY });
  const postponed = (date: string) => postpone(subscription, at(START), at(date)).subscription;
  expect(isoTime(postponed('2026-04-01T00:00:00Z').next_bill_date ?? 0)).toBe('2026-04-01T00:00:00Z');
  expect(() => postponed('2036-01-31T00:00:00Z')).toThrow(
    expect.objectContaining({
      issues: [{ field: 'subscription.next_bill_date', symbol: 'invalid', count: MAX_CHARGE_CENTS }],
    }),
  );
});
