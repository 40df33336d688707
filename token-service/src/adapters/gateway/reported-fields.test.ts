import type { ReadNotification } from '@service/billing/domain/payments/gateway-notification.ts';
import { MAX_CENTS } from '@service/billing/values/money/cents.ts';
import { Secret } from '@service/billing/values/secret.ts';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { sandbox } from './gateway.fixture.ts';
import { faultOf } from './stripe/answers.ts';
import { notificationsFor } from './stripe/notifications.fixture.ts';
import { readStripeEvent } from './stripe/notifications.ts';
import { paymentResult } from './stripe/results.ts';
import { CREDENTIALS, START, signed } from './stripe/start.fixture.ts';
import { NOTIFICATIONS } from './test/test-notifications.fixture.ts';
import { readTestNotification, testNotification } from './test/test-notifications.ts';

const NUMBER = '4111111111111111';

/** Values that no field of a gateway may be stored as. */
const ABSURD: readonly unknown[] = [
  9e15,
  -9e15,
  1e300,
  253_402_300_800,
  -1,
  0.5,
  NUMBER,
  Number(NUMBER),
  'x'.repeat(300),
  'a\u0000b',
  '',
  true,
  [],
  {},
];

type Path = readonly (string | number)[];

/** The paths of all values that are no objects. */
const leaves = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        leaves(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [path];

const withValue = <T>(whole: T, path: Path, value: unknown): T => {
  const copy = structuredClone(whole);
  let holder = copy as Record<string | number, unknown>;
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string | number, unknown>;
  holder[path.at(-1)!] = value;
  return copy;
};

const DAY = 86_400;
const BOUNDS: Readonly<Record<string, (value: number) => boolean>> = {
  at: (value) => value >= 946_684_800 && value < 253_402_300_800,
  evidence_due_at: (value) => value >= 946_684_800 && value < 253_402_300_800,
  amount_in_cents: (value) => Math.abs(value) <= MAX_CENTS,
  month: (value) => value >= 1 && value <= 12,
  year: (value) => value >= 2000 && value <= 2199,
};

/** Checks every value of a notification by the name of its field: a new field needs a bound here. */
const isBounded = (value: unknown, name: string): void => {
  if (typeof value === 'object' && value !== null) {
    for (const [inner, held] of Object.entries(value)) isBounded(held, inner);
  } else if (typeof value === 'number') {
    expect(BOUNDS[name], `the bounds of ${name}`).toBeDefined();
    expect(Number.isSafeInteger(value) && BOUNDS[name]?.(value), `${name}: ${value}`).toBe(true);
  } else if (typeof value === 'string') {
    expect(value.length, name).toBeLessThanOrEqual(255);
    if (name === 'last_four') expect(value).toMatch(/^\d{4}$/);
    if (name === 'first_six') expect(value).toMatch(/^\d{6}$/);
    if (name === 'currency') expect(value).toMatch(/^[A-Z]{3}$/);
    // Ids are the gateway's own; nothing else has room for the number of a card.
    if (!/^(id|dispute|reference|method_reference|key|payment)$/.test(name)) expect(value, name).not.toContain(NUMBER);
  }
};

const check = (read: ReadNotification): void => {
  if (read.outcome === 'read') isBounded(read.notification, 'notification');
  else expect(JSON.stringify(read)).not.toContain(NUMBER);
};

describe('every field that a gateway reports has bounds', () => {
  const secret = new Secret('a secret that signs notifications');

  test.each(NOTIFICATIONS.map((one) => [one.kind, one] as const))('test gateway: %s', (_, notification) => {
    for (const path of leaves(notification)) {
      for (const value of ABSURD) {
        const changed = withValue(notification, path, value);
        check(readTestNotification(testNotification(changed, secret), secret));
      }
    }
  });

  const site = { ...sandbox, id: 'site-1', clock_offset: 0 };
  test.each(notificationsFor(site.id).map(({ event }) => [event.type, event] as const))('Stripe: %s', (_, event) => {
    for (const path of leaves(event)) {
      for (const value of ABSURD) {
        const message = { site, gateway_code: 'stripe', ...signed(withValue(event, path, value)) };
        check(readStripeEvent(message, [CREDENTIALS.webhook_secret], { now: () => START * 1000 }));
      }
    }
  });

  test('Stripe: a report of the future would be right for good', () => {
    const [{ event }] = notificationsFor(site.id) as [ReturnType<typeof notificationsFor>[number]];
    const read = (created: number) =>
      readStripeEvent(
        { site, gateway_code: 'stripe', ...signed({ ...event, created }) },
        [CREDENTIALS.webhook_secret],
        { now: () => START * 1000 },
      );
    expect(read(START + DAY)).toMatchObject({ outcome: 'read' });
    expect(read(START + DAY + 1)).toEqual({ outcome: 'malformed', problem: 'created must not be in the future' });
  });
});

/** Answers of Stripe, with every field that the adapter uses. */
const REFUSAL = {
  code: 'card_declined',
  decline_code: 'do_not_honor',
  advice_code: 'try_again_later',
  network_advice_code: '02',
  message: 'Your card was declined.',
  payment_method: { id: 'pm_1' },
};
const CARD = {
  checks: { address_line1_check: 'pass', address_postal_code_check: null, cvc_check: 'pass' },
  authorization_code: '123456',
  network_transaction_id: '104102978678771',
};
const CHARGE = {
  id: 'ch_1',
  object: 'charge',
  amount_refunded: 0,
  disputed: false,
  review: null,
  outcome: { seller_message: 'Payment complete.' },
  payment_method_details: { card: CARD },
};
const INTENT = {
  livemode: false,
  customer: 'cus_1',
  payment_method_types: ['card'],
  metadata: { service_site: 'site-1', service_key: 'key-1', service_action: 'purchase', service_at: '1' },
  next_action: null,
};
const PAYMENT = {
  ...INTENT,
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  amount: 1999,
  amount_received: 1999,
  created: START,
  currency: 'usd',
  payment_method: 'pm_1',
  latest_charge: CHARGE,
  last_payment_error: null,
};
const DISPUTE = {
  id: 'du_1',
  object: 'dispute',
  amount: 1999,
  currency: 'usd',
  status: 'lost',
  balance_transactions: [{ amount: -1999, fee: 1500, currency: 'usd' }],
};
const ANSWERS: readonly object[] = [
  PAYMENT,
  { ...PAYMENT, status: 'requires_payment_method', last_payment_error: REFUSAL },
  {
    ...PAYMENT,
    status: 'requires_action',
    latest_charge: null,
    next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds' } },
  },
  {
    ...INTENT,
    id: 'seti_1',
    object: 'setup_intent',
    status: 'succeeded',
    payment_method: { id: 'pm_1', card: { checks: CARD.checks } },
    last_setup_error: null,
  },
  {
    id: 're_1',
    object: 'refund',
    created: 1_772_323_200,
    amount: 500,
    currency: 'usd',
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    metadata: {},
    payment_intent: PAYMENT,
  },
  { object: 'list', data: [DISPUTE], has_more: false },
  { id: 'cus_1', object: 'customer' },
];

/** Fields that are only compared with known words, or shown cut and without numbers. */
const FREE = /(?:^|\.)(?:message|seller_message|service_\w+|balance_transactions\.\d+\.amount|object)$/;

describe('every field of an answer of Stripe has bounds', () => {
  test.each(ANSWERS.map((answer, n) => [n, answer] as const))('answer %i', (_, answer) => {
    expect(faultOf(answer)).toBeUndefined();
    for (const path of leaves(answer)) {
      const name = path.join('.');
      if (FREE.test(name)) continue;
      for (const value of [9e15, -1, 'x'.repeat(300), 'a\u0000b']) {
        if (value === -1 && name.endsWith('.fee')) continue;
        const fault = faultOf(withValue(answer, path, value));
        expect(fault, `${name}: ${value}`).toBeDefined();
        if (typeof value === 'string') expect(fault).not.toContain(value);
      }
    }
  });

  test('what it says in words is shown without numbers, and cut', () => {
    const outcome = { seller_message: `Card ${NUMBER}: ${'no '.repeat(200)}` };
    const payment = { ...PAYMENT, latest_charge: { ...CHARGE, outcome } } as unknown as Stripe.PaymentIntent;
    const message = paymentResult(payment)?.message ?? '';
    expect(message).toMatch(/^Card \[number\]: no /);
    expect(message).toHaveLength(255);
  });
});
