import type { Records } from '@service/billing/ports/storage.ts';
import { expect, test } from 'vitest';
import { openBrowserOrigin } from '../browser-origin.fixture.ts';
import { COUPON_LIMITS } from './coupons.ts';
import { GIFT_CARD_LIMITS } from './gift-cards.ts';

const nothing = async () => undefined;
const empty = { of: () => ({ coupons: { find: nothing }, giftCards: { byCode: nothing } }) as unknown as Records };

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
