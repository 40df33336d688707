import { lateWork } from '@service/billing/queries/due.ts';
import { expect, it } from 'vitest';
import { anAccount } from '../../src/adapters/storage/testing/samples.ts';
import { anInvoice } from '../../src/adapters/storage/testing/selling-samples.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from '../stories/engines.ts';
import { ask, untilHealth } from './ask.ts';

onBothEngines('without a worker', (service) => {
  it('health names it once work has been due for five minutes, the list shows the work, and both end with it', async () => {
    await service().service.worker?.close();
    const site = await service().openSite({ manual_invoicing: true });
    const origin = service().service.api?.url ?? '';
    const world = openWorld(service().clock);
    const late = async () => {
      const now = (await service().service.opened.sites.find(site.site.subdomain)) ?? site.site;
      const work = lateWork({ storage: service().service.opened.storage, world });
      return (await work(now)).map(({ kind }) => kind);
    };
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
    expect((await ask(`${origin}/health`)).body).toMatchObject({ status: 'ok' });
    expect(await late()).toEqual([]);
    service().clock.advance({ minutes: 2 });
    expect((await untilHealth(origin, 'degraded')).body).toMatchObject({ status: 'degraded', degraded: ['worker'] });
    expect(await late()).toEqual(['overdue_invoice']);

    const number = textOf(within(sold.xml, 'charge_invoice'), 'invoice_number');
    expect((await site.api('PUT', `/v2/invoices/${number}/mark_successful`)).status).toBe(200);
    service().clock.advance({ seconds: 11 });
    expect((await untilHealth(origin, 'ok')).body).toMatchObject({ status: 'ok' });
    expect(await late()).toEqual([]);
  });

  it('what a moved clock made due is late five minutes after it was moved', async () => {
    await service().service.worker?.close();
    const { storage, sites, administration } = service().service.opened;
    const { site, records } = await service().openSite();
    const world = openWorld(service().clock);
    const from = Math.floor(service().clock.now() / 1000);
    const month = 30 * 86_400;
    await administration.transaction(site.id, (all) => all.save({ ...site, clock_offset: month }));
    await storage.transaction(site.id, ({ due }) => due.startJourney(from, from + month, month));
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
