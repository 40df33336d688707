import type { EventRecord } from '@service/billing/domain/events/event.ts';
import { newDelivery } from '@service/billing/domain/webhooks/delivery.ts';
import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { lateWork, siteTrouble } from '@service/billing/queries/work/due.ts';
import { idsFrom } from '@service/billing/values/ids.ts';
import { expect, it } from 'vitest';
import { anAccount } from '../../src/adapters/storage/testing/samples.ts';
import { anInvoice } from '../../src/adapters/storage/testing/selling-samples.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from '../stories/engines.ts';

const anEndpoint = (id: string, at: number) => ({
  id,
  url: 'https://shop.example/hook',
  types: null,
  legacy_invoices: false,
  pause_reason: null,
  has_basic_auth: false,
  header_names: [],
  sealed_secrets: 'c2VhbGVk',
  previous_secret_until_ms: null,
  created_at_ms: at,
  updated_at_ms: at,
});
const anEvent = (at: number): EventRecord => ({
  id: `${idsFrom(at)}70008000000000000000`,
  at: Math.floor(at / 1000),
  type: 'new_account',
  account_id: null,
  correlation: null,
  event: { type: 'new_account', account: sampleAccount },
});
const aNotification = (id: string, created_at_ms: number) =>
  ({
    id,
    event_id: null,
    type: 'new_account',
    account_id: null,
    correlation: null,
    body: '<a/>',
    created_at_ms,
  }) as const;

onBothEngines('without a worker', (service) => {
  const stopWork = async () => {
    const { worker, mail, webhooks } = service().service;
    await Promise.all([worker?.close(), mail?.close(), webhooks?.close()]);
  };
  it('work is late once it has been due for five minutes, until it is done', async () => {
    await stopWork();
    const site = await service().openSite({ manual_invoicing: true });
    const world = openWorld(service().clock);
    const late = async () => {
      const now = (await service().service.opened.sites.find(site.site.subdomain)) ?? site.site;
      const work = lateWork({ storage: service().service.opened.storage, world });
      return (await work(now)).map(({ kind }) => kind);
    };
    const parts = async () =>
      (await siteTrouble({ storage: service().service.opened.storage, world })(site.site)).map(({ part }) => part);
    const sold = await site.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${fresh('buyer')}</account_code></account><currency>USD</currency>
       <collection_method>manual</collection_method><net_terms type="integer">0</net_terms>
       <adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    // Past due a day after its due date.
    service().clock.advance({ hours: 24, minutes: 4 });
    expect([await parts(), await late()]).toEqual([[], []]);
    service().clock.advance({ minutes: 2 });
    expect([await parts(), await late()]).toEqual([['worker'], ['overdue_invoice']]);

    const number = textOf(within(sold.xml, 'charge_invoice'), 'invoice_number');
    expect((await site.api('PUT', `/v2/invoices/${number}/mark_successful`)).status).toBe(200);
    expect([await parts(), await late()]).toEqual([[], []]);
  });

  it.each(['an event', 'a retry', 'mail'])('health names it for %s that waits', async (waits) => {
    await stopWork();
    const { storage } = service().service.opened;
    const { site, records } = await service().openSite();
    const now = service().clock.now();
    const [endpoint, notification] = ['1'.repeat(32), '2'.repeat(32)];
    if (waits === 'mail') {
      const message = { kind: 'receipt', recipient: 'ada@example.com', correlation: 'test', payload: {} };
      await records().outbox.queue({ ...message, id: endpoint });
    } else {
      await records().webhookEndpoints.add(anEndpoint(endpoint, now));
      await storage.transaction(site.id, async ({ events, webhookDeliveries }) => {
        if (waits === 'an event') return events.appendAll([anEvent(service().clock.now())]);
        await webhookDeliveries.addNotifications([aNotification(notification, now)]);
        const ids = { id: endpoint, endpoint_id: endpoint, notification_id: notification };
        return webhookDeliveries.add([{ ...newDelivery(ids, 1, now, false), state: 'retrying', attempts: 1 }]);
      });
    }
    const world = openWorld(service().clock);
    const parts = async () => (await siteTrouble({ storage, world })(site)).map(({ part }) => part);
    service().clock.advance({ minutes: 4, seconds: 59 });
    expect(await parts()).toEqual([]);
    service().clock.advance({ seconds: 2 });
    expect(await parts()).toEqual(['worker']);
  });

  it('what a moved clock made due is late five minutes after it was moved', async () => {
    await stopWork();
    const { storage, sites, administration } = service().service.opened;
    const { site, records } = await service().openSite();
    const world = openWorld(service().clock);
    const from = Math.floor(service().clock.now() / 1000);
    const month = 30 * 86_400;
    await administration.transaction(site.id, (all) => all.save({ ...site, clock_offset: month }));
    await storage.transaction(site.id, ({ due }) => due.startClockMove(from, from + month, month));
    const account = anAccount(1);
    const overdue = { type: 'charge', state: 'pending', collection_method: 'manual', due_on: from } as const;
    const { uuid } = anInvoice(1, account);
    await records().accounts.add(account);
    await records().invoices.add(anInvoice(1, account, overdue));
    const late = async () => lateWork({ storage, world })((await sites.find(site.subdomain)) ?? site);
    service().clock.advance({ minutes: 4 });
    expect(await late()).toEqual([]);
    service().clock.advance({ minutes: 2 });
    expect(await late()).toMatchObject([{ kind: 'overdue_invoice', id: uuid }]);
  });
});
