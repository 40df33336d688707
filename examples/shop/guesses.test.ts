import { expect, it } from 'vitest';
import { BillingApiError } from './api-client.ts';
import type { ShopCart } from './cart.ts';
import { guesses } from './guesses.ts';

const cart: ShopCart = {
  currency: 'USD',
  plan: { code: 'tideline', quantity: 1 },
  addons: [],
  goods: [],
  coupon: '',
  gift_card: 'AAAA',
  address: {},
};
const refusal = (field: string) => async () => {
  throw new BillingApiError('', { status: 422, findings: [{ field, symbol: 'invalid', message: '' }] });
};

it('blocks an address that tries gift card codes, for some time', async () => {
  let time = 0;
  const guarded = guesses(() => time);
  let requests = 0;
  const guess = () =>
    guarded('1.2.3.4', cart, () => {
      requests += 1;
      return refusal('purchase.gift_card.redemption_code')();
    });
  // At once, so that none of them waits for another to be counted.
  await Promise.allSettled(Array.from({ length: 50 }, guess));
  expect(requests).toBe(20);
  await expect(guarded('1.2.3.4', cart, async () => 'a price')).rejects.toMatchObject({
    refusal: { fields: { gift_card: expect.stringContaining('a lot of codes') } },
  });
  expect(await guarded('5.6.7.8', cart, async () => 'a price')).toBe('a price');
  time = 10 * 60 * 1000 + 1;
  expect(await guarded('1.2.3.4', cart, async () => 'a price')).toBe('a price');
});

it('counts unusable codes, and nothing else', async () => {
  const guarded = guesses();
  const asking = async () => guarded('1.2.3.4', cart, refusal('account.email')).catch(() => undefined);
  for (let time = 0; time < 30; time += 1) await asking();
  expect(await guarded('1.2.3.4', cart, async () => 'a price')).toBe('a price');
});
