import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../service.ts';
import { openStripeShop, SECRETS, type StripeShop } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

/** Nothing listens here. */
const NOWHERE = 'http://127.0.0.1:9';

describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('a site with several gateway accounts, the first of which cannot be reached, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: StripeShop;
  beforeAll(async () => {
    watched = await watch(SECRETS);
    shop = await openStripeShop(watched);
    await shop.addStripe('first', NOWHERE);
    await shop.addStripe('second', NOWHERE);
    await shop.addStripe('third');
  });
  afterAll(async () => {
    await shop?.close();
    await watched?.close();
  });
  const card = cardInfo('4242424242424242');

  it('charges a presented card with the next that can, once, and keeps it there', async () => {
    const account = fresh('account');
    expect(await shop.takenBy(await shop.buy(account, card))).toBe('third');
    expect(shop.moved()).toEqual(['captured 900']);
    expect(await shop.takenBy(await shop.buy(account))).toBe('third');
    expect(shop.moved()).toEqual(['captured 900', 'captured 900']);
    expect(await shop.records().intents.expired(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it('verifies a card with the next that can', async () => {
    const account = await shop.account(card);
    expect((await shop.records().paymentMethods.primary((await accountId(account)) ?? ''))?.gateway_code).toBe('third');
    expect(await shop.takenBy(await shop.buy(account))).toBe('third');
  });

  it('keeps to the account that a request names', async () => {
    const refused = await shop.buy(fresh('account'), card, '<gateway_code>first</gateway_code>');
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('gateway_unavailable');
  });

  it('does not charge a stored card elsewhere', async () => {
    const account = fresh('account');
    await shop.buy(account, card);
    const before = shop.moved().length;
    const { status, text } = await shop.gateway('change', 'third', '--active', 'off');
    expect(status, text).toBe(0);
    const refused = await shop.buy(account);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('no_gateway');
    const unreached = await shop.buy(fresh('account'), card);
    expect(unreached.text).toContain('gateway_unavailable');
    expect(shop.moved()).toHaveLength(before);
    await shop.gateway('change', 'third', '--active', 'on');
  });

  it('calls no other account for a currency or brand that it does not accept', async () => {
    await shop.gateway('change', 'third', '--brands', 'mastercard');
    const refused = await shop.buy(fresh('account'), card);
    expect(refused.text).toContain('gateway_unavailable');
    await shop.gateway('change', 'third', '--brands', 'all');
  });

  const accountId = async (code: string) => (await shop.records().accounts.find(code))?.id;
});
