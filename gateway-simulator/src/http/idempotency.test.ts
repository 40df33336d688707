import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, errorOf, SECRET_KEY, sale } from '../client.fixture.ts';
import { type Simulator, startSimulator } from '../simulator.ts';

let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  stripe = clientOf(simulator);
});
afterAll(() => simulator.stop());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${simulator.url}${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });
const BODY = 'amount=100&currency=usd&payment_method=pm_card_visa&allowed_payment_method_types[]=card&confirm=true';

describe('an idempotency key', () => {
  test('repeats the first answer, and charges once', async () => {
    simulator.reset();
    const first = await post('/v1/payment_intents', BODY, { 'idempotency-key': 'a' });
    const again = await post('/v1/payment_intents', BODY, { 'idempotency-key': 'a' });
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(simulator.log()).toHaveLength(1);
    expect(simulator.log()[0]).toMatchObject({ kind: 'captured', idempotency_key: 'a', last4: '4242' });
  });

  test('is refused with other parameters, and at another address', async () => {
    await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'b' });
    const other = await errorOf(stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'b' }));
    expect(other).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
    const elsewhere = await errorOf(stripe.paymentIntents.create(sale('pm_card_visa'), { idempotencyKey: 'b' }));
    expect(elsewhere).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' });
  });

  test('repeats a decline', async () => {
    const decline = () =>
      errorOf(stripe.paymentIntents.create(sale('pm_card_chargeDeclined'), { idempotencyKey: 'c' }));
    const first = await decline();
    const second = await decline();
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id);
  });

  test('keeps nothing of a request that was not valid', async () => {
    const invalid = await post('/v1/payment_intents', 'amount=0&currency=usd', { 'idempotency-key': 'd' });
    expect(invalid.status).toBe(400);
    expect((await post('/v1/payment_intents', BODY, { 'idempotency-key': 'd' })).status).toBe(200);
  });

  test('can be used again after 24 hours', async () => {
    const create = () => stripe.customers.create({ name: 'Eve' }, { idempotencyKey: 'e' });
    const first = await create();
    await simulator.advance(24 * 3600_000 - 1);
    expect((await create()).id).toBe(first.id);
    await simulator.advance(1);
    expect((await create()).id).not.toBe(first.id);
  });

  test('belongs to one secret key', async () => {
    const mine = await stripe.customers.create({}, { idempotencyKey: 'f' });
    const other = await stripe.customers.create({}, { idempotencyKey: 'f', apiKey: 'sk_test_another_one' });
    expect(other.id).not.toBe(mine.id);
  });
});

describe('a request', () => {
  test('needs a test key', async () => {
    expect((await fetch(`${simulator.url}/v1/balance`)).status).toBe(401);
    const error = await errorOf(stripe.balance.retrieve({}, { apiKey: 'sk_live_1234567890' }));
    expect(error).toMatchObject({ statusCode: 401, type: 'StripeAuthenticationError' });
    expect(error.message).not.toContain('34567890');
  });

  test('names a parameter that is unknown, missing or not a number', async () => {
    const body = async (text: string) => (await (await post('/v1/payment_intents', text)).json()).error;
    expect(await body(`${BODY}&colour=red`)).toMatchObject({ code: 'parameter_unknown', param: 'colour' });
    expect(await body('currency=usd')).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    expect(await body('amount=1.5&currency=usd')).toMatchObject({ code: 'parameter_invalid_integer' });
  });

  test('is refused when it is too large, or no form', async () => {
    expect((await post('/v1/customers', `name=${'x'.repeat(300_000)}`)).status).toBe(413);
    expect((await post('/v1/customers', '{}', { 'content-type': 'application/json' })).status).toBe(400);
    expect((await post('/v1/customers', 'a[=1')).status).toBe(400);
    expect((await post('/v1/nothing', '')).status).toBe(404);
  });

  test('is refused in a version of another shape', async () => {
    const response = await post('/v1/customers', '', { 'stripe-version': '2020-08-27' });
    expect(response.status).toBe(400);
    const types = `${BODY}&payment_method_types[]=card`.replace('allowed_payment_method_types[]=card&', '');
    expect(await (await post('/v1/payment_intents', types)).json()).toMatchObject({
      error: { code: 'payment_method_types_no_longer_supported' },
    });
    expect((await post('/v1/payment_intents', types, { 'stripe-version': '2026-04-22.dahlia' })).status).toBe(200);
  });

  test('expands ids, also in lists', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const intent = await stripe.paymentIntents.create({ ...sale('pm_card_visa'), customer: customer.id });
    const page = await stripe.paymentIntents.list({
      customer: customer.id,
      expand: ['data.customer', 'data.latest_charge.balance_transaction'],
    });
    expect(page.data[0]).toMatchObject({
      id: intent.id,
      customer: { email: 'ada@example.com' },
      // 2.9 % of 19.99 is 0.58, and 0.30 for each payment: 19.99 - 0.88 = 19.11
      latest_charge: { balance_transaction: { amount: 19_99, fee: 88, net: 19_11 } },
    });
    const wrong = await errorOf(stripe.paymentIntents.retrieve(intent.id, { expand: ['colour'] }));
    expect(wrong).toMatchObject({ statusCode: 400, param: 'expand' });
  });

  test('pages through lists', async () => {
    const { id: customer } = await stripe.customers.create();
    const made: string[] = [];
    for (const amount of [100, 200, 300])
      made.unshift((await stripe.paymentIntents.create({ ...sale('pm_card_visa', amount), customer })).id);
    const seen: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 2 })) seen.push(intent.id);
    expect(seen).toEqual(made);
  });

  test('finds by metadata a minute after the creation', async () => {
    const intent = await stripe.paymentIntents.create({ ...sale('pm_card_visa'), metadata: { order: '17' } });
    const search = async () => (await stripe.paymentIntents.search({ query: "metadata['order']:'17'" })).data;
    expect(await search()).toEqual([]);
    await simulator.advance(61_000);
    expect((await search()).map(({ id }) => id)).toEqual([intent.id]);
  });
});
