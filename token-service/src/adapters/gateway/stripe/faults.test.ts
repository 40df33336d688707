import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Crossing, Fault } from './line.fixture.ts';
import { IMPATIENT, openStripe, openStripeGround, type StripeGround } from './stripe.fixture.ts';

const CARD = '4242424242424242';

let ground: StripeGround;
beforeAll(async () => {
  ground = await openStripeGround({ disputeFee: 1500 });
});
afterAll(() => ground.stop());
afterEach(() => ground.line.repair());

/** `fault`: what the line will do; nothing answers after `hang`. */
const open = (fault?: Fault) => {
  const shop = openStripe(ground.line.url, null, fault === 'hang' ? { patience: IMPATIENT } : {});
  const isOwn = ({ metadata }: { readonly metadata: Readonly<Record<string, string>> }): boolean =>
    metadata.service_site === shop.site.id;
  /** Kinds and amounts of the money that the simulator moved for this site, in order. */
  const moved = () =>
    ground.simulator
      .log()
      .filter(isOwn)
      .map(({ kind, amount }) => `${kind} ${amount}`);
  return { ...shop, moved };
};

type Step = 'customer' | 'method' | 'create' | 'confirm' | 'refund' | 'void' | 'capture' | 'cancel';

/** A step by its idempotency key. */
const isStep = ({ key }: Crossing, step: Step): boolean => key?.endsWith(`/${step}`) === true;

/** Fails a step; `times`: how often before it works. */
const failing = (step: Step, fault: Fault, times = Number.POSITIVE_INFINITY): void => {
  let left = times;
  ground.line.fail((crossing) => {
    if (!isStep(crossing, step) || left <= 0) return undefined;
    left -= 1;
    return fault;
  });
};

const answer = (status: number, error: object = {}, headers: Readonly<Record<string, string>> = {}): Fault => ({
  status,
  headers,
  error: { type: 'api_error', message: 'The simulated failure.', ...error },
});

const reason = (result: PaymentResult): string => ('error_code' in result ? result.error_code : result.outcome);

const NO_ANSWER: readonly (readonly [string, Fault])[] = [
  ['the connection is lost before Stripe has it', 'lose request'],
  ['the answer is lost', 'lose answer'],
  ['no answer comes in time', 'hang'],
  ['Stripe answers 500', answer(500)],
  ['Stripe answers 503', answer(503)],
  ['the key is in use all the time', answer(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' })],
];

describe('a payment of which', () => {
  describe.each(['customer', 'method', 'create'] as const)('the step %s has no result, because', (step) => {
    test.each(NO_ANSWER)('%s: nothing is charged, now or later', async (_, fault) => {
      const { gateway, card, pay, find, moved } = open(fault);
      failing(step, fault);
      const request = pay(card(CARD), 1000);
      expect(reason(await gateway.purchase(request))).toBe('gateway_timeout');
      ground.line.repair();
      expect(await find({ key: request.key })).toEqual({ outcome: 'not_found' });
      expect(moved()).toEqual([]);
    });
  });

  describe('the confirmation has no result, because', () => {
    test.each(NO_ANSWER)('%s: the outcome is unknown until it is looked up', async (_, fault) => {
      const { gateway, card, pay, about, find, moved } = open(fault);
      failing('confirm', fault);
      const request = pay(card(CARD), 1000);
      expect(await gateway.purchase(request)).toMatchObject({ outcome: 'unknown', amount_in_cents: 1000 });
      ground.line.repair();
      const carriedOut = fault === 'lose answer' || fault === 'hang';
      const found = await find({ key: request.key });
      expect(found.outcome).toBe(carriedOut ? 'found' : 'not_found');
      expect(await find({ key: request.key })).toEqual(found);
      expect(moved()).toEqual(carriedOut ? ['captured 1000'] : []);
      if (found.outcome !== 'found') return;
      expect(reason(await gateway.void(about(found.result, 1000)))).toBe('succeeded');
      expect(moved()).toEqual(['captured 1000', 'refunded 1000']);
    });
  });

  test('the answer is lost once: the same request gets it, and the money moves once', async () => {
    const { gateway, card, pay, moved } = open();
    for (const step of ['customer', 'method', 'create', 'confirm'] as const) {
      failing(step, 'lose answer', 1);
      expect(reason(await gateway.purchase(pay(card(CARD), 1000)))).toBe('succeeded');
    }
    expect(moved()).toEqual(Array(4).fill('captured 1000'));
  });

  test('a step meets a limit or a lock for a moment: it is repeated, when Stripe says so', async () => {
    const { gateway, card, pay, moved } = open();
    const busy = [
      answer(429, { type: 'invalid_request_error', code: 'rate_limit' }),
      answer(429, { type: 'invalid_request_error', code: 'lock_timeout' }, { 'retry-after': '1' }),
      answer(409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' }),
      answer(500, {}, { 'stripe-should-retry': 'true' }),
    ];
    for (const fault of busy) {
      failing('confirm', fault, 2);
      expect(reason(await gateway.purchase(pay(card(CARD), 1000)))).toBe('succeeded');
    }
    expect(moved()).toEqual(Array(4).fill('captured 1000'));
  });

  test('every attempt meets the rate limit: it is declined, because Stripe has begun nothing', async () => {
    const { gateway, card, pay, find, moved } = open();
    failing('confirm', answer(429, { type: 'invalid_request_error', code: 'rate_limit' }));
    const request = pay(card(CARD), 1000);
    expect(await gateway.purchase(request)).toMatchObject({
      outcome: 'declined',
      error_code: 'gateway_rate_limited',
      error_category: 'communication',
    });
    ground.line.repair();
    expect(await find({ key: request.key })).toEqual({ outcome: 'not_found' });
    expect(moved()).toEqual([]);
  });

  test('the look-up has no answer: it is unknown, and can be repeated', async () => {
    const { gateway, card, pay, find, moved } = open('hang');
    const request = pay(card(CARD), 1000);
    failing('confirm', 'lose answer');
    await gateway.purchase(request);
    for (const fault of ['lose request', 'hang', answer(500), answer(429)] as const) {
      ground.line.fail(() => fault);
      expect(await find({ key: request.key })).toEqual({ outcome: 'unknown' });
    }
    ground.line.repair();
    expect(await find({ key: request.key })).toMatchObject({ outcome: 'found', result: { outcome: 'succeeded' } });
    expect(moved()).toEqual(['captured 1000']);
  });

  test('the confirmation arrives after a look-up: it charges nothing, because the look-up said so', async () => {
    const { gateway, card, pay, find, moved } = open();
    const request = pay(card(CARD), 1000);
    let found: unknown;
    ground.line.fail(async (crossing) => {
      if (isStep(crossing, 'confirm')) found ??= await find({ key: request.key });
      return undefined;
    });
    const result = await gateway.purchase(request);
    expect(found).toEqual({ outcome: 'not_found' });
    expect(result.outcome).toBe('declined');
    expect(moved()).toEqual([]);
  });

  test('an operation was closed by a look-up before it had an id: it is not confirmed any more', async () => {
    const { gateway, card, pay, find, moved } = open();
    const request = pay(card(CARD), 1000);
    let found: unknown;
    ground.line.fail(async (crossing) => {
      if (isStep(crossing, 'create')) found ??= await find({ key: request.key });
      return undefined;
    });
    const result = await gateway.purchase(request);
    expect(found).toEqual({ outcome: 'not_found' });
    expect(reason(result)).toBe('gateway_timeout');
    expect(moved()).toEqual([]);
  });
});

describe('a key that is used again', () => {
  test('after Stripe has forgotten it: nothing is charged again', async () => {
    const { gateway, card, pay, about, find, moved } = open();
    const request = pay(card(CARD), 1000);
    const paid = await gateway.purchase(request);
    const refund = about(paid, 400);
    const refunded = await gateway.refund(refund);
    await ground.simulator.advance(25 * 3600 * 1000);
    expect(await gateway.purchase({ ...request, method: { presented: card(CARD) } })).toEqual(paid);
    expect(await gateway.refund(refund)).toEqual(refunded);
    expect(await find({ key: refund.key })).toMatchObject({ outcome: 'found', result: refunded });
    expect(moved()).toEqual(['captured 1000', 'refunded 400']);
  });

  test('after a decline: it is declined again, without another attempt', async () => {
    const { gateway, card, pay } = open();
    const request = pay(card('4000000000000002'), 1000);
    const declined = await gateway.purchase(request);
    const before = ground.line.crossed.length;
    expect(await gateway.purchase({ ...request, method: { presented: card(CARD) } })).toEqual(declined);
    expect(ground.line.crossed.slice(before).map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('a refund', () => {
  test.each(NO_ANSWER)('is unknown when %s, and made once', async (_, fault) => {
    const { gateway, card, pay, about, find, moved } = open(fault);
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    const refund = about(paid, 300);
    failing('refund', fault);
    expect((await gateway.refund(refund)).outcome).toBe('unknown');
    ground.line.repair();
    const found = await find({ key: refund.key });
    const carriedOut = fault === 'lose answer' || fault === 'hang';
    expect(found.outcome).toBe(carriedOut ? 'found' : 'not_found');
    // The service makes a refund that was not found with the same key.
    const again = await gateway.refund(refund);
    expect(again).toMatchObject({ outcome: 'succeeded', amount_in_cents: 300 });
    expect(moved()).toEqual(['captured 1000', 'refunded 300']);
  });

  test('that was looked up before it was sent is made once, whatever fails then', async () => {
    const { gateway, card, pay, about, find, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    const refund = about(paid, 300);
    const failReading = () => ground.line.fail(({ method }) => (method === 'GET' ? answer(500) : undefined));
    failReading();
    await gateway.refund(refund);
    ground.line.repair();
    expect(await find({ key: refund.key })).toEqual({ outcome: 'not_found' });
    failing('refund', 'lose answer');
    expect((await gateway.refund(refund)).outcome).toBe('unknown');
    // It has been made, and nothing can be read: a decline would end it.
    failReading();
    expect((await gateway.refund(refund)).outcome).toBe('unknown');
    ground.line.repair();
    expect(await gateway.refund(refund)).toMatchObject({ outcome: 'succeeded', amount_in_cents: 300 });
    expect(moved()).toEqual(['captured 1000', 'refunded 300']);
  });

  test('is found by its own reference too', async () => {
    const { gateway, card, pay, about, find } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    const refunded = await gateway.refund(about(paid, 300));
    expect(await find({ reference: refunded.reference ?? '' })).toMatchObject({
      outcome: 'found',
      result: refunded,
      currency: 'USD',
      settlement: 'settled',
    });
  });
});

describe('a capture', () => {
  test.each(NO_ANSWER)('is unknown when %s, and takes the amount once', async (_, fault) => {
    const { gateway, card, pay, about, find, moved } = open(fault);
    const held = await gateway.authorize(pay(card(CARD), 1000));
    const capture = about(held, 1000);
    failing('capture', fault);
    expect((await gateway.capture(capture)).outcome).toBe('unknown');
    ground.line.repair();
    const carriedOut = fault === 'lose answer' || fault === 'hang';
    expect((await find({ key: capture.key })).outcome).toBe(carriedOut ? 'found' : 'not_found');
    expect(reason(await gateway.capture(capture))).toBe('succeeded');
    expect(moved()).toEqual(['authorized 1000', 'captured 1000']);
  });
});

describe('a capture that was not found', () => {
  test('is not made by a slow process any more', async () => {
    const { gateway, card, pay, about, find, moved } = open();
    const capture = about(await gateway.authorize(pay(card(CARD), 700)), 700);
    ground.line.fail(({ method }) => (method === 'GET' ? answer(500) : undefined));
    await gateway.capture(capture);
    ground.line.repair();
    expect(await find({ key: capture.key })).toEqual({ outcome: 'not_found' });
    expect((await gateway.capture(capture)).outcome).toBe('unknown');
    expect(moved()).toEqual(['authorized 700']);
  });
});

describe('a void', () => {
  test.each([...NO_ANSWER, ['every attempt meets the rate limit', answer(429)]] as const)(
    'is unknown when the payment cannot be read because %s, and made later',
    async (_, fault) => {
      const { gateway, card, pay, about, moved } = open(fault);
      const paid = await gateway.purchase(pay(card(CARD), 1000));
      const request = about(paid, 1000);
      ground.line.fail(({ method }) => (method === 'GET' ? fault : undefined));
      expect((await gateway.void(request)).outcome).toBe('unknown');
      ground.line.repair();
      expect(reason(await gateway.void(request))).toBe('succeeded');
      expect(reason(await gateway.void(request))).toBe('succeeded');
      expect(moved()).toEqual(['captured 1000', 'refunded 1000']);
    },
  );
});

describe('an account that is not reached', () => {
  test('where nothing listens: the card is not consumed, so that another account can take it', async () => {
    const { gateway, card, pay } = openStripe('http://127.0.0.1:9');
    const presented = card(CARD);
    const refused = await gateway.purchase(pay(presented, 1000));
    expect(refused).toMatchObject({ outcome: 'declined', error_code: 'gateway_unavailable', unreached: true });
    const second = open();
    expect(reason(await second.gateway.purchase(second.pay(card(CARD), 1000)))).toBe('succeeded');
  });

  test.each([
    [401, 'invalid_login'],
    [403, 'invalid_gateway_configuration'],
  ])('because Stripe answers %i: declined as %s, and look-ups say what to do', async (status, error_code) => {
    const { gateway, card, pay, find } = open();
    const request = pay(card(CARD), 1000);
    await gateway.purchase(request);
    ground.line.fail(() => answer(status, { message: 'Invalid API Key provided: sk_test_abc' }));
    const refused = await gateway.purchase(pay(card(CARD), 1000));
    expect(refused).toMatchObject({
      outcome: 'declined',
      error_code,
      error_category: 'configuration',
      unreached: true,
    });
    expect(JSON.stringify(refused)).not.toContain('sk_test');
    await expect(find({ key: request.key })).rejects.toThrow(/Stripe refuses the key of gateway account stripe.*again/);
  });

  test('after the card was sent: no other account may take it', async () => {
    const { gateway, card, pay } = open();
    failing('create', answer(401));
    const refused = await gateway.purchase(pay(card(CARD), 1000));
    expect(refused).toMatchObject({ error_code: 'invalid_login' });
    expect(refused).not.toHaveProperty('unreached');
  });
});

describe('an error that Stripe keeps for its idempotency key', () => {
  const kept = answer(500, {}, { 'idempotent-replayed': 'true' });

  test('does not stop a refund, a capture or a cancellation: the step is sent under a new key', async () => {
    const { gateway, card, pay, about, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    failing('refund', kept);
    expect(reason(await gateway.refund(about(paid, 400)))).toBe('succeeded');
    const held = await gateway.authorize(pay(card(CARD), 700));
    failing('capture', kept);
    expect(reason(await gateway.capture(about(held, 700)))).toBe('succeeded');
    const other = await gateway.authorize(pay(card(CARD), 500));
    failing('cancel', kept);
    expect(reason(await gateway.void(about(other, 500)))).toBe('succeeded');
    expect(moved()).toEqual([
      'captured 1000',
      'refunded 400',
      'authorized 700',
      'captured 700',
      'authorized 500',
      'released 500',
    ]);
  });

  test('does not refund twice: Stripe had acted before its error', async () => {
    const { gateway, card, pay, about, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    let sent = 0;
    ground.line.fail((crossing) => {
      if (!isStep(crossing, 'refund')) return undefined;
      sent += 1;
      return sent === 1 ? 'lose answer' : kept;
    });
    expect(reason(await gateway.refund(about(paid, 400)))).toBe('succeeded');
    expect(sent).toBeGreaterThan(1);
    expect(moved()).toEqual(['captured 1000', 'refunded 400']);
  });

  test('leaves the outcome open, while the refunds cannot be listed', async () => {
    const { gateway, card, pay, about, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    let sent = 0;
    ground.line.fail((crossing) => {
      if (isStep(crossing, 'refund')) {
        sent += 1;
        return sent === 1 ? 'lose answer' : kept;
      }
      return sent > 1 ? answer(400, { type: 'invalid_request_error' }) : undefined;
    });
    expect((await gateway.refund(about(paid, 400))).outcome).toBe('unknown');
    expect(moved()).toEqual(['captured 1000', 'refunded 400']);
  });

  test.each([
    ['the payment', /^\/v1\/payment_intents\//, 'refund', 'refunded 400'],
    ['its refunds', /^\/v1\/refunds/, 'refund', 'refunded 400'],
    ['its refunds', /^\/v1\/refunds/, 'void', 'refunded 1000'],
  ] as const)('leaves the outcome open, while %s cannot be read (%s, %s)', async (_, path, action, effect) => {
    const { gateway, card, pay, about, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    const request = about(paid, action === 'void' ? 1000 : 400);
    failing(action, 'lose answer');
    expect((await gateway[action](request)).outcome).toBe('unknown');
    ground.line.fail(({ method, path: url }) =>
      method === 'GET' && path.test(url) ? answer(401, { type: 'invalid_request_error' }) : undefined,
    );
    expect((await gateway[action](request)).outcome).toBe('unknown');
    ground.line.repair();
    expect((await gateway[action](request)).outcome).toBe('succeeded');
    expect(moved()).toEqual(['captured 1000', effect]);
  });

  test('that stays leaves the outcome open', async () => {
    const { gateway, card, pay, about, moved } = open();
    const paid = await gateway.purchase(pay(card(CARD), 1000));
    ground.line.fail(({ key }) => (key?.includes('/refund') ? kept : undefined));
    expect(reason(await gateway.refund(about(paid, 400)))).toBe('gateway_timeout');
    expect(moved()).toEqual(['captured 1000']);
  });
});

describe('a disputed payment', () => {
  const DISPUTED = '4000000000000259';
  const INQUIRED = '4000000000001976';
  const disputed = async (number: string, fault?: Fault) => {
    const shop = open(fault);
    const paid = await shop.gateway.purchase(shop.pay(shop.card(number), 1000));
    await ground.simulator.advance(6000);
    return { ...shop, paid };
  };

  test('is not refunded: that would return the amount twice', async () => {
    const { gateway, about, moved, paid } = await disputed(DISPUTED);
    expect(reason(await gateway.refund(about(paid, 1000)))).toBe('transaction_cannot_be_refunded');
    expect(moved()).toEqual(['captured 1000', 'withdrawn 1000']);
  });

  test('returns the amount when the dispute may be accepted, once', async () => {
    const { gateway, about, moved, paid } = await disputed(DISPUTED);
    const request = { ...about(paid, 1000), accepts_dispute: true };
    failing('refund', 'lose answer', 1);
    const accepted = { outcome: 'succeeded', dispute_fee: { amount_in_cents: 1500, currency: 'USD' } };
    expect(await gateway.refund(request)).toMatchObject(accepted);
    expect(await gateway.refund(request)).toMatchObject(accepted);
    expect(moved()).toEqual(['captured 1000', 'withdrawn 1000']);
  });

  test.each(NO_ANSWER)('leaves it open whether the dispute is accepted, when %s', async (_, fault) => {
    const { gateway, about, paid } = await disputed(DISPUTED, fault);
    const request = { ...about(paid, 1000), accepts_dispute: true };
    ground.line.fail(({ path }) => (path.includes('/disputes') ? fault : undefined));
    expect((await gateway.refund(request)).outcome).toBe('unknown');
    ground.line.repair();
    expect(reason(await gateway.refund(request))).toBe('succeeded');
  });

  test('is refunded while the bank only asks', async () => {
    const { gateway, about, moved, paid } = await disputed(INQUIRED);
    expect(reason(await gateway.refund({ ...about(paid, 1000), accepts_dispute: true }))).toBe('succeeded');
    expect(moved()).toEqual(['captured 1000', 'refunded 1000']);
  });
});

test.each([
  ['an absurd amount', { amount: 9e15 }],
  ['an absurd moment', { created: 9e15 }],
  ['no status', { status: undefined }],
])('an answer with %s decides nothing, and its look-up says what is wrong', async (_, fields) => {
  const { gateway, card, pay, find, moved } = open();
  ground.line.fail(({ path }) => (/^\/v1\/payment_intents\/\w+/.test(path) ? { fields } : undefined));
  const request = pay(card(CARD), 1000);
  expect(await gateway.purchase(request)).toMatchObject({ outcome: 'unknown', amount_in_cents: 1000 });
  // Thrown, so that the worker parks it for an operator.
  const [field = ''] = Object.keys(fields);
  await expect(find({ key: request.key })).rejects.toThrow(`answer.${field}`);
  ground.line.repair();
  expect(await find({ key: request.key })).toMatchObject({ outcome: 'found', result: { outcome: 'succeeded' } });
  expect(moved()).toEqual(['captured 1000']);
});
