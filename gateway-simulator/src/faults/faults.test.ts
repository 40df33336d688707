import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { card, clientOf, errorOf, SECRET_KEY, sale } from '../client.fixture.ts';
import { type Simulator, startSimulator } from '../simulator.ts';

let simulator: Simulator;
let stripe: Stripe;

beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  stripe = clientOf(simulator);
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.stop());

const BODY = 'amount=100&currency=usd&payment_method=pm_card_visa&allowed_payment_method_types[]=card&confirm=true';
const pay = (key: string, fault?: string, signal?: AbortSignal) =>
  fetch(`${simulator.url}/v1/payment_intents`, {
    method: 'POST',
    body: BODY,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': key,
      ...(fault && { 'simulator-fault': fault }),
    },
    ...(signal && { signal }),
  });
const charges = () => simulator.log().length;
/** Polled results arrive at once, but a busy machine may take its time. */
const PATIENT = { timeout: 30_000, interval: 10 };

describe('a fault', () => {
  test('connection_lost does nothing, so the same key succeeds', async () => {
    await expect(pay('a', 'connection_lost')).rejects.toThrow();
    expect(charges()).toBe(0);
    expect((await pay('a')).status).toBe(200);
    expect(charges()).toBe(1);
  });

  test('answer_lost charges, and the same key tells how it went', async () => {
    await expect(pay('a', 'answer_lost')).rejects.toThrow();
    expect(charges()).toBe(1);
    const again = await pay('a');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toMatchObject({ status: 'succeeded' });
    expect(charges()).toBe(1);
  });

  test('server_error does nothing, and its key keeps the error', async () => {
    expect((await pay('a', 'server_error')).status).toBe(500);
    const again = await pay('a');
    expect(again.status).toBe(500);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(charges()).toBe(0);
    expect((await pay('b')).status).toBe(200);
  });

  test('server_error_after charges, and its key keeps the error', async () => {
    expect((await pay('a', 'server_error_after')).status).toBe(500);
    expect((await pay('a')).status).toBe(500);
    expect(charges()).toBe(1);
  });

  test.each([
    ['unavailable', 503],
    ['rate_limit', 429],
  ])('%s answers %i, and the same key succeeds', async (fault, status) => {
    expect((await pay('a', fault)).status).toBe(status);
    expect(charges()).toBe(0);
    expect((await pay('a')).status).toBe(200);
  });

  test('slow keeps the key in use until the answer', async () => {
    const impatient = new AbortController();
    const slow = pay('a', 'slow; ms=60000', impatient.signal);
    await expect.poll(() => simulator.requests().length, PATIENT).toBe(1);
    const meanwhile = await pay('a');
    expect(meanwhile.status).toBe(409);
    expect(await meanwhile.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } });
    impatient.abort();
    await expect(slow).rejects.toThrow();
    await expect.poll(async () => (await pay('a')).headers.get('idempotent-replayed'), PATIENT).toBe('true');
    expect(charges()).toBe(1);
  });

  test('timeout charges, but says nothing until the client gives up', async () => {
    const impatient = new AbortController();
    const request = pay('a', 'timeout', impatient.signal);
    await expect.poll(charges, PATIENT).toBe(1);
    impatient.abort();
    await expect(request).rejects.toThrow();
    await expect.poll(async () => (await pay('a')).status, PATIENT).toBe(200);
    expect(charges()).toBe(1);
  });

  test('that does not exist is refused', async () => {
    expect((await pay('a', 'earthquake')).status).toBe(400);
  });

  test('can come with metadata, or with a card', async () => {
    // The client repeats a request once whose connection ended, even when it is told to repeat nothing: with the same
    // idempotency key, so that the second answer tells how the first request went.
    const order = { ...sale('pm_card_visa'), metadata: { simulator_fault: 'answer_lost' } };
    expect(await stripe.paymentIntents.create(order)).toMatchObject({ status: 'succeeded' });
    expect(charges()).toBe(1);
    expect(simulator.requests()).toMatchObject([{ fault: 'answer_lost' }, { fault: null, replayed: true }]);

    const pays = async (number: string, idempotencyKey: string, timeout?: number) => {
      const method = await stripe.paymentMethods.create(card(number));
      return stripe.paymentIntents.create(sale(method.id), { idempotencyKey, ...(timeout && { timeout }) });
    };
    expect(await pays('4000009900000012', 'lost')).toMatchObject({ status: 'succeeded' });
    expect(await errorOf(pays('4000009900000020', 'silent', 300))).toMatchObject({ type: 'StripeConnectionError' });
    expect(await errorOf(pays('4000009900000038', 'broken'))).toMatchObject({ statusCode: 500 });
    await expect.poll(charges, PATIENT).toBe(4);
  });

  test('drawn at random is the same for the same seed', async () => {
    const run = async () => {
      simulator.reset();
      simulator.plan({ probability: 0.5, kinds: ['unavailable', 'rate_limit'], seed: 7 });
      const statuses: number[] = [];
      for (let index = 0; index < 20; index += 1) statuses.push((await pay(`key-${index}`)).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([200, 503, 429]));
    expect(await run()).toEqual(first);
  });
});

describe('the control interface', () => {
  const control = (method: string, path: string, body?: object) =>
    fetch(`${simulator.url}/simulator/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  test('moves the clock forward only', async () => {
    const { now } = (await (await control('GET', 'clock')).json()) as { now: number };
    expect(await (await control('POST', 'clock', { advance: 60 })).json()).toMatchObject({ now: now + 60 });
    expect(await (await control('POST', 'clock', { to: now + 90 })).json()).toMatchObject({ now: now + 90 });
    expect((await control('POST', 'clock', { to: now })).status).toBe(400);
    expect((await control('POST', 'clock', {})).status).toBe(400);
  });

  test('shows movements and requests, without a card number', async () => {
    const method = await stripe.paymentMethods.create(card('4242424242424242'));
    await stripe.paymentIntents.create({ ...sale(method.id), metadata: { order: '7' } });
    const log = await (await control('GET', 'log')).text();
    const requests = await (await control('GET', 'requests')).text();
    expect(JSON.parse(log)).toMatchObject({
      data: [{ number: 1, kind: 'captured', amount: 19_99, last4: '4242', metadata: { order: '7' } }],
    });
    expect(JSON.parse(requests)).toMatchObject({
      data: [{ path: '/v1/payment_methods' }, { path: '/v1/payment_intents', status: 200, fault: null }],
    });
    expect(log + requests).not.toContain('4242424242424242');
    expect(await (await control('GET', 'log?after=1')).json()).toEqual({ data: [] });
  });

  test('runs triggers, and says what they need', async () => {
    const intent = await stripe.paymentIntents.create(sale('pm_card_visa'));
    const { id } = intent.latest_charge as Stripe.Charge;
    expect((await control('POST', 'trigger', { type: 'dispute', charge: id })).status).toBe(200);
    expect((await control('POST', 'trigger', { type: 'dispute' })).status).toBe(400);
    expect((await control('POST', 'trigger', { type: 'dispute', charge: id, colour: 'red' })).status).toBe(400);
    expect((await control('POST', 'trigger', { type: 'flood' })).status).toBe(400);
    expect(simulator.log().at(-1)).toMatchObject({ kind: 'withdrawn', charge: id });
  });

  test('changes what a stored card does', async () => {
    const { id: customer } = await stripe.customers.create();
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    const charge = () => stripe.paymentIntents.create({ ...sale(method.id), customer, off_session: true });
    const change = { type: 'card_behaviour', payment_method: method.id };
    await control('POST', 'trigger', { ...change, decline_code: 'insufficient_funds' });
    expect(await errorOf(charge())).toMatchObject({ decline_code: 'insufficient_funds' });
    await control('POST', 'trigger', { ...change, authentication: 'always' });
    expect(await errorOf(charge())).toMatchObject({ code: 'authentication_required' });
    await control('POST', 'trigger', { ...change, authentication: 'supported' });
    expect(await charge()).toMatchObject({ status: 'succeeded' });
  });

  test('plans faults, and forgets everything', async () => {
    await control('POST', 'faults', { probability: 1, kinds: ['unavailable'] });
    expect(await (await control('GET', 'faults')).json()).toEqual({ plan: { probability: 1, kinds: ['unavailable'] } });
    expect((await pay('a')).status).toBe(503);
    await control('DELETE', 'faults');
    expect((await pay('a')).status).toBe(200);
    await control('POST', 'reset', {});
    expect(charges()).toBe(0);
    expect((await control('POST', 'faults', { probability: 2 })).status).toBe(400);
  });

  test('takes no forms, which pages of other origins could send', async () => {
    const response = await fetch(`${simulator.url}/simulator/reset`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(415);
    expect((await control('GET', 'nothing')).status).toBe(404);
  });
});

test('tables are limited', async () => {
  const small = await startSimulator({ clock: 'manual', limit: 2 });
  const client = clientOf(small);
  await client.customers.create();
  await client.customers.create();
  expect(await errorOf(client.customers.create())).toMatchObject({ statusCode: 429 });
  await small.stop();
});
