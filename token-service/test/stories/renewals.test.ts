import { failedWork } from '@service/billing/queries/work/due.ts';
import { retryFailedWork } from '@service/billing/usecases/due/retry-failed-work.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

onBothEngines('renewals', (service) => {
  const shop = () => openShop(service());

  it('bill each missed period on its own, dated at its boundary, on the day of the anchor', async () => {
    const { travel, plan, account, subscribe, invoices, show } = await shop();
    await travel('2027-01-31T09:00:00Z');
    const code = await account();
    const uuid = await subscribe(code, await plan());
    await travel('2027-05-15T00:00:00Z');
    expect(await invoices(code)).toEqual([
      '2027-01-31T09:00:00Z purchase paid 3000',
      '2027-02-28T09:00:00Z renewal paid 3000',
      '2027-03-31T09:00:00Z renewal paid 3000',
      '2027-04-30T09:00:00Z renewal paid 3000',
    ]);
    expect(await show(uuid, 'state', 'current_period_started_at', 'current_period_ends_at')).toEqual([
      'active',
      '2027-04-30T09:00:00Z',
      '2027-05-31T09:00:00Z',
    ]);
  });

  it('keep the agreed price after the plan became dearer, and after it was deleted', async () => {
    const { api, travel, plan, account, subscribe, invoices } = await shop();
    await travel('2027-03-10T00:00:00Z');
    const code = await account();
    const gold = await plan();
    await subscribe(code, gold);
    const dearer = '<plan><unit_amount_in_cents><USD>9900</USD></unit_amount_in_cents></plan>';
    expect((await api('PUT', `/v2/plans/${gold}`, dearer)).status).toBe(200);
    await travel('2027-04-10T00:00:00Z');
    expect((await api('DELETE', `/v2/plans/${gold}`)).status).toBe(204);
    await travel('2027-05-10T00:00:00Z');
    expect((await invoices(code)).slice(1)).toEqual([
      '2027-04-10T00:00:00Z renewal paid 3000',
      '2027-05-10T00:00:00Z renewal paid 3000',
    ]);
  });

  it('bill fixed add-ons and pending charges, and leave out the setup fee', async () => {
    const { api, travel, plan, account, subscribe, latestLines, invoices } = await shop();
    await travel('2027-03-10T00:00:00Z');
    const code = await account();
    const gold = await plan('<setup_fee_in_cents><USD>500</USD></setup_fee_in_cents>');
    const addOn =
      '<add_on><add_on_code>seats</add_on_code><name>Seats</name><unit_amount_in_cents><USD>250</USD></unit_amount_in_cents></add_on>';
    expect((await api('POST', `/v2/plans/${gold}/add_ons`, addOn)).status).toBe(201);
    const seats =
      '<subscription_add_ons><subscription_add_on><add_on_code>seats</add_on_code><quantity>2</quantity></subscription_add_on></subscription_add_ons>';
    await subscribe(code, gold, seats);
    const charge =
      '<adjustment><description>Support</description><unit_amount_in_cents>700</unit_amount_in_cents><currency>USD</currency></adjustment>';
    expect((await api('POST', `/v2/accounts/${code}/adjustments`, charge)).status).toBe(201);
    await travel('2027-04-10T00:00:00Z');
    expect((await latestLines(code)).toSorted()).toEqual(['add_on 250 x 2', 'debit 700 x 1', 'plan 3000 x 1']);
    // 30.00 + 2 x 2.50 + 7.00.
    expect((await invoices(code))[1]).toBe('2027-04-10T00:00:00Z renewal paid 4200');
  });

  it('leave a declined invoice past due and the subscription active', async () => {
    const { api, travel, plan, account, subscribe, invoices, show } = await shop();
    await travel('2027-03-10T00:00:00Z');
    const code = await account();
    const uuid = await subscribe(code, await plan());
    expect((await api('DELETE', `/v2/accounts/${code}/billing_info`)).status).toBe(204);
    await travel('2027-04-10T00:00:00Z');
    expect((await invoices(code))[1]).toBe('2027-04-10T00:00:00Z renewal past_due 3000');
    expect(await show(uuid, 'state', 'current_period_started_at')).toEqual(['active', '2027-04-10T00:00:00Z']);
  });

  it('convert a trial, or end it where nothing can be charged', async () => {
    const { api, travel, plan, account, subscribe, invoices, show } = await shop();
    await travel('2027-03-10T00:00:00Z');
    const trial = await plan(
      '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit><trial_requires_billing_info>false</trial_requires_billing_info>',
    );
    const [payer, visitor] = [await account(), await account('')];
    const [paid, unpaid] = [await subscribe(payer, trial), await subscribe(visitor, trial)];
    await travel('2027-03-17T00:00:00Z');
    expect((await invoices(payer))[1]).toBe('2027-03-17T00:00:00Z renewal paid 3000');
    expect(await show(paid, 'state', 'converted_at', 'current_period_ends_at')).toEqual([
      'active',
      '2027-03-17T00:00:00Z',
      '2027-04-17T00:00:00Z',
    ]);
    expect(await show(unpaid, 'state', 'expires_at')).toEqual(['expired', '2027-03-17T00:00:00Z']);
    expect(await invoices(visitor)).toHaveLength(1);
    expect((await api('GET', `/v2/accounts/${visitor}`)).status).toBe(200);
  });

  it('start future subscriptions with their setup fee, and end terms that do not renew', async () => {
    const { travel, plan, account, subscribe, invoices, show } = await shop();
    await travel('2027-03-10T00:00:00Z');
    const code = await account();
    const term = await plan(
      '<setup_fee_in_cents><USD>500</USD></setup_fee_in_cents><total_billing_cycles>2</total_billing_cycles><auto_renew>false</auto_renew>',
    );
    const uuid = await subscribe(code, term, '<starts_at>2027-03-20T00:00:00Z</starts_at>');
    await travel('2027-06-01T00:00:00Z');
    expect(await invoices(code)).toEqual([
      '2027-03-20T00:00:00Z purchase paid 3500',
      '2027-04-20T00:00:00Z renewal paid 3000',
    ]);
    expect(await show(uuid, 'state', 'expires_at', 'canceled_at')).toEqual(['expired', '2027-05-20T00:00:00Z', '']);
  });

  it('of a production site bill three missed periods, and ask an operator for the fourth', async () => {
    const { api, site, plan, account, subscribe, records } = await openShop(service(), { mode: 'production' });
    const code = await account('');
    // Due after the test, so that no invoice enters dunning.
    const terms = '<collection_method>manual</collection_method><net_terms>365</net_terms>';
    const uuid = await subscribe(code, await plan(), terms);
    const count = async () => ((await api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? []).length;
    // Four months later, to the day and an hour.
    service().clock.advance({ days: 120, hours: 25 });
    await service().dueWork();
    expect(await count()).toBe(4);
    const { storage } = service().service.opened;
    const [parked, ...others] = await failedWork({ storage })(site);
    expect(others).toEqual([]);
    expect([parked?.kind, parked?.id, parked?.status]).toEqual(['subscription_boundary', uuid, 'parked']);
    expect(parked?.error).toMatch(/^3 missed periods were billed\. Retry to bill the period .* as well: 30\.00 USD\.$/);
    const world = openWorld(service().clock);
    const operator = { site, at: parked?.at ?? 0, actor: 'command line', correlation: 'test' };
    await retryFailedWork({ storage, world })(operator, 'subscription_boundary', uuid);
    await service().dueWork();
    expect(await count()).toBe(5);
    expect((await records().subscriptions.find(uuid))?.late_periods).toBe(0);
  });
});
