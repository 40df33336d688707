import { describe, expect, it, test } from 'vitest';
import { fraction, shareOf } from '../../values/money/fraction.ts';
import { creditCharges } from '../../values/price/change.ts';
import { cancel } from './cancel.ts';
import { change } from './change.ts';
import type { AgreedPlan, SubscriptionRecord } from './record.ts';
import { scheduleChange } from './schedule-change.ts';
import {
  addOn,
  agreed,
  at,
  currentDays,
  day,
  eventTypes,
  productAmounts,
  silver,
  sold,
  until,
  usageAddOn,
} from './testing/subscription.ts';

// 30 days from 1 April; 10 are left on the 21st: a third.
const NOW = at('2024-04-21');
const april = (more: Parameters<typeof sold>[1] = {}) => sold('2024-04-01', more);

describe('an immediate change within a period', () => {
  const gold = april({ unit: 3000, quantity: 3, add_ons: [addOn('seats', { quantity: 2 }), addOn('support')] });
  const seats = (more: Parameters<typeof addOn>[1]) => [addOn('seats', { quantity: 2, ...more }), addOn('support')];

  test.each<[string, Partial<AgreedPlan>, charges: unknown, credits: unknown]>([
    ['quantity up', { quantity: 5 }, [['gold', 2000]], []],
    ['quantity down', { quantity: 2 }, [], [['gold', 1000]]],
    ['price up', { unit_amount_in_cents: 3300 }, [['gold', 300]], []],
    ['price down', { unit_amount_in_cents: 2700 }, [], [['gold', 300]]],
    ['price and quantity', { unit_amount_in_cents: 3300, quantity: 2 }, [['gold', 2200]], [['gold', 3000]]],
    ['add-on added', { add_ons: [...gold.add_ons, addOn('sso', { unit_amount_in_cents: 900 })] }, [['sso', 300]], []],
    ['add-on removed', { add_ons: [gold.add_ons[0]!] }, [], [['support', 67]]],
    ['more of an add-on', { add_ons: seats({ quantity: 5 }) }, [['seats', 200]], []],
    [
      'add-on with other tiers',
      {
        add_ons: seats({
          tier_type: 'tiered',
          tiers: [
            { ending: 1, unit: 200 },
            { ending: 9, unit: 500 },
          ],
        }),
      },
      [['seats', 100]],
      [],
    ],
    ['dearer add-on', { add_ons: seats({ unit_amount_in_cents: 500 }) }, [['seats', 200]], []],
  ])('bills only what changed: %s', (_, differences, charges, credits) => {
    const changed = change(gold, NOW, agreed(gold, differences));
    expect(productAmounts(changed)).toEqual({ charges, credits });
    expect(changed.subscription).toMatchObject({ ...differences, anchor_at: gold.anchor_at });
    expect(currentDays(changed.subscription)).toBe('2024-04-01..2024-05-01');
    expect(eventTypes(changed)).toEqual(['updated_subscription']);
  });

  it('notices the same tiers under another model', () => {
    const tiers = [
      { ending: 1, unit: 200 },
      { ending: 9, unit: 500 },
    ];
    const tiered = april({ add_ons: [addOn('seats', { quantity: 2, tier_type: 'tiered', tiers })] });
    // 2.00 + 5.00 become 2 × 5.00.
    const volume = agreed(tiered, { add_ons: [addOn('seats', { quantity: 2, tier_type: 'volume', tiers })] });
    expect(productAmounts(change(tiered, NOW, volume)).charges).toEqual([['seats', 100]]);
  });

  it('to another plan bills everything anew, add-ons of the same code too, and never a setup fee', () => {
    const changed = change(gold, NOW, silver(gold, { add_ons: gold.add_ons.slice(0, 1) }));
    expect(productAmounts(changed)).toEqual({
      charges: [
        ['silver', 6000],
        ['seats', 133],
      ],
      credits: [
        ['gold', 3000],
        ['seats', 133],
        ['support', 67],
      ],
    });
    expect(changed.charges[0]).toMatchObject({
      product: { kind: 'plan', code: 'silver' },
      period: { startedAt: NOW, endsAt: at('2024-05-01') },
      proration: fraction(1, 3),
    });
  });

  it('that restores what was agreed bills nothing and clears the pending change', () => {
    const pending = scheduleChange(gold, at('2024-04-05'), silver(gold), 'bill_date').subscription;
    const cleared = change(pending, NOW, agreed(gold, {}));
    expect(cleared).toMatchObject({ subscription: { pending: null }, charges: [], credits: [] });
    expect(eventTypes(cleared)).toEqual(['updated_subscription']);
    expect(eventTypes(change(gold, NOW, agreed(gold, {})))).toEqual([]);
  });

  it('discards the pending change', () => {
    const pending = scheduleChange(gold, at('2024-04-05'), silver(gold), 'bill_date').subscription;
    expect(change(pending, NOW, agreed(gold, { quantity: 5 })).subscription.pending).toBeNull();
  });

  it('bills nothing in the last moment of the period', () => {
    expect(change(gold, at('2024-05-01'), silver(gold))).toMatchObject({ charges: [], credits: [] });
  });
});

describe('worked sums', () => {
  it('100.00 to 160.00 with ten of thirty days left, a coupon of 10 % and 8.75 % tax', () => {
    const gold = april({ unit: 10_000 });
    const { charges, credits } = change(gold, NOW, silver(gold, { unit_amount_in_cents: 16_000 }));
    const [credit] = credits;
    if (credit?.kind !== 'product') throw new Error('A product is credited');
    const paid = {
      inclusive: false,
      gross: 10_000,
      discount: 1000,
      tax: 788,
      credited: { gross: 0, discount: 0, tax: 0 },
      share: fraction(0),
    };
    const lines = [{ ...paid, whole: 10_000, open: 10_000, covered: fraction(1) }];
    // 33.33 less 3.33 discount, and 2.63 tax.
    expect(creditCharges(lines, credit.amount, credit.proration)[0]?.total).toBe(3263);
    expect(productAmounts({ charges, credits: [] }).charges).toEqual([['silver', 5333]]);
  });

  it('30.00 to 50.00 in July, to the second', () => {
    const july = sold('2023-07-01', { unit: 3000 });
    const changed = change(july, at('2023-07-18T09:30:00'), silver(july, { unit_amount_in_cents: 5000 }));
    expect(changed.charges[0]).toMatchObject({ proration: fraction(1_175_400, 2_678_400) });
    expect(productAmounts(changed)).toEqual({ charges: [['silver', 2194]], credits: [['gold', 1317]] });
  });

  it('in a period of February that starts on the 29th, counted to the anchor day', () => {
    // 29 February to 31 March: 31 days, 21 of them left.
    const march = until(sold('2024-01-31'), '2024-02-29');
    expect(productAmounts(change(march, at('2024-03-10'), silver(march)))).toEqual({
      charges: [['silver', shareOf(6000, fraction(21, 31))]],
      credits: [['gold', shareOf(3000, fraction(21, 31))]],
    });
  });
});

describe('a change to another interval or cycle count', () => {
  const gold = april({ plan: { total_billing_cycles: 12 }, add_ons: [addOn('seats'), usageAddOn('calls')] });

  test.each<[string, Partial<AgreedPlan>, period: string, termEnds: string, remaining: number | null]>([
    [
      'a longer interval',
      { interval_length: 12, total_billing_cycles: 12 },
      '2024-04-21..2025-04-21',
      '2036-04-21',
      11,
    ],
    [
      'days',
      { interval_unit: 'days', interval_length: 10, total_billing_cycles: 12 },
      '2024-04-21..2024-05-01',
      '2024-08-19',
      11,
    ],
    ['another cycle count', { total_billing_cycles: 6 }, '2024-04-21..2024-05-21', '2024-10-21', 5],
    ['no cycle count', { total_billing_cycles: null }, '2024-04-21..2024-05-21', '2024-05-21', null],
  ])('starts a new period and term now: %s', (_, differences, period, termEnds, remaining) => {
    const changed = change(gold, NOW, silver(gold, differences));
    expect(currentDays(changed.subscription)).toBe(period);
    expect(day(changed.subscription.current_term_ends_at)).toBe(termEnds);
    expect(changed.subscription).toMatchObject({
      anchor_at: NOW,
      current_term_started_at: NOW,
      remaining_billing_cycles: remaining,
      total_billing_cycles: differences.total_billing_cycles,
      renewal_billing_cycles: differences.total_billing_cycles,
    });
    expect(changed.charges).toMatchObject([
      { kind: 'period', proration: fraction(1), setupFee: false, trial: false },
      { kind: 'usage', period: { startedAt: at('2024-04-01'), endsAt: NOW } },
    ]);
    expect(productAmounts(changed).credits).toEqual([
      ['gold', 1000],
      ['seats', 67],
    ]);
  });

  it('keeps a renewal count of its own', () => {
    const own = april({ plan: { total_billing_cycles: 12 }, requested: { renewal_billing_cycles: 1 } });
    expect(change(own, NOW, silver(own, { total_billing_cycles: 6 })).subscription.renewal_billing_cycles).toBe(1);
  });

  it('of the same plan keeps the count of the subscription', () => {
    const own = april({ requested: { total_billing_cycles: 3 } });
    const unchanged = change(own, NOW, agreed(own, { total_billing_cycles: 12 }));
    expect(unchanged.subscription).toMatchObject({ total_billing_cycles: 3, remaining_billing_cycles: 2 });
    const changed = change(own, NOW, agreed(own, { quantity: 2, total_billing_cycles: 12 }));
    expect(changed.subscription).toMatchObject({ total_billing_cycles: 3, remaining_billing_cycles: 2 });
  });
});

describe('usage', () => {
  const gold = april({ add_ons: [usageAddOn('calls'), usageAddOn('mails')] });
  const [calls, mails] = gold.add_ons as [SubscriptionRecord['add_ons'][0], SubscriptionRecord['add_ons'][0]];

  test.each<[string, Partial<AgreedPlan>, string[]]>([
    ['of a removed add-on', { add_ons: [mails] }, ['calls']],
    ['of a dearer add-on', { add_ons: [{ ...calls, unit_amount_in_cents: 9 }, mails] }, ['calls']],
    ['of an add-on with another percentage', { add_ons: [{ ...calls, usage_percentage: '2.5' }, mails] }, ['calls']],
    ['of every add-on when the plan changes', { plan_id: 'silver' }, ['calls', 'mails']],
    ['not when only the quantity of the plan changes', { quantity: 2 }, []],
  ])('is billed at the old price: %s', (_, differences, expected) => {
    const { charges } = change(gold, NOW, agreed(gold, differences));
    const usage = charges.flatMap((charge) => (charge.kind === 'usage' ? charge.addOns : []));
    expect(usage.map(({ add_on_code }) => add_on_code)).toEqual(expected);
    expect(usage.every(({ unit_amount_in_cents }) => unit_amount_in_cents === 5)).toBe(true);
  });
});

describe('a change in another state', () => {
  it('of a trial bills nothing and keeps its end, also with another interval', () => {
    const trial = sold('2024-04-01', { plan: { trial_interval_length: 30, total_billing_cycles: 12 } });
    const changed = change(trial, NOW, silver(trial, { interval_length: 3, total_billing_cycles: 4 }));
    expect(changed).toMatchObject({ charges: [], credits: [] });
    expect(changed.subscription).toMatchObject({
      trial_ends_at: at('2024-05-01'),
      remaining_billing_cycles: 4,
      current_term_ends_at: at('2025-05-01'),
    });
    expect(currentDays(until(changed.subscription, '2024-05-01'))).toBe('2024-05-01..2024-08-01');
  });

  it('never gives a running subscription a trial', () => {
    const gold = april();
    expect(change(gold, NOW, silver(gold)).subscription.trial_ends_at).toBeNull();
  });

  it('of a future subscription replaces what will start', () => {
    const future = sold('2024-04-01', { requested: { starts_at: at('2024-06-30') } });
    const changed = change(
      future,
      NOW,
      silver(future, { setup_fee_in_cents: 900, interval_length: 3, total_billing_cycles: 2 }),
    );
    expect(changed).toMatchObject({ subscription: { state: 'future', remaining_billing_cycles: 2 }, charges: [] });
    const started = until(changed.subscription, '2024-06-30');
    expect(started).toMatchObject({ plan_code: 'silver', setup_fee_in_cents: 900, remaining_billing_cycles: 1 });
    expect([currentDays(started), day(started.current_term_ends_at)]).toEqual(['2024-06-30..2024-09-30', '2024-12-30']);
  });

  test.each([
    ['the end of its period', 'bill_date', 1, '2024-05-01'],
    ['the end of its new period', 'bill_date', 3, '2024-07-21'],
    ['the end of its new term', 'term_end', 3, '2026-04-21'],
  ] as const)('of a canceled subscription leaves it canceled until %s', (_, timeframe, interval_length, expires) => {
    const gold = april({ plan: { total_billing_cycles: 8 } });
    const canceled = cancel(gold, at('2024-04-10'), timeframe).subscription!;
    const changed = change(canceled, NOW, silver(canceled, { interval_length })).subscription;
    expect([changed.state, day(changed.expires_at)]).toEqual(['canceled', expires]);
  });
});
