import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh, textOf } from '../service.ts';
import { codeOf } from './challenging.ts';
import { openStripeShop, SECRET_KEY, SECRETS, type StripeShop } from './stripe-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const V29 = { 'X-Api-Version': '2.29' };

describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('a card that the merchant’s account at Stripe holds, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: StripeShop;
  let stripe: Stripe;
  beforeAll(async () => {
    watched = await watch(SECRETS);
    shop = await openStripeShop(watched);
    await shop.addStripe('cards');
    const { hostname, port } = new URL(shop.simulator.url);
    stripe = new Stripe(SECRET_KEY, { host: hostname, port, protocol: 'http' });
  });
  afterAll(async () => {
    await shop?.close();
    await watched?.close();
  });

  const held = async () => {
    const { id: customer } = await stripe.customers.create({});
    const { id: token } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    return { customer, token };
  };
  const info = (token: string, more = '') =>
    `<billing_info><first_name>Ada</first_name><last_name>Lovelace</last_name><gateway_code>cards</gateway_code><gateway_token>${token}</gateway_token>${more}</billing_info>`;
  const put = (code: string, body: string) => shop.api('PUT', `/v2/accounts/${code}/billing_info`, body, V29);

  it('is stored by its token or its customer, and charged from then on', async () => {
    const { customer, token } = await held();
    const code = await shop.account('');
    const owned = `<gateway_attributes><account_reference>${customer}</account_reference></gateway_attributes>`;
    const stored = await put(code, info(token, owned));
    expect(stored.status, stored.text).toBe(201);
    const shown = ['card_type', 'first_six', 'last_four', 'gateway_code', 'gateway_token'];
    expect(shown.map((name) => textOf(stored.xml, name))).toEqual([
      'Visa',
      '',
      '4242',
      'cards',
      `************${token.slice(-4)}`,
    ]);
    expect(await shop.takenBy(await shop.buy(code))).toBe('cards');
    expect(shop.moved().at(-1)).toBe('captured 900');
    expect(await shop.takenBy(await shop.buy(fresh('account'), info((await held()).customer)))).toBe('cards');
    expect(watched.service.logged.join('')).not.toMatch(/\b(pm|cus)_\w{8}/);
  });

  it('names no token where Stripe has lost the card since', async () => {
    const { token } = await held();
    const code = await shop.account('');
    expect((await put(code, info(token))).status).toBe(201);
    await stripe.paymentMethods.detach(token);
    const refused = await shop.buy(code);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.text).not.toContain(token);
    const again = await put(await shop.account(''), info(token));
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('billing_info.gateway_token')]);
    expect(again.text).not.toContain(token);
  });

  it('is not stored while Stripe does not answer', async () => {
    const { token } = await held();
    await shop.simulator.stop();
    const code = await shop.account('');
    const refused = await put(code, info(token));
    expect([refused.status, codeOf(refused)], refused.text).toEqual([422, 'gateway_unavailable']);
    expect((await shop.api('GET', `/v2/accounts/${code}/billing_info`)).status).toBe(404);
  });
});
