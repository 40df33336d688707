import { waitingCollections } from '@service/billing/queries/work/due.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openProxy } from '../../src/http/proxy.fixture.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { samples } from '../health/scrape.ts';
import { openStripeShop, SECRETS, type StripeShop } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles } from './what-is-kept.ts';

vi.setConfig({ testTimeout: 120_000 });

const CARD = cardInfo('4242424242424242');

describe('renewals in a sandbox whose gateway is cut off', () => {
  let watched: Watched;
  let shop: StripeShop;
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  beforeAll(async () => {
    watched = await watchedOnFiles(SECRETS);
    shop = await openStripeShop(watched, { technical_contact: 'ops@shop.example', gateway_patience: 6 });
    proxy = await openProxy(shop.simulator.url);
    await shop.addStripe('cards', new URL(proxy.url).origin);
  });
  afterAll(async () => {
    await proxy?.stop();
    await shop?.close();
    await watched?.close();
  });

  it('are postponed on the clock of the site: its move arrives, and they are collected once the gateway is back', async () => {
    const { storage, sites } = watched.service.service.opened;
    const now = async (): Promise<Site> => (await sites.find(shop.site.subdomain)) ?? shop.site;
    const world = openWorld(watched.service.clock);
    const postponed = async () => (await waitingCollections({ storage, world })(await now())).invoices.length;
    const states = async (account: string) => (await shop.invoices(account)).map((one) => one.split(' ')[2]);
    const mails = async () =>
      (await shop.records().outbox.list({}, 99))
        .filter(({ kind }) => kind.startsWith('gateway_'))
        .map(({ kind }) => kind);
    const part = `part="gateway:${shop.site.subdomain}/cards"`;

    await shop.travel('2027-02-01T00:00:00Z');
    const plan = await shop.plan();
    const accounts = await Promise.all([1, 2, 3, 4].map(() => shop.account(CARD)));
    for (const account of accounts) await shop.subscribe(account, plan);

    await proxy.stop();
    await shop.travel('2027-03-01T01:00:00Z');
    expect(await postponed()).toBe(4);
    for (const account of accounts) expect((await states(account)).toSorted()).toEqual(['paid', 'pending']);
    expect(await samples(watched.service.apiUrl, 'billing_gateway_circuit_open')).toEqual({
      [`site="${shop.site.subdomain}",account="cards"`]: 1,
    });
    watched.service.clock.advance({ seconds: 16 });
    const due = await samples(watched.service.apiUrl, 'billing_due_items');
    expect(due[`site="${shop.site.subdomain}",kind="collection",status="postponed"`]).toBe(4);
    await expect.poll(() => samples(watched.service.apiUrl, 'billing_health')).toMatchObject({ [part]: 0 });
    expect(await mails()).toEqual(['gateway_unavailable']);

    await proxy.start();
    watched.service.clock.advance({ seconds: 30 });
    await shop.travel('2027-03-01T05:00:00Z');
    expect(await postponed()).toBe(0);
    for (const account of accounts) expect(await states(account)).toEqual(['paid', 'paid']);
    expect(await samples(watched.service.apiUrl, 'billing_gateway_circuit_open')).toEqual({
      [`site="${shop.site.subdomain}",account="cards"`]: 0,
    });
    await shop.travel('2027-03-01T06:00:00Z');
    expect((await mails()).toSorted()).toEqual(['gateway_available', 'gateway_unavailable']);
  });

  it('are past due once the patience of the site has passed on its clock', async () => {
    const account = await shop.account(CARD);
    await shop.subscribe(account, await shop.plan());
    await proxy.stop();
    await shop.travel('2027-04-01T11:00:00Z');
    expect((await shop.invoices(account)).map((one) => one.split(' ')[2])).toEqual(['paid', 'pending']);
    await shop.travel('2027-04-01T13:00:00Z');
    expect((await shop.invoices(account)).map((one) => one.split(' ')[2])).toEqual(['paid', 'past_due']);
  });
});
