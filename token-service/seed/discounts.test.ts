import type { World } from '@service/billing/ports/world.ts';
import { ledgerSums } from '@service/billing/queries/reports/ledger-sums.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../src/adapters/storage/storage.ts';
import { openWorld } from '../src/runtime/world.ts';
import { testClock } from '../test/clock.ts';
import { seedDemo } from './demo.ts';
import { seedDiscounts } from './discounts.ts';

const clock = testClock('2026-03-01T12:00:00Z');
const world: World = { ...openWorld(clock), pause: async () => {} };
const everything = { sort: 'created_at', order: 'asc', limit: 200 } as const;

let opened: OpenStorage;
let site: Site;
beforeEach(async () => {
  opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  await seedDemo(opened.administration, world);
  const demo = await opened.sites.find('demo');
  if (!demo) throw new Error('the demo site is missing');
  site = demo;
});
afterEach(() => opened.close());

const seed = () => seedDiscounts({ ...opened, world });
const records = () => opened.storage.of(site.id);
const coupons = async () => (await records().coupons.list({ ...everything, filter: { at: 0 } })).records;
const giftCards = async () => (await records().giftCards.list({ ...everything, filter: {} })).records;

test('the demo site has a coupon of each kind and redeemable gift cards, seeded once even by two concurrent starts', async () => {
  await Promise.all([seed(), seed()]);
  await seed();
  expect((await coupons()).map(({ coupon_code, discount_type }) => [coupon_code, discount_type])).toEqual([
    ['TIDE15', 'percent'],
    ['WELCOME5', 'dollars'],
    ['FIRSTMONTH', 'free_trial'],
  ]);
  const welcome = await records().coupons.find('welcome5');
  expect(Object.keys(welcome?.coupon.discount_in_cents ?? {}).sort()).toEqual([...site.currencies].sort());
  for (const card of await giftCards()) {
    expect(card).toMatchObject({
      gifter_account_code: 'gift-giver',
      redeemed_at: null,
      delivered_at: clock.now() / 1000,
    });
    const { product_code, currency, unit_amount_in_cents } = card;
    expect(site.gift_card_offers).toContainEqual({ product_code, currency, unit_amount_in_cents });
    expect(card.redemption_code).toMatch(/^[A-Z\d]{16}$/);
  }
  expect((await giftCards()).map(({ id, currency }) => [id, currency])).toEqual([
    [1, 'USD'],
    [2, 'USD'],
    [3, 'EUR'],
  ]);
});

test('the ledger owes the value of the gift cards once, also of those that were seeded without postings', async () => {
  const unposted: OpenStorage['storage'] = {
    ...opened.storage,
    transaction: (siteId, body) =>
      opened.storage.transaction(siteId, (all) => body({ ...all, ledger: { ...all.ledger, append: async () => {} } })),
  };
  await seedDiscounts({ ...opened, storage: unposted, world });
  const owed = async () =>
    Object.fromEntries(
      (await ledgerSums(records().reports, { from: 0, to: Math.floor(clock.now() / 1000) + 1 }))
        .filter(({ account }) => account === 'gift_cards')
        .map(({ currency, credits_in_cents, debits_in_cents }) => [currency, credits_in_cents - debits_in_cents]),
    );
  expect(await owed()).toEqual({});
  await seed();
  await seed();
  expect(await owed()).toEqual({ EUR: 5000, USD: 12_000 });
});

test('expired coupons and redeemed gift cards stay as they are', async () => {
  await seed();
  const tide = await records().coupons.find('TIDE15');
  const [card] = await giftCards();
  if (!tide || !card) throw new Error('the seeded records are missing');
  await records().coupons.save({ ...tide.coupon, deleted_at: 1 });
  await records().giftCards.save({ ...card, redeemed_at: 2, balance_in_cents: 2000 });
  await seed();
  expect((await coupons()).map(({ deleted_at }) => deleted_at)).toEqual([1, null, null]);
  expect((await giftCards()).map(({ redeemed_at }) => redeemed_at)).toEqual([2, null, null]);
});

test('a demo site with other currencies gets what it can use of them; without a demo site nothing is seeded', async () => {
  await opened.sites.save({ ...site, currencies: ['CHF'], gift_card_offers: [] });
  await seed();
  expect((await coupons()).map(({ coupon_code }) => coupon_code)).toEqual(['TIDE15', 'FIRSTMONTH']);
  expect(await giftCards()).toEqual([]);
  await expect(seedDiscounts({ ...opened, sites: { find: async () => undefined }, world })).resolves.toBeUndefined();
});
