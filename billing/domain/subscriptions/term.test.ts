import { describe, expect, test } from 'vitest';
import { nextBoundary } from './boundary.ts';
import type { SubscriptionRecord } from './record.ts';
import { at, boundariesUntil, day, eventTypes, sold, until, usageAddOn } from './testing/subscription.ts';

describe('terms', () => {
  const bounds = (subscription: SubscriptionRecord) => [
    day(subscription.current_term_started_at),
    day(subscription.current_term_ends_at),
    subscription.total_billing_cycles,
    subscription.remaining_billing_cycles,
  ];

  test.each([
    ['start', '2024-01-31', ['2024-01-31', '2024-04-30', 3, 2]],
    ['second cycle', '2024-02-29', ['2024-01-31', '2024-04-30', 3, 1]],
    ['last cycle', '2024-03-31', ['2024-01-31', '2024-04-30', 3, 0]],
    ['renewed', '2024-04-30', ['2024-04-30', '2024-07-31', 3, 2]],
    ['last cycle of the second term', '2024-06-30', ['2024-04-30', '2024-07-31', 3, 0]],
  ])('count their cycles: %s', (_, date, expected) => {
    expect(bounds(until(sold('2024-01-31', { plan: { total_billing_cycles: 3 } }), date))).toEqual(expected);
  });

  test('take the renewal count when they end', () => {
    const subscription = sold('2024-01-31', {
      plan: { total_billing_cycles: 2 },
      requested: { renewal_billing_cycles: 12 },
    });
    expect(bounds(until(subscription, '2024-03-31'))).toEqual(['2024-03-31', '2025-03-31', 12, 11]);
  });

  test('of one cycle follow one another where there is no count, from the end of a trial on', () => {
    expect(bounds(sold('2024-01-31', { plan: { trial_interval_length: 29 } }))).toEqual([
      '2024-01-31',
      '2024-03-29',
      null,
      null,
    ]);
    expect(bounds(until(sold('2024-01-31'), '2024-02-29'))).toEqual(['2024-02-29', '2024-03-31', null, null]);
  });

  test('last 13 months with a trial of 30 days and 12 cycles', () => {
    const subscription = sold('2024-01-01', { plan: { trial_interval_length: 30, total_billing_cycles: 12 } });
    expect(bounds(subscription)).toEqual(['2024-01-01', '2025-01-31', 12, 12]);
    expect(bounds(until(subscription, '2024-01-31'))).toEqual(['2024-01-01', '2025-01-31', 12, 11]);
  });

  test('expire at their end without renewal, at the date of the term, with the last usage', () => {
    const subscription = sold('2024-01-31', {
      plan: { total_billing_cycles: 2, auto_renew: false },
      add_ons: [usageAddOn('calls')],
    });
    const { transitions } = boundariesUntil(subscription, '2025-01-01');
    expect(transitions).toHaveLength(2);
    expect(transitions[1]).toMatchObject({
      subscription: { state: 'expired', expires_at: at('2024-03-31'), canceled_at: null, next_bill_date: null },
      charges: [{ kind: 'usage', period: { startedAt: at('2024-02-29'), endsAt: at('2024-03-31') } }],
    });
    expect(eventTypes(transitions[1]!)).toEqual(['expired_subscription']);
    expect(nextBoundary(transitions[1]!.subscription)).toBeNull();
  });
});
