import { linesOfSubscription } from '@service/billing/domain/subscriptions/lines.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import { renew } from '@service/billing/domain/subscriptions/renew.ts';
import { expect, it } from 'vitest';
import { anAddress, id } from '../../src/adapters/storage/testing/samples.ts';
import { anAdjustment, anInvoice, aSubscription } from '../../src/adapters/storage/testing/selling-samples.ts';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { fresh, type OtherSite, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const href = (element: Element | undefined, ...path: string[]) => within(element, ...path)?.attributes.get('href');

onBothEngines('existing subscriptions', (service) => {
  const at = (version: string) => ({ 'X-Api-Version': version });
  const now = () => service().clock.now() / 1000;

  /** A site with an account and a plan, and helpers that create its subscriptions. */
  const furnished = async () => {
    const site = await service().openSite();
    const account_code = fresh('reader');
    await site.api('POST', '/v2/accounts', `<account><account_code>${account_code}</account_code></account>`);
    const price = '<unit_amount_in_cents><USD>1999</USD></unit_amount_in_cents>';
    await site.api('POST', '/v2/plans', `<plan><plan_code>tideline</plan_code><name>Tideline</name>${price}</plan>`);
    const records = site.records();
    const [account, plan] = [await records.accounts.find(account_code), await records.plans.find('tideline')];
    if (!account || !plan) throw new Error('the account or the plan is missing');
    const subscribe = (n: number, changes: Partial<SubscriptionRecord> = {}) =>
      records.subscriptions.add(aSubscription(n, account, { plan_id: plan.id, ...changes }));
    return { site, account, records, subscribe };
  };
  const look = async (site: OtherSite, version = '2.19') => {
    const found = await site.api('GET', `/v2/subscriptions/${id(1)}`, undefined, at(version));
    expect(found.status, found.text).toBe(200);
    return found.xml;
  };

  it('are returned with their plan, add-ons and links', async () => {
    const { site, account, records, subscribe } = await furnished();
    await subscribe(1);
    const of = `${service().apiUrl}/v2`;
    const xml = await look(site);
    expect(xml?.attributes.get('href')).toBe(`${of}/subscriptions/${id(1)}`);
    expect(href(xml, 'account')).toBe(`${of}/accounts/${account.account_code}`);
    expect(href(xml, 'redemptions')).toBe(`${of}/subscriptions/${id(1)}/redemptions`);
    expect(within(xml, 'invoice')).toBeUndefined();
    expect(href(xml, 'plan')).toBe(`${of}/plans/tideline`);
    expect(within(xml, 'plan')?.children.map(({ name, text }) => [name, text])).toEqual([
      ['plan_code', 'tideline'],
      ['name', 'Tideline'],
    ]);
    expect(textOf(xml, 'subscription_add_ons', 'subscription_add_on', 'add_on_code')).toBe('charts');
    for (const name of ['pending_subscription', 'shipping_address', 'cost_in_cents', 'parent_account']) {
      expect(within(xml, name), name).toBeUndefined();
    }
    await records.invoices.add(anInvoice(1001, account, { invoice_number_prefix: 'FR' }));
    const line = { state: 'invoiced', invoice_id: id(1001), subscription_id: id(1) } as const;
    await records.adjustments.add(anAdjustment(2, account, line));
    expect(href(await look(site), 'invoice')).toBe(`${of}/invoices/FR1001`);
    const dashed = `${id(1).slice(0, 8)}-${id(1).slice(8)}`.toUpperCase();
    expect((await site.api('GET', `/v2/subscriptions/${dashed}`)).status).toBe(200);
    expect((await site.api('GET', `/v2/subscriptions/${id(2)}`)).status).toBe(404);
  });

  it('show the current plan code, and link to the plan while it is active', async () => {
    const { site, subscribe } = await furnished();
    await subscribe(1);
    await site.api('PUT', '/v2/plans/tideline', '<plan><plan_code>tides</plan_code></plan>');
    const renamed = await look(site);
    expect(textOf(renamed, 'plan', 'plan_code')).toBe('tides');
    expect((await site.api('GET', href(renamed, 'plan') ?? '')).status).toBe(200);
    await site.api('DELETE', '/v2/plans/tides');
    const gone = await look(site);
    expect(textOf(gone, 'plan', 'plan_code')).toBe('tideline');
    expect(href(gone, 'plan')).toBeUndefined();
  });

  it('renew at the agreed price after the plan was changed and deleted', async () => {
    const { site, account, records, subscribe } = await furnished();
    await subscribe(1, { current_period_ends_at: 1_772_366_400 });
    const dearer = '<plan><unit_amount_in_cents><USD>9999</USD></unit_amount_in_cents></plan>';
    expect((await site.api('PUT', '/v2/plans/tideline', dearer)).status).toBe(200);
    expect((await site.api('DELETE', '/v2/plans/tideline')).status).toBe(204);
    const found = await records.subscriptions.find(id(1));
    const plan = await records.plans.byId(found?.plan_id ?? '');
    if (!found || !plan) throw new Error('The subscription and its plan are stored');
    const { subscription, charges } = renew(found, 1_772_366_400);
    const setting = { uuid: () => id(2), at: 1_772_366_400, account_id: account.id, currency: 'USD' };
    const lines = charges
      .filter((charge) => charge.kind === 'period')
      .flatMap((charge) => linesOfSubscription(setting, { subscription, plan, charge, rates: [], shipping: null }, 0));
    expect(lines.map(({ record }) => [record.origin, record.unit_amount_in_cents, record.quantity])).toEqual([
      ['plan', 1999, 3],
      ['add_on', 250, 2],
    ]);
  });

  it('end when their account is closed, according to their state', async () => {
    const { site, account, records, subscribe } = await furnished();
    const states = ['active', 'canceled', 'paused', 'future', 'expired'] as const;
    const earlier = { canceled_at: 1_767_000_000, expires_at: 1_772_000_000 };
    for (const [n, state] of states.entries()) {
      const ended = state === 'canceled' || state === 'expired' ? earlier : {};
      await subscribe(n + 1, { state, paused_at: 1_771_000_000, remaining_pause_cycles: 2, ...ended });
    }
    const closedAt = Math.floor(now());
    expect((await site.api('DELETE', `/v2/accounts/${account.account_code}`)).status).toBe(204);
    const after = await Promise.all(states.map((_, n) => records.subscriptions.find(id(n + 1))));
    const [active, canceled, paused, future, expired] = after;
    const ends = active?.current_period_ends_at;
    expect(active).toMatchObject({ state: 'canceled', canceled_at: closedAt, expires_at: ends, paused_at: null });
    expect(canceled).toMatchObject({ state: 'canceled', ...earlier });
    expect(paused).toMatchObject({ state: 'expired', canceled_at: null, expires_at: closedAt, paused_at: null });
    expect(future).toBeUndefined();
    expect(expired).toMatchObject({ state: 'expired', ...earlier });
  });

  it('show a pending change as a nested subscription', async () => {
    const { site, subscribe } = await furnished();
    const yearly = { plan_id: id(9), plan_code: 'yearly', plan_name: 'Yearly', unit_amount_in_cents: 5, quantity: 2 };
    const sold = aSubscription(9, { id: id(9) });
    await subscribe(1, { pending: { ...sold, ...yearly, ramp_intervals: [], add_ons: [], at: 'bill_date' } });
    const waiting = within(await look(site), 'pending_subscription');
    expect(Object.fromEntries(waiting?.attributes ?? [])).toEqual({ type: 'subscription' });
    expect(waiting?.children.map(({ name, text }) => [name, text.trim()])).toEqual([
      ['plan', ''],
      ['unit_amount_in_cents', '5'],
      ['quantity', '2'],
      ['subscription_add_ons', ''],
    ]);
    expect(textOf(waiting, 'plan', 'plan_code')).toBe('yearly');
  });

  it('show their shipping address, from 2.11 on', async () => {
    const { site, account, records, subscribe } = await furnished();
    const address = anAddress(7, account);
    await records.shippingAddresses.add(address);
    await subscribe(1, { shipping_address_key: address.key });
    const home = `/v2/accounts/${account.account_code}/shipping_addresses/${address.id}`;
    expect(href(await look(site), 'shipping_address')).toContain(home);
    expect(within(await look(site, '2.10'), 'shipping_address')).toBeUndefined();
    const [listed] = (await site.api('GET', '/v2/subscriptions')).xml?.children ?? [];
    expect(href(listed, 'shipping_address')).toContain(home);
    await subscribe(2);
    const sentTo = href(
      (await site.api('GET', `/v2/accounts/${account.account_code}/shipping_addresses`)).xml?.children[0],
      'subscriptions',
    );
    expect((await site.api('GET', sentTo ?? '')).xml?.children.map((one) => textOf(one, 'uuid'))).toEqual([id(1)]);
    expect((await site.api('HEAD', sentTo ?? '')).headers.get('x-records')).toBe('1');
    expect((await site.api('HEAD', `${sentTo}?state=expired`)).headers.get('x-records')).toBe('0');
    expect((await site.api('GET', sentTo?.replace('/subscriptions', '0/subscriptions') ?? '')).status).toBe(404);
    await records.shippingAddresses.remove(address.key);
    expect(within(await look(site), 'shipping_address')).toBeUndefined();
  });

  it('show only the fields of the requested version; before 2.11 a paused one is shown as active', async () => {
    const { site, subscribe } = await furnished();
    await subscribe(1, { state: 'paused', paused_at: 1_772_366_400, remaining_pause_cycles: 2 });
    expect(textOf(await look(site, '2.10'), 'state')).toBe('active');
    expect(textOf(await look(site, '2.11'), 'state')).toBe('paused');
    const names = ['paused_at', 'auto_renew', 'custom_fields', 'imported_trial', 'updated_at', 'parent_account'];
    const shown = async (version: string) => {
      const xml = await look(site, version);
      return names.filter((name) => within(xml, name));
    };
    expect(await shown('2.2')).toEqual(['updated_at']);
    expect(await shown('2.8')).toEqual(['imported_trial', 'updated_at']);
    expect(await shown('2.19')).toEqual(['paused_at', 'auto_renew', 'custom_fields', 'imported_trial', 'updated_at']);
  });

  it('are filtered by state; an account lists its live ones by default', async () => {
    const { site, account, records, subscribe } = await furnished();
    await subscribe(1, { trial_ends_at: now() + 60 });
    await subscribe(2, { state: 'canceled' });
    await subscribe(3, { state: 'expired' });
    await subscribe(4, { state: 'future' });
    await subscribe(5, { state: 'paused' });
    await records.invoices.add(anInvoice(1001, account, { state: 'past_due' }));
    const line = { state: 'invoiced', invoice_id: id(1001), subscription_id: id(2) } as const;
    await records.adjustments.add(anAdjustment(2, account, line));
    const listed = async (path: string, version = '2.19') => {
      const answer = await site.api('GET', path, undefined, at(version));
      expect(answer.status, answer.text).toBe(200);
      return answer.xml?.children.map((one) => Number.parseInt(textOf(one, 'uuid') ?? '', 16));
    };
    const all = (state: string) => listed(`/v2/subscriptions?order=asc&state=${state}`);
    expect(await all('')).toEqual([1, 2, 3, 4, 5]);
    expect(await all('active')).toEqual([1]);
    expect(await all('canceled')).toEqual([2]);
    expect(await all('expired')).toEqual([3]);
    expect(await all('future')).toEqual([4]);
    expect(await all('paused')).toEqual([5]);
    expect(await all('in_trial')).toEqual([1]);
    expect(await all('live')).toEqual([1, 2, 4, 5]);
    expect(await all('past_due')).toEqual([2]);
    const ofAccount = `/v2/accounts/${account.account_code}/subscriptions`;
    expect(await listed(`${ofAccount}?order=asc`)).toEqual([1, 2, 4, 5]);
    expect(await listed(`${ofAccount}?state=expired`)).toEqual([3]);
    expect((await site.api('HEAD', ofAccount)).headers.get('x-records')).toBe('4');
    expect((await site.api('GET', '/v2/subscriptions?state=late')).status).toBe(400);
    const early = await site.api('GET', '/v2/subscriptions?state=paused', undefined, at('2.10'));
    expect(early.status).toBe(400);
    expect(await listed('/v2/invoices/1001/subscriptions')).toEqual([2]);
    service().clock.advance({ minutes: 1 });
    expect(await all('in_trial')).toEqual([]);
  });
});
