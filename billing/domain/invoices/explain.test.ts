import { describe, expect, it } from 'vitest';
import { blankLine } from '../adjustments/line.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { explainCredit } from './explain-credit.ts';
import { explainDiscounts, explainTaxes } from './explain-groups.ts';
import { explainCharge } from './explain-line.ts';
import { explainPeriod } from './explain-period.ts';
import { durationText, numbersText } from './explain-words.ts';

const MARCH = Date.parse('2027-03-01T00:00:00Z') / 1000;
const APRIL = Date.parse('2027-04-01T00:00:00Z') / 1000;
const months = { interval_unit: 'months', interval_length: 1, anchor_at: MARCH } as const;

const line = (changes: Partial<ShownAdjustment>): ShownAdjustment => ({
  ...blankLine({ uuid: () => 'line', at: MARCH, account_id: 'account', currency: 'USD' }),
  account_code: 'ada',
  invoice: '1001',
  ...changes,
});
const gst = (amount: number) => ({ type: 'ca', region: 'GST', rate: '0.05', amount });

describe('an explained charge', () => {
  const explain = (changes: Partial<ShownAdjustment>) => explainCharge(line(changes), { coupons: new Map() });
  const whole = { proration: '1/1', ...months };

  it('of usage says quantity, price and tier', () => {
    const usage = { amount: '10.5', unit: 25, percentage: null, measured_unit_id: 1 };
    const tier = { from: 6, to: null };
    expect(
      explain({
        end_date: APRIL,
        unit_amount_in_cents: 263,
        total_in_cents: 263,
        computation: { ...whole, whole_in_cents: 263, usage, tier },
      }),
    ).toEqual([
      'Usage from 2027-03-01 00:00:00 UTC to 2027-04-01 00:00:00 UTC, billed in arrears.',
      'Price: 10.5 x 0.25 USD = 2.63 USD, rounded once on the product.',
      'Tier: 0.25 USD is for units 6 and up.',
      'Tax: none.',
      'Total: 2.63 USD.',
    ]);
  });

  it('of a percentage says what it is a percentage of', () => {
    const computation = {
      ...whole,
      whole_in_cents: 236,
      usage: { amount: '10000', unit: null, percentage: '2.36', measured_unit_id: 1 },
    };
    expect(explain({ end_date: APRIL, unit_amount_in_cents: 236, total_in_cents: 236, computation })[1]).toBe(
      'Price: 2.36 % of 100.00 USD = 2.36 USD, rounded once on the product.',
    );
  });

  it('of a step says what was used and what the step costs', () => {
    const usage = { amount: '12', unit: 300, percentage: null, measured_unit_id: 1 };
    const computation = { ...whole, whole_in_cents: 300, usage, tier: { from: 11, to: null } };
    expect(explain({ end_date: APRIL, unit_amount_in_cents: 300, total_in_cents: 300, computation })[1]).toBe(
      'Price: 3.00 USD for the step that 12 units reach.',
    );
  });

  it('of late usage says what was billed of the period before', () => {
    const usage = { amount: '2', unit: 25, percentage: null, measured_unit_id: 1, before: '10' };
    const computation = { ...whole, whole_in_cents: 50, usage };
    expect(explain({ end_date: APRIL, unit_amount_in_cents: 50, total_in_cents: 50, computation })[1]).toBe(
      'It was recorded late; 10 of the same period were billed before.',
    );
  });

  it('of a discount that was stored without its base says the amount alone', () => {
    const stored = { unit_amount_in_cents: 1000, discount_in_cents: 300, total_in_cents: 700 };
    expect(explain({ ...stored, discounts: [{ redemption: 'r1', amount: 300 }] })).toEqual([
      'Price: 1 x 10.00 USD = 10.00 USD.',
      'Coupon r1: -3.00 USD.',
      'Tax: none.',
      'Total: 10.00 USD - 3.00 USD discount = 7.00 USD.',
    ]);
  });
});

describe('an explained credit', () => {
  const explain = (changes: Partial<ShownAdjustment>) =>
    explainCredit(line({ type: 'credit', ...changes }), { charges: new Map() });

  it('without a charge says what was granted', () => {
    expect(explain({ unit_amount_in_cents: -250, quantity: 2, total_in_cents: -500 })).toEqual([
      'A credit of 2 x 2.50 USD = 5.00 USD.',
      'Total: -5.00 USD.',
    ]);
    expect(explain({ origin: 'gift_card', unit_amount_in_cents: -2000, total_in_cents: -2000 })[0]).toBe(
      'The value of a gift card: 20.00 USD.',
    );
  });
});

describe('explained groups', () => {
  it('of a fixed coupon say how much of it was used, and on which lines', () => {
    const taken = (amount: number, of: number) => [{ redemption: 'r1', amount, off: { amount: 500 }, of }];
    const lines = [line({ discounts: taken(300, 300) }), line({}), line({ discounts: taken(100, 100) })];
    expect(explainDiscounts({ lines, coupons: new Map([['r1', 'FIVE']]) })).toEqual([
      'Coupon FIVE on lines 1, 3: 5.00 USD, of which the invoice used 4.00 USD, line by line.',
    ]);
  });

  it('of a tax that its stored parts do not lead to say what was billed', () => {
    const taxed = (tax: number) => line({ taxes: [gst(tax)], tax_in_cents: tax, total_in_cents: 1000 + tax });
    expect(explainTaxes({ lines: [taxed(50), taxed(50)] })).toEqual([
      'Tax group GST 5 % on lines 1, 2: 5 % of 20.00 USD after discounts = 1.00 USD, rounded once and spread over the lines by largest remainder.',
    ]);
    expect(explainTaxes({ lines: [taxed(50), taxed(60)] })).toEqual([
      'Tax group GST 5 % on lines 1, 2: 1.10 USD on 20.00 USD after discounts, as it was billed.',
    ]);
  });
});

describe('a price that contains its tax', () => {
  // 90.00 x 5 / 105 = 4.286.
  const included = {
    unit_amount_in_cents: 12_000,
    discount_in_cents: 3000,
    tax_in_cents: 429,
    total_in_cents: 9000,
    taxes: [gst(429)],
    tax_inclusive: true,
  };

  it('says what it includes', () => {
    expect(explainCharge(line(included), { coupons: new Map() }).slice(1)).toEqual([
      "Tax: the price includes 4.29 USD tax, this line's share of its tax group.",
      'Total: 120.00 USD - 30.00 USD discount = 90.00 USD, includes 4.29 USD tax.',
    ]);
    expect(explainTaxes({ lines: [line(included)] })).toEqual([
      'Tax group GST 5 % on line 1: 4.29 USD within 90.00 USD after discounts, which is 5 % on 85.71 USD, rounded once.',
    ]);
  });
});

describe('the words', () => {
  it('of a period whose stored share does not lead to whole seconds give the share alone', () => {
    expect(explainPeriod(MARCH, APRIL, { ...months, proration: '7/11' })).toMatch(
      /31 days, of a regular .* Factor: 7\/11\.$/,
    );
  });

  it.each([
    [0, '0 seconds'],
    [90_061, '1 day 1 hour 1 minute 1 second'],
    [172_800, '2 days'],
  ])('of %d seconds are %s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });

  it('of line numbers join neighbours', () => {
    expect(numbersText([1, 2, 3, 5, 7, 8])).toBe('1 to 3, 5, 7, 8');
  });
});
