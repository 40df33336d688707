import { Secret } from '@service/billing/secret.ts';
import { describe, expect, it } from 'vitest';
import { NOTIFICATIONS } from './test-notifications.fixture.ts';
import { readTestNotification, testNotification } from './test-notifications.ts';

const secret = new Secret('a secret that signs notifications');
const [first] = NOTIFICATIONS;

it('every kind of notification is read as it was written', () => {
  for (const notification of NOTIFICATIONS) {
    expect(readTestNotification(testNotification(notification, secret), secret)).toEqual({
      outcome: 'read',
      notification,
    });
  }
});

it('notifications are refused by an account without a notification secret', () => {
  expect(readTestNotification(testNotification(first!, secret), undefined)).toEqual({ outcome: 'forged' });
});

describe('a signed message is ignored', () => {
  const ignored = (message: unknown): void => {
    const signed = testNotification(message as (typeof NOTIFICATIONS)[number], secret);
    expect(readTestNotification(signed, secret), JSON.stringify(message)).toEqual({ outcome: 'ignored' });
  };

  it('when it is of another kind', () => {
    for (const message of [null, [], 'text', {}, { ...first, kind: 'weather' }, { ...first, kind: 'toString' }]) {
      ignored(message);
    }
  });

  it('when a field is missing or of another type', () => {
    for (const notification of NOTIFICATIONS) {
      for (const name of Object.keys(notification)) {
        if (name !== 'kind') ignored({ ...notification, [name]: undefined });
        ignored({ ...notification, [name]: [] });
      }
    }
  });
});

it('leaves out what a notification does not have', () => {
  const more = { ...first!, number: '4111111111111111' };
  expect(JSON.stringify(readTestNotification(testNotification(more, secret), secret))).not.toContain('4111');
});
