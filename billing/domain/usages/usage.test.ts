import { describe, expect, test } from 'vitest';
import { cancel } from '../subscriptions/cancel.ts';
import { pause } from '../subscriptions/pause.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import { at, sell } from '../subscriptions/testing/subscription.ts';
import { refuseUsage } from './usage.ts';

const refusal = (subscription: SubscriptionRecord | null, moment: string): string | undefined => {
  if (!subscription) throw new Error('There is no subscription');
  try {
    refuseUsage(subscription, at(moment));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('usage is refused from the boundary on that no invoice follows, also before the worker has crossed it', () => {
  const { subscription } = sell('2024-04-01');

  test('not by a renewal', () => {
    expect(refusal(subscription, '2024-05-02')).toBeUndefined();
  });

  test('by a scheduled pause', () => {
    const { subscription: paused } = pause(subscription, at('2024-04-10'), { cycles: 2, pastDue: false });
    expect(refusal(paused, '2024-04-30')).toBeUndefined();
    expect(refusal(paused, '2024-05-01')).toBe('usage_not_recordable');
  });

  test('by a cancellation', () => {
    const { subscription: canceled } = cancel(subscription, at('2024-04-10'));
    expect(refusal(canceled, '2024-04-30')).toBeUndefined();
    expect(refusal(canceled, '2024-05-01')).toBe('subscription_expired');
  });

  test('by the end of a term that does not renew', () => {
    const term = sell('2024-04-01', { plan: { total_billing_cycles: 1, auto_renew: false } });
    expect(refusal(term.subscription, '2024-04-30')).toBeUndefined();
    expect(refusal(term.subscription, '2024-05-01')).toBe('subscription_expired');
  });
});
