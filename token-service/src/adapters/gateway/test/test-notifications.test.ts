import { createHmac } from 'node:crypto';
import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, it } from 'vitest';
import { NOTIFICATIONS } from './test-notifications.fixture.ts';
import { readTestNotification, SIGNATURE_HEADER, testNotification } from './test-notifications.ts';

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

describe('a signed message', () => {
  const read = (message: unknown) =>
    readTestNotification(testNotification(message as (typeof NOTIFICATIONS)[number], secret), secret);

  it('is ignored when it is of another kind', () => {
    for (const kind of ['weather', 'toString']) expect(read({ ...first, kind })).toEqual({ outcome: 'ignored' });
  });

  it('is malformed when a field is missing or of another type', () => {
    const malformed = (message: unknown, problem: string): void =>
      expect(read(message)).toEqual({ outcome: 'malformed', problem: expect.stringContaining(problem) });
    for (const message of [null, [], 'text']) malformed(message, 'the message must be an object');
    for (const notification of NOTIFICATIONS) {
      for (const name of Object.keys(notification)) {
        malformed({ ...notification, [name]: undefined }, `${name} is missing`);
        malformed({ ...notification, [name]: [] }, `${name} must be`);
      }
    }
  });

  it('is malformed when it is no JSON, which is not quoted', () => {
    const body = 'pay 4111111111111111';
    const signature = createHmac('sha256', secret.reveal()).update(body).digest('hex');
    expect(readTestNotification({ body, headers: { [SIGNATURE_HEADER]: signature } }, secret)).toEqual({
      outcome: 'malformed',
      problem: 'the body is not JSON',
    });
  });
});

it('leaves out what a notification does not have', () => {
  const more = { ...first!, number: '4111111111111111' };
  expect(JSON.stringify(readTestNotification(testNotification(more, secret), secret))).not.toContain('4111');
});
