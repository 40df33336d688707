import { failedWork, waitingCollections } from '@service/billing/queries/work/due.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { expect, it, vi } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { ask } from '../health/ask.ts';
import { fresh, textOf } from '../service.ts';
import { FAILING, openDunningShop } from './dunning-shop.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

// A day at a gateway that does not answer is seventeen attempts for each invoice.
vi.setConfig({ testTimeout: 120_000 });

const GOOD = '4111111111111111';
const STATES = ['past_due_charge_invoice', 'new_dunning_event', 'paid_charge_invoice'];

onBothEngines('a gateway that does not answer', (service) => {
  const open = async (changes: Partial<Site> = {}) => {
    const shop = await openDunningShop(service());
    const { storage, sites, administration } = service().service.opened;
    const now = async (): Promise<Site> => (await sites.find(shop.site.subdomain)) ?? shop.site;
    const site = await now();
    await administration.transaction(shop.site.id, (all) =>
      all.save({ ...site, technical_contact: 'ops@shop.example', ...changes }),
    );
    const deps = { storage, world: openWorld(service().clock) };
    const mails = async (): Promise<string[]> => {
      await service().service.mail?.idle();
      const kept = await shop.records().outbox.list({}, 200);
      return kept
        .filter(({ kind }) => kind.startsWith('gateway_'))
        .map(({ kind, recipient }) => `${kind} ${recipient}`)
        .reverse();
    };
    const waiting = async () => {
      const { outages, invoices } = await waitingCollections(deps)(await now());
      return [outages.map(({ gateway_code, error_code }) => `${gateway_code} ${error_code}`), invoices.length];
    };
    const health = async () => {
      service().clock.advance({ seconds: 11 });
      return (await ask(`${service().apiUrl}/health`)).body;
    };
    return { ...shop, mails, waiting, health, failed: async () => failedWork({ storage })(await now()) };
  };

  it('leaves a renewal pending for a day: no mail to the customer, no dunning; then it is past due as ever', async () => {
    const shop = await open();
    const { code, uuid } = await shop.failingRenewals(FAILING.trouble);
    await shop.travel('2027-03-01T00:00:00Z');
    expect(await shop.latest(code, 'state', 'attempt_next_collection_at')).toEqual(['pending', '2027-03-01T00:05:00Z']);
    expect(await shop.show(uuid, 'state', 'current_period_ends_at')).toEqual(['active', '2027-04-01T00:00:00Z']);
    await shop.travel('2027-03-01T23:59:00Z');
    expect(await shop.latest(code, 'state')).toEqual(['pending']);
    expect(await shop.events(code, STATES)).toEqual(['2027-02-01 paid_charge_invoice']);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example']);
    expect(await shop.waiting()).toEqual([['test gateway_error'], 1]);
    expect(await shop.failed()).toEqual([]);
    await shop.travel('2027-03-02T00:00:00Z');
    expect(await shop.latest(code, 'state', 'attempt_next_collection_at')).toEqual([
      'past_due',
      '2027-03-04T00:00:00Z',
    ]);
    expect(await shop.events(code, STATES)).toEqual([
      '2027-02-01 paid_charge_invoice',
      '2027-03-02 past_due_charge_invoice',
      '2027-03-02 new_dunning_event 1',
    ]);
    // Dunning counts from there, and no attempt of the first day is spent.
    await shop.travel('2027-03-30T00:00:00Z');
    expect(await shop.latest(code, 'state')).toEqual(['failed']);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example']);
    // The outage is over once the gateway has answered another customer.
    await shop.subscribe(await shop.account(), await shop.plan());
    await shop.travel('2027-03-30T00:10:00Z');
    expect(await shop.waiting()).toEqual([[], 0]);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example', 'gateway_available ops@shop.example']);
  });

  it('leaves it pending for as long as the site lets it, or not at all', async () => {
    const shop = await open({ gateway_patience: 2 });
    const { code } = await shop.failingRenewals(FAILING.trouble);
    await shop.travel('2027-03-01T01:59:00Z');
    expect([await shop.latest(code, 'state'), await shop.waiting()]).toEqual([
      ['pending'],
      [['test gateway_error'], 1],
    ]);
    await shop.travel('2027-03-01T02:00:00Z');
    expect([await shop.latest(code, 'state'), (await shop.waiting())[1]]).toEqual([['past_due'], 0]);

    const hasty = await open({ gateway_patience: null });
    const other = await hasty.failingRenewals(FAILING.trouble);
    await hasty.travel('2027-03-01T00:00:00Z');
    expect(await hasty.latest(other.code, 'state')).toEqual(['past_due']);
  });

  it('is named at health, and both end once it answers: what waits is collected soon', async () => {
    const shop = await open();
    const customers = [await shop.failingRenewals(FAILING.trouble), await shop.failingRenewals(FAILING.trouble)];
    await shop.travel('2027-03-01T02:00:00Z');
    // Other sites may wait for a gateway as well.
    const part = `gateway:${shop.site.subdomain}/test`;
    expect(await shop.health()).toMatchObject({ status: 'degraded', degraded: expect.arrayContaining([part]) });
    expect(await shop.waiting()).toEqual([['test gateway_error'], 2]);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example']);
    for (const { code } of customers) {
      const found = await shop.records().accounts.find(code);
      const info = await shop.records().paymentMethods.primary(found?.id ?? '');
      // The card works again; the customer has not entered it anew.
      await service().service.opened.storage.transaction(shop.site.id, async ({ paymentMethods }) => {
        if (info) await paymentMethods.save({ ...info, reference: 'test-approved-x1' });
      });
    }
    const other = await shop.subscribe(await shop.account(), await shop.plan());
    expect(other).not.toBe('');
    await shop.travel('2027-03-01T02:03:00Z');
    for (const { code } of customers) expect(await shop.latest(code, 'state', 'recovery_reason')).toEqual(['paid', '']);
    await shop.travel('2027-03-01T02:10:00Z');
    expect(await shop.waiting()).toEqual([[], 0]);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example', 'gateway_available ops@shop.example']);
    await expect.poll(async () => JSON.stringify(await shop.health())).not.toContain(part);
  });

  it('is answered to a customer at once, and creates nothing', async () => {
    const shop = await open();
    const code = await shop.account();
    await shop.pays(code, FAILING.trouble);
    const charge =
      '<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments>';
    const buy = (account: string, info = '') =>
      shop.api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${account}</account_code>${info}</account><currency>USD</currency>${charge}</purchase>`,
      );
    for (let count = 1; count <= 3; count += 1) {
      const answer = await buy(code);
      expect([answer.status, textOf(answer.xml, 'transaction_error', 'error_code')]).toEqual([422, 'gateway_error']);
      // One may be the fault of a card, three in a row are not.
      expect(await shop.mails()).toEqual(count < 3 ? [] : ['gateway_unavailable ops@shop.example']);
    }
    expect(await shop.invoices(code)).toEqual([]);
    expect((await buy(fresh('buyer'), cardInfo(GOOD))).status).toBe(200);
    service().clock.advance({ minutes: 2 });
    await service().dueWork();
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example', 'gateway_available ops@shop.example']);
  });

  it('is forgotten without mail once nothing has asked it for four days', async () => {
    const shop = await open();
    const code = await shop.account();
    await shop.pays(code, FAILING.trouble);
    const fail = async () => {
      const charge =
        `<transaction><account><account_code>${code}</account_code></account>` +
        '<amount_in_cents>900</amount_in_cents><currency>USD</currency></transaction>';
      expect((await shop.api('POST', '/v2/transactions', charge)).status).toBe(422);
    };
    for (let count = 1; count <= 3; count += 1) await fail();
    expect(await shop.waiting()).toEqual([['test gateway_error'], 0]);
    service().clock.advance({ days: 3 });
    await fail();
    service().clock.advance({ days: 3 });
    await service().dueWork();
    expect(await shop.waiting()).toEqual([['test gateway_error'], 0]);
    service().clock.advance({ days: 1 });
    await service().dueWork();
    expect(await shop.waiting()).toEqual([[], 0]);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example']);
    // The next failure of a gateway that has not answered since is an outage at once.
    await fail();
    expect(await shop.waiting()).toEqual([['test gateway_error'], 0]);
  });

  it('holds up the retries and the dunning of an invoice that is past due, for a day', async () => {
    const shop = await open();
    const { code } = await shop.failingRenewals(FAILING.soft);
    await shop.travel('2027-03-02T00:00:00Z');
    expect(await shop.latest(code, 'state', 'attempt_next_collection_at')).toEqual([
      'past_due',
      '2027-03-04T00:00:00Z',
    ]);
    const found = await shop.records().accounts.find(code);
    const info = await shop.records().paymentMethods.primary(found?.id ?? '');
    await service().service.opened.storage.transaction(shop.site.id, async ({ paymentMethods }) => {
      if (info) await paymentMethods.save({ ...info, reference: 'test-saveable-trouble-x1' });
    });
    await shop.travel('2027-03-04T12:00:00Z');
    const dunned = async () => (await shop.events(code, ['new_dunning_event'])).map((one) => one.slice(0, 10));
    expect(await dunned()).toEqual(['2027-03-01']);
    expect(await shop.waiting()).toEqual([['test gateway_error'], 1]);
    await shop.travel('2027-03-05T00:00:00Z');
    expect(await dunned()).toEqual(['2027-03-01', '2027-03-05']);
    // The next step is as far from it as in the schedule.
    await shop.travel('2027-03-09T00:00:00Z');
    expect(await dunned()).toEqual(['2027-03-01', '2027-03-05', '2027-03-09']);
  });

  it('is the same for a payment that no gateway of the site takes', async () => {
    const shop = await open();
    const { code } = await shop.failingRenewals(FAILING.soft);
    const found = await shop.records().accounts.find(code);
    const info = await shop.records().paymentMethods.primary(found?.id ?? '');
    await service().service.opened.storage.transaction(shop.site.id, async ({ paymentMethods }) => {
      if (info) await paymentMethods.save({ ...info, gateway_code: 'gone' });
    });
    await shop.travel('2027-03-01T12:00:00Z');
    expect(await shop.latest(code, 'state')).toEqual(['pending']);
    expect(await shop.waiting()).toEqual([['none no_gateway'], 1]);
    expect(await shop.mails()).toEqual(['gateway_unavailable ops@shop.example']);
    await shop.travel('2027-03-02T00:00:00Z');
    expect(await shop.latest(code, 'state', 'attempt_next_collection_at')).toEqual([
      'past_due',
      '2027-03-03T00:00:00Z',
    ]);
  });
});
