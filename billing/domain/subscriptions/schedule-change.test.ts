import { describe, expect, it, test } from 'vitest';
import { fraction } from '../../values/money/fraction.ts';
import type { AgreedPlan } from './record.ts';
import { scheduleChange } from './schedule-change.ts';
import {
  agreed,
  at,
  boundariesUntil,
  currentDays,
  day,
  eventTypes,
  silver,
  sold,
  usageAddOn,
} from './testing/subscription.ts';

const NOW = at('2024-04-21');
const april = (more: Parameters<typeof sold>[1] = {}) => sold('2024-04-01', more);

describe('a scheduled change', () => {
  const quarter = april({ plan: { total_billing_cycles: 3, auto_renew: false } });
  const scheduled = (...[timeframe, to]: [Parameters<typeof scheduleChange>[3], Partial<AgreedPlan>?]) =>
    scheduleChange(quarter, NOW, silver(quarter, to), timeframe);

  it('waits, changes nothing yet, and turns auto-renewal on', () => {
    const { subscription, charges, credits, events } = scheduled('bill_date');
    expect(subscription).toMatchObject({ plan_code: 'gold', auto_renew: true, pending: { plan_code: 'silver' } });
    expect([charges, credits]).toEqual([[], []]);
    expect(events).toEqual([{ type: 'scheduled_subscription_update', subscription }]);
    expect(subscription.pending).not.toHaveProperty('pending');
  });

  test.each([
    ['bill_date', '2024-05-01'],
    ['term_end', '2024-07-01'],
    ['renewal', '2024-05-01'],
  ] as const)('for %s applies on its date, without proration', (timeframe, date) => {
    const { transitions } = boundariesUntil(scheduled(timeframe).subscription, '2024-08-01');
    const applied = transitions.find(({ subscription }) => subscription.plan_code === 'silver');
    expect(day(applied?.subscription.current_period_started_at ?? null)).toBe(date);
    expect(applied?.charges).toMatchObject([{ kind: 'period', proration: fraction(1) }]);
    expect(applied?.credits).toEqual([]);
    expect(eventTypes(applied!)).toEqual(['updated_subscription', 'renewed_subscription']);
  });

  it('by the older name waits for the end of a term of one cycle', () => {
    const gold = april();
    expect(scheduleChange(gold, NOW, silver(gold), 'renewal').subscription.pending?.at).toBe('term_end');
  });

  it('is replaced by the next one, and cleared by a change back', () => {
    const pending = scheduled('bill_date').subscription;
    const replaced = scheduleChange(pending, NOW, agreed(quarter, { quantity: 9 }), 'term_end').subscription;
    expect(replaced.pending).toMatchObject({ plan_code: 'gold', quantity: 9, at: 'term_end' });
    expect(scheduleChange(replaced, NOW, agreed(quarter, {}), 'bill_date').subscription.pending).toBeNull();
  });

  it('in a running term continues it, and starts a new one with another count or interval', () => {
    const termAfter = (to: Partial<AgreedPlan>) => {
      const { subscription } = boundariesUntil(scheduled('bill_date', to).subscription, '2024-05-01');
      return [day(subscription.current_term_ends_at), subscription.remaining_billing_cycles];
    };
    expect(termAfter({})).toEqual(['2024-07-01', 1]);
    expect(termAfter({ total_billing_cycles: 6 })).toEqual(['2024-11-01', 5]);
    expect(termAfter({ interval_length: 3 })).toEqual(['2025-02-01', 2]);
  });

  test.each([
    ['months keep the day of the anchor', 'months', 3, ['2024-02-29..2024-05-31', '2024-05-31..2024-08-31']],
    ['days start at the boundary', 'days', 10, ['2024-02-29..2024-03-10', '2024-03-10..2024-03-20']],
  ] as const)('to another interval: %s', (_, interval_unit, interval_length, periods) => {
    const gold = sold('2024-01-31');
    const to = silver(gold, { interval_unit, interval_length });
    const pending = scheduleChange(gold, at('2024-02-10'), to, 'bill_date').subscription;
    const { transitions } = boundariesUntil(pending, periods[1].slice(0, 10));
    expect(transitions.map(({ subscription }) => currentDays(subscription))).toEqual(periods);
  });

  it('from days to months starts at the boundary', () => {
    const gold = sold('2024-01-31', { plan: { plan_interval_unit: 'days', plan_interval_length: 30 } });
    const to = silver(gold, { interval_unit: 'months', interval_length: 1 });
    const pending = scheduleChange(gold, at('2024-02-10'), to, 'bill_date').subscription;
    const { transitions } = boundariesUntil(pending, '2024-04-01');
    expect(transitions.map(({ subscription }) => currentDays(subscription))).toEqual([
      '2024-03-01..2024-04-01',
      '2024-04-01..2024-05-01',
    ]);
  });

  it('bills the usage of the period that ends at the old price', () => {
    const gold = april({ add_ons: [usageAddOn('calls')] });
    const pending = scheduleChange(
      gold,
      NOW,
      silver(gold, { add_ons: [usageAddOn('calls', 9)] }),
      'bill_date',
    ).subscription;
    const [renewed] = boundariesUntil(pending, '2024-05-01').transitions;
    expect(renewed?.charges[1]).toMatchObject({ kind: 'usage', addOns: [{ unit_amount_in_cents: 5 }] });
  });
});
