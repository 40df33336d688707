import { failedWork } from '@service/billing/queries/work/due.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Line, openLine } from '../../src/adapters/gateway/stripe/line.fixture.ts';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { fresh, textOf } from '../service.ts';
import { openStripeShop, SECRETS, type StripeShop } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles, watchedOnPostgres } from './what-is-kept.ts';

const CARD = cardInfo('4242424242424242');
/** More than the attempts after which due work that fails is parked. */
const ROUNDS = 10;
const REVOKED = { status: 401, error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } };

/** Money that is to be returned while its gateway cannot be reached. A declined refund would become credit here. */
describe.each([
  ['SQLite', watchedOnFiles],
  ['PostgreSQL', watchedOnPostgres],
])('returning money at a gateway that cannot be reached, on %s', (_engine, watch) => {
  let watched: Watched;
  let shop: StripeShop;
  let line: Line;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeAll(async () => {
    watched = await watch(SECRETS);
    shop = await openStripeShop(watched, { mode: 'production', declined_refunds: 'credit' });
    line = await openLine(shop.simulator.url);
    proxy = await openProxy(line.url);
    await shop.addStripe('cards', new URL(proxy.url).origin);
  });
  afterAll(async () => {
    await proxy?.stop();
    await line?.stop();
    await shop?.close();
    await watched?.close();
  });
  afterEach(() => line.repair());

  const later = async () => {
    watched.service.clock.advance({ minutes: 2 });
    await watched.service.dueWork();
  };
  const outages = async () => (await shop.records().gatewayOutages.all()).map(({ gateway_code }) => gateway_code);
  const states = async (account: string) =>
    (await shop.invoices(account)).map((one) => one.split(' ').slice(1).join(' ')).sort();

  it('fails a refund, which does not become credit, and makes it once the gateway is back', async () => {
    const account = fresh('account');
    expect((await shop.buy(account, CARD)).status).toBe(200);
    const [invoice] = (await shop.api('GET', `/v2/accounts/${account}/invoices`)).xml?.children ?? [];
    const path = `/v2/invoices/${textOf(invoice, 'invoice_number')}`;
    const refund = () =>
      shop.api('POST', `${path}/refund`, '<invoice><amount_in_cents>300</amount_in_cents></invoice>');
    const before = shop.moved().length;

    await proxy.stop();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const failed = await refund();
      expect([failed.status, textOf(failed.xml, 'transaction_error', 'error_code')]).toEqual([
        422,
        'gateway_unavailable',
      ]);
      await later();
    }
    expect(await states(account)).toEqual(['purchase paid 900']);
    expect(textOf((await shop.api('GET', path)).xml, 'refundable_total_in_cents')).toBe('900');
    expect(await outages()).toEqual(['cards']);

    await proxy.start();
    expect((await refund()).status).toBe(201);
    await later();
    expect(shop.moved().slice(before)).toEqual(['refunded 300']);
    expect(await states(account)).toEqual(['purchase paid 900', 'refund closed -300']);
    expect(await outages()).toEqual([]);
  });

  it('repeats a reversal until it reaches the gateway, without an operator', async () => {
    const before = shop.moved().length;
    line.fail(({ key }) => (key?.endsWith('/confirm') ? 'lose answer' : undefined));
    expect((await shop.buy(fresh('account'), CARD)).text).toContain('gateway_timeout');
    // Payments are found, but nothing is changed.
    line.fail(({ method }) => (method === 'POST' ? REVOKED : undefined));
    for (let round = 1; round <= ROUNDS; round += 1) await later();
    await proxy.stop();
    for (let round = 1; round <= ROUNDS; round += 1) await later();
    expect(shop.moved().slice(before)).toEqual(['captured 900']);
    expect((await failedWork(watched.service.service.opened)(shop.site)).map(({ status }) => status)).not.toContain(
      'parked',
    );
    await proxy.start();
    line.repair();
    // The wait between two attempts at an item that keeps failing is an hour at most.
    watched.service.clock.advance({ hours: 1 });
    await watched.service.dueWork();
    expect(shop.moved().slice(before)).toEqual(['captured 900', 'refunded 900']);
  });
});
