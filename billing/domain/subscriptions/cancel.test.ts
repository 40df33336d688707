import { describe, expect, it, test } from 'vitest';
import { cancel } from './cancel.ts';
import { pause } from './pause.ts';
import { reactivate } from './reactivate.ts';
import type { SubscriptionRecord } from './record.ts';
import { scheduleChange } from './schedule-change.ts';
import { at, boundariesUntil, currentDays, day, eventTypes, silver, sold, until } from './testing/subscription.ts';

const canceled = (subscription: SubscriptionRecord, date: string, timeframe?: 'bill_date' | 'term_end') => {
  const record = cancel(subscription, at(date), timeframe).subscription;
  if (!record) throw new Error('It was removed');
  return record;
};

describe('canceling', () => {
  const quarter = sold('2024-01-31', { plan: { total_billing_cycles: 3 } });
  const trial = sold('2024-02-15', { plan: { trial_interval_length: 14, total_billing_cycles: 3 } });

  test.each([
    ['at the end of the period by default', quarter, undefined, '2024-02-29'],
    ['at the bill date', quarter, 'bill_date', '2024-02-29'],
    ['at the end of the term', quarter, 'term_end', '2024-04-30'],
    ['at the end of the period where the term has one', sold('2024-01-31'), 'term_end', '2024-02-29'],
    ['at the end of a trial', trial, undefined, '2024-02-29'],
    ['at the end of a trial, whatever the timeframe', trial, 'term_end', '2024-02-29'],
  ] as const)('expires %s', (_, subscription, timeframe, expires) => {
    const { subscription: ended, charges, credits, events } = cancel(subscription, at('2024-02-20'), timeframe);
    expect(ended).toMatchObject({ state: 'canceled', canceled_at: at('2024-02-20') });
    expect(day(ended?.expires_at ?? null)).toBe(expires);
    expect([charges, credits]).toEqual([[], []]);
    expect(events).toEqual([{ type: 'canceled_subscription', subscription: ended }]);

    const { transitions, subscription: expired } = boundariesUntil(ended!, '2025-01-01');
    expect(expired).toMatchObject({ state: 'expired', expires_at: at(expires), canceled_at: at('2024-02-20') });
    expect(eventTypes(transitions.at(-1)!)).toEqual(['expired_subscription']);
    expect(transitions.at(-1)?.charges).toEqual([]);
  });

  it('at the end of the term goes on billing until then, and stays canceled', () => {
    const { transitions } = boundariesUntil(canceled(quarter, '2024-02-10', 'term_end'), '2024-04-30');
    expect(transitions.map(({ subscription, charges }) => [subscription.state, charges.length])).toEqual([
      ['canceled', 1],
      ['canceled', 1],
      ['expired', 0],
    ]);
  });

  it('removes a future subscription, and announces it as canceled', () => {
    const { subscription, events } = cancel(
      sold('2024-01-31', { requested: { starts_at: at('2024-06-01') } }),
      at('2024-02-20'),
    );
    expect(subscription).toBeNull();
    expect(events).toMatchObject([
      { type: 'canceled_subscription', subscription: { state: 'canceled', canceled_at: at('2024-02-20') } },
    ]);
  });

  it('drops a scheduled pause', () => {
    const scheduled = pause(sold('2024-01-31'), at('2024-02-10'), { cycles: 2, pastDue: false }).subscription;
    const ended = cancel(scheduled, at('2024-02-20'));
    expect(ended.subscription).toMatchObject({ paused_at: null, remaining_pause_cycles: null });
    expect(eventTypes(ended)).toEqual(['subscription_pause_canceled', 'canceled_subscription']);
  });

  it('keeps a pending change, which applies only after a reactivation', () => {
    const subscription = scheduleChange(quarter, at('2024-02-01'), silver(quarter), 'bill_date').subscription;
    const ended = canceled(subscription, '2024-02-10', 'term_end');
    expect(until(ended, '2024-02-29')).toMatchObject({ plan_code: 'gold', pending: { plan_code: 'silver' } });
    const again = reactivate(until(ended, '2024-02-29'), at('2024-03-10')).subscription;
    expect(until(again, '2024-03-31')).toMatchObject({ plan_code: 'silver', pending: null });
  });
});

describe('reactivating', () => {
  const ended = canceled(sold('2024-01-31', { plan: { auto_renew: false } }), '2024-02-10');

  it('goes on as before, renews, and bills nothing', () => {
    const { subscription, charges, credits, events } = reactivate(ended, at('2024-02-28T23:59:59'));
    expect(subscription).toMatchObject({ state: 'active', canceled_at: null, expires_at: null, auto_renew: true });
    expect(currentDays(subscription)).toBe('2024-01-31..2024-02-29');
    expect([charges, credits]).toEqual([[], []]);
    expect(events).toEqual([{ type: 'reactivated_account', subscription }]);
    expect(until(subscription, '2024-02-29').state).toBe('active');
  });

  it('is too late at the moment it expires', () => {
    expect(() => reactivate(ended, at('2024-02-29'))).toThrow('subscription_not_reactivatable');
  });
});
