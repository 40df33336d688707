import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { describe, expect, test } from 'vitest';
import { sandbox } from '../gateway.fixture.ts';
import { ignoredFor, malformedFor, notificationsFor } from './notifications.fixture.ts';
import { readStripeEvent } from './notifications.ts';
import { CREDENTIALS, START, signed } from './start.fixture.ts';

const site = { ...sandbox, id: 'site-1', clock_offset: 0 };
const SECRETS = [CREDENTIALS.webhook_secret, CREDENTIALS.webhook_secret_before];
const read = (
  message: Pick<IncomingNotification, 'headers' | 'body'>,
  secrets: readonly Secret[] = SECRETS,
  at = START,
) => readStripeEvent({ site, gateway_code: 'stripe', ...message }, secrets, { now: () => at * 1000 });

const NOTIFICATIONS = notificationsFor(site.id);
const [SETTLED] = NOTIFICATIONS;
if (!SETTLED) throw new Error('there are events');

describe('an event of Stripe', () => {
  test.each(NOTIFICATIONS.map((one) => [one.event.type, one.means.kind, one] as const))(
    '%s is read as %s',
    (_, __, { event, means }) => {
      expect(read(signed(event))).toEqual({ outcome: 'read', notification: means });
    },
  );

  test.each(ignoredFor(site.id).map((event) => [event.type, JSON.stringify(event.data.object), event] as const))(
    '%s is ignored: %s',
    (_, __, event) => {
      expect(read(signed(event))).toEqual({ outcome: 'ignored' });
    },
  );

  test.each(malformedFor(site.id))('is malformed: %s', (problem, event) => {
    expect(read(signed(event))).toEqual({ outcome: 'malformed', problem: expect.stringContaining(problem) });
  });

  test('happens on the clock of the site, which may have travelled', () => {
    const message = { site: { ...site, clock_offset: 86_400 }, gateway_code: 'stripe', ...signed(SETTLED.event) };
    expect(readStripeEvent(message, SECRETS, { now: () => START * 1000 })).toMatchObject({
      notification: { at: START + 60 + 86_400 },
    });
  });
});

describe('the signature of an event', () => {
  test('is that of either secret while the endpoint’s is rotated', () => {
    const before = signed(SETTLED.event, CREDENTIALS.webhook_secret_before);
    expect(read(before)).toMatchObject({ outcome: 'read' });
    expect(read(before, [CREDENTIALS.webhook_secret])).toEqual({ outcome: 'forged' });
    expect(read(signed(SETTLED.event, new Secret('whsec_ofSomebodyElse')))).toEqual({ outcome: 'forged' });
  });

  test('is at most five minutes old, so that no message can be sent again later', () => {
    const message = signed(SETTLED.event, undefined, START);
    expect(read(message, SECRETS, START + 300)).toMatchObject({ outcome: 'read' });
    expect(read(message, SECRETS, START + 301)).toEqual({ outcome: 'forged' });
  });

  test.each([
    ['missing', {}],
    ['empty', { 'stripe-signature': '' }],
    ['without a time', { 'stripe-signature': 'v1=00' }],
    ['of another scheme', { 'stripe-signature': `t=${START},v0=00` }],
    ['no signature at all', { 'stripe-signature': 'forged' }],
  ])('is required: %s', (_, headers) => {
    const { body } = signed(SETTLED.event);
    expect(read({ body, headers })).toEqual({ outcome: 'forged' });
  });

  test('covers the body', () => {
    const { body, headers } = signed(SETTLED.event);
    for (const other of [`${body} `, body.replace('settled', 'returned'), '', '{', 'null']) {
      if (other !== body) expect(read({ body: other, headers })).toEqual({ outcome: 'forged' });
    }
  });

  test('is needed even of an account without a secret', () => {
    expect(read(signed(SETTLED.event), [])).toEqual({ outcome: 'forged' });
  });
});
