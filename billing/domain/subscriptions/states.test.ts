import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../values/failure.ts';
import { cancel } from './cancel.ts';
import { change } from './change.ts';
import { convertTrial } from './convert-trial.ts';
import { expire } from './expire.ts';
import { pause } from './pause.ts';
import { postpone } from './postpone.ts';
import { reactivate } from './reactivate.ts';
import type { SubscriptionRecord } from './record.ts';
import { renew } from './renew.ts';
import { resume } from './resume.ts';
import { scheduleChange } from './schedule-change.ts';
import { skipPeriod } from './skip-period.ts';
import { terminate } from './terminate.ts';
import { at, silver, sold, until } from './testing/subscription.ts';
import type { Transition } from './transition.ts';

const NOW = at('2024-02-10');
const active = sold('2024-01-31');
const scheduled = pause(active, NOW, { cycles: 2, pastDue: false }).subscription;
const states: Record<string, SubscriptionRecord> = {
  future: sold('2024-01-31', { requested: { starts_at: at('2024-06-01') } }),
  active,
  trial: sold('2024-01-31', { plan: { trial_interval_length: 30 } }),
  canceled: cancel(active, NOW).subscription!,
  paused: until(scheduled, '2024-02-29'),
  expired: expire(active, NOW).subscription,
};

const actions: Record<string, (subscription: SubscriptionRecord) => Transition> = {
  cancel: (subscription) => cancel(subscription, NOW),
  reactivate: (subscription) => reactivate(subscription, NOW),
  terminate: (subscription) => terminate(subscription, NOW, { refund: 'none', charge: true }),
  change: (subscription) => change(subscription, NOW, silver(subscription)),
  'schedule a change': (subscription) => scheduleChange(subscription, NOW, silver(subscription), 'bill_date'),
  pause: (subscription) => pause(subscription, NOW, { cycles: 1, pastDue: false }),
  resume: (subscription) => resume(subscription, NOW),
  postpone: (subscription) => postpone(subscription, NOW, at('2024-03-15')),
  'convert the trial': (subscription) => convertTrial(subscription, NOW),
};

const outcome = (action: string, state: string): string => {
  try {
    return actions[action]!(states[state]!).subscription?.state ?? 'removed';
  } catch (error) {
    if (error instanceof Failure) return error.symbol;
    throw error;
  }
};

describe('every action in every state', () => {
  const NAMES = ['future', 'active', 'trial', 'canceled', 'paused', 'expired'] as const;
  const not = (action: string) => `subscription_not_${action}`;
  test.each([
    ['cancel', 'removed', 'canceled', 'canceled', not('cancelable'), not('cancelable'), not('cancelable')],
    [
      'reactivate',
      not('reactivatable'),
      not('reactivatable'),
      not('reactivatable'),
      'active',
      not('reactivatable'),
      not('reactivatable'),
    ],
    ['terminate', not('terminable'), 'expired', 'expired', 'expired', 'expired', 'subscription_expired'],
    ['change', 'future', 'active', 'active', 'canceled', 'active', 'subscription_expired'],
    ['schedule a change', 'future', 'active', 'active', 'canceled', 'paused', 'subscription_expired'],
    ['pause', not('pausable'), 'active', not('pausable'), not('pausable'), 'paused', 'subscription_expired'],
    ['resume', not('paused'), not('paused'), not('paused'), not('paused'), 'active', not('paused')],
    [
      'postpone',
      not('postponable'),
      'active',
      'active',
      not('postponable'),
      not('postponable'),
      'subscription_expired',
    ],
    ['convert the trial', 'not_in_trial', 'not_in_trial', 'active', 'not_in_trial', 'not_in_trial', 'not_in_trial'],
  ])('%s', (action, ...expected) => {
    expect(Object.fromEntries(NAMES.map((state) => [state, outcome(action, state)]))).toEqual(
      Object.fromEntries(NAMES.map((state, place) => [state, expected[place]])),
    );
  });

  it('changes nothing of the record it is given', () => {
    for (const [name, subscription] of Object.entries(states)) {
      const before = structuredClone(subscription);
      for (const action of Object.keys(actions)) outcome(action, name);
      expect(subscription, name).toEqual(before);
    }
  });

  it('announces the record that it returns, and dates it', () => {
    for (const [name, subscription] of Object.entries(states)) {
      for (const [action, run] of Object.entries(actions)) {
        if (outcome(action, name).includes('_')) continue;
        const moved = run(subscription);
        expect(moved.events.length, `${action}, ${name}`).toBeGreaterThan(0);
        for (const event of moved.events) {
          expect(event.subscription.updated_at).toBe(NOW);
          if (moved.subscription) expect(event.subscription).toBe(moved.subscription);
        }
      }
    }
  });
});

describe('boundaries', () => {
  it('refuses an expired subscription, and a state in which it is never due', () => {
    expect(() => renew(states.expired!, NOW)).toThrow('subscription_expired');
    expect(() => expire(states.expired!, NOW)).toThrow('subscription_expired');
    expect(() => skipPeriod(states.active!, NOW)).toThrow('subscription_not_paused');
    expect(() => renew(states.paused!, NOW)).toThrow(RangeError);
    expect(() => renew(states.future!, NOW)).toThrow(RangeError);
    expect(() => expire(states.future!, NOW)).toThrow(RangeError);
  });
});
