import type { Records } from '@service/billing/ports/storage.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { expect, test } from 'vitest';
import { testClock } from '../../../../test/clock.ts';
import { surfacesOf } from '../../../../test/surfaces.ts';
import { memoryLimiter } from '../../../http/limits/memory-limiter.ts';
import type { RateLimiter } from '../../../http/limits/rate-limiter.ts';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';
import type { PaymentActions } from '../three-d-secure/challenges.ts';
import { COUPON_LIMITS } from './coupons.ts';
import { GIFT_CARD_LIMITS } from './gift-cards.ts';

const nothing = async () => undefined;
const empty = {
  of: () =>
    ({
      coupons: { find: nothing },
      giftCards: { byCode: nothing },
      plans: { find: nothing },
      shippingMethods: { find: nothing },
    }) as never as Records,
};

test.each([
  ['coupons', COUPON_LIMITS.perAddress],
  ['gift_cards', GIFT_CARD_LIMITS.perAddress],
])('a client that tries too many %s is rejected, except for other look-ups', async (kind, most) => {
  const { url } = await openBrowserOrigin({ storage: empty });
  const look = async (path: string) => (await fetch(`${url}/js/v1/${path}?key=demo-public-key`)).status;
  for (let tries = 0; tries < most; tries += 1) expect(await look(`${kind}/guess-${tries}`)).toBe(404);
  expect(await look(`${kind}/the-right-one`)).toBe(429);
  expect(await look('tax')).toBe(200);
});

/** A limiter that records the windows of whole keys in which it counted: those that all customers of a site share. */
const recording = () => {
  const counted: string[] = [];
  const limiter = memoryLimiter(testClock('2026-03-15T12:00:00Z'));
  const recorded: RateLimiter = {
    hit(name, limit, counts = true) {
      if (counts && /\/of\/[^/]+$/.test(name)) counted.push(name);
      return limiter.hit(name, limit, counts);
    },
  };
  return { counted, recorded };
};

const KEY = 'demo-public-key';
const CODE = 'made-up-token-of-22-ch';
const FIELDS = { key: KEY, version: '1.2.3', action_token_id: CODE, result_token_id: CODE, routing_number: '1' };

test('what names nothing real counts against no key, at every route of the browser API', async () => {
  const { counted, recorded } = recording();
  const { opened, origins } = await surfacesOf(() => openBrowserOrigin({ storage: empty, limiter: recorded }));
  const paths = origins.flat().find(({ name }) => name === 'dispatch')?.paths ?? [];
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths) {
    const address = `${path}${path.endsWith('/') ? CODE : ''}`;
    const got = await fetch(`${opened.url}${address}?${new URLSearchParams(FIELDS)}`);
    const posted = await opened.post(address, FIELDS);
    expect([got.status, posted.status], path).not.toContain(500);
    expect(
      [got.status, posted.status].some((status) => status !== 405),
      path,
    ).toBe(true);
  }
  expect(counted).toEqual([]);
});

test.each([
  ['succeeds', async () => ({ state: 'waiting', url: null, result_token: 'result' }), 200],
  ['waits for the bank', async () => Promise.reject(new Failure('three_d_secure_pending')), 409],
  ['failed', async () => Promise.reject(new Failure('three_d_secure_failed')), 422],
])('a challenge that %s counts against the key, which is limited by it', async (_, useCase, status) => {
  const { counted, recorded } = recording();
  const actions = { read: useCase, start: useCase, finish: useCase } as never as PaymentActions;
  const limits = { perAddress: 9, perKey: 2 };
  const { post } = await openBrowserOrigin({ actions, limiter: recorded, limits });
  const result = async () => (await post('/js/v1/three_d_secure/results', FIELDS)).status;
  expect(await result()).toBe(status);
  expect(await result()).toBe(status);
  expect(await result()).toBe(429);
  expect(counted).toEqual(['challenge result/of/demo', 'challenge result/of/demo']);
});

test('made-up action tokens from a hundred addresses leave the challenges of customers as they were', async () => {
  const actions = {
    read: async (_: unknown, { id }: { id: string }) => {
      if (id !== 'real') throw new Failure('not_found');
      return { state: 'waiting' };
    },
  } as never as PaymentActions;
  const { url } = await openBrowserOrigin({
    actions,
    trustProxy: true,
    limits: { perAddress: 20, perKey: 30 },
  });
  const read = async (id: string, address: string) =>
    (await fetch(`${url}/js/v1/tokens/${id}?key=${KEY}`, { headers: { 'X-Forwarded-For': address } })).status;
  for (let machine = 0; machine < 100; machine += 1) expect(await read(CODE, `198.51.100.${machine}`)).toBe(404);
  expect(await read('real', '203.0.113.7')).toBe(200);
});
