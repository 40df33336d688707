import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.ts';
import { DESCRIBED_ROUTES } from './described-routes.fixture.ts';
import { differences, type Exchange, routeOf, servedRoutes } from './differences.fixture.ts';
import { recordingClient } from './recorder.fixture.ts';
import { tour } from './tour.fixture.ts';

let simulator: Simulator;
let stripe: Stripe;
let exchanges: Exchange[];

beforeAll(async () => {
  simulator = await startSimulator({ clock: 'manual' });
  ({ stripe, exchanges } = recordingClient(simulator));
  await tour(stripe, simulator);
});
afterAll(() => simulator.stop());

test('the API answers every route as Stripe describes it', async () => {
  expect(Object.keys(DESCRIBED_ROUTES)).toEqual(servedRoutes());
  const succeeded = new Set(exchanges.filter(({ answer }) => answer?.status === 200).map(routeOf));
  expect(servedRoutes().filter((route) => !succeeded.has(route))).toEqual([]);
  const refused = new Set(exchanges.map(({ answer }) => answer?.status ?? 0).filter((status) => status >= 400));
  expect([...refused].sort()).toEqual([400, 401, 402, 404, 429, 500, 503]);
  expect(await differences(exchanges)).toEqual([]);
});

test('every kind of difference is found', async () => {
  const answered = (path: string) => exchanges.find((each) => each.answer?.status === 200 && each.path === path)!;
  const balance = JSON.parse(answered('/v1/balance').answer!.body) as Record<string, unknown>;
  const { livemode: _, ...without } = balance;
  const event = exchanges.find(({ path }) => path.startsWith('/v1/events/evt_'))!;
  const { data, ...rest } = JSON.parse(event.answer!.body) as Stripe.Event;
  const get = (path: string, status: number, body: object): Exchange => ({
    method: 'GET',
    path,
    body: '',
    answer: { status, body: JSON.stringify(body) },
  });
  const post = (path: string, body: string): Exchange => ({ method: 'POST', path, body });
  const wrong: [Exchange, RegExp][] = [
    [get('/v1/balance', 200, { ...balance, more: 1 }), /^GET \/v1\/balance, answer: .*more/],
    [get('/v1/balance', 200, without), /^GET \/v1\/balance, answer: .*livemode/],
    [get('/v1/balance', 200, { ...balance, livemode: 'false' }), /^GET \/v1\/balance, answer: .*boolean/],
    [get('/v1/balance?more=1', 200, balance), /^GET \/v1\/balance, request: .*more/],
    [get('/v1/balance', 400, { error: { type: 'strange' } }), /^GET \/v1\/balance, error: .*strange/],
    [
      get('/v1/events/evt_1', 200, { ...rest, data: { object: { ...data.object, more: 1 } } }),
      /^GET \/v1\/events\/:id, answer, [a-z._]+: .*more/,
    ],
    [post('/v1/refunds', 'amount=1&more=1'), /^POST \/v1\/refunds, request: .*more/],
    [post('/v1/refunds', 'amount=one'), /^POST \/v1\/refunds, request: .*one/],
    [post('/v1/refunds', 'reason=none'), /^POST \/v1\/refunds, request: .*none/],
    [post('/v1/payment_intents', 'amount=1'), /^POST \/v1\/payment_intents, request: .*currency/],
    [
      post('/v1/payment_intents', 'amount=1&currency=usd&payment_method_options[card][more]=1'),
      /^POST \/v1\/payment_intents, request: .*more/,
    ],
  ];
  const found = await differences(wrong.map(([exchange]) => exchange));
  expect(found).toEqual(wrong.map(([, pattern]) => expect.stringMatching(pattern)));
});
