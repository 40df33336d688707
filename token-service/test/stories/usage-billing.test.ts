import type { Records } from '@service/billing/ports/storage.ts';
import { describe, expect, it } from 'vitest';
import { textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { NEWEST, openUsageShop, tiers, usd } from './usage-shop.ts';

const PRICE = '<usage_type>price</usage_type>';
const share = (percentage: string) =>
  `<usage_type>percentage</usage_type><usage_percentage>${percentage}</usage_percentage>`;
const at = (date: string) => `<usage_timestamp>${date}</usage_timestamp>`;

/** Runs an operation and returns the types of the events it caused. */
const eventsOf = async ({ events }: Records, operation: () => Promise<unknown>): Promise<string[]> => {
  const all = async () => (await events.after(undefined, 10_000)) ?? [];
  const before = (await all()).length;
  await operation();
  return (await all()).slice(before).map(({ type }) => type);
};

/** A plan of 30.00 a month with usage add-ons, sold on 10 March 2027. */
onBothEngines('usage on invoices', (service) => {
  const shop = () => openUsageShop(service());

  it('is billed in arrears by the renewal, which shows unused add-ons too, and is not changed afterwards', async () => {
    const { api, travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(1000) });
    const first = await use(uuid, 'archive', '10');
    await use(uuid, 'archive', '0.57874');
    expect(await lines(account)).toEqual(['plan: 3000 x 1']);
    await travel('2027-04-10T00:00:00Z');
    // 10.57874 x 10.00 = 105.7874, and 30.00 for the next period.
    expect(await lines(account)).toEqual(['plan: 3000 x 1', 'archive, 10.57874 at 10.00 USD: 10579 x 1']);
    expect((await invoices(account))[1]).toBe('2027-04-10T00:00:00Z renewal paid 13579');
    expect(textOf((await api('GET', first)).xml, 'billed_at')).toBe('2027-04-10T00:00:00Z');
    for (const refused of [await api('PUT', first, '<usage><amount>1</amount></usage>'), await api('DELETE', first)])
      expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'usage_billed']);
    const billed = await api('GET', `${first.slice(0, first.lastIndexOf('/'))}?billing_status=billed`);
    expect(billed.xml?.children).toHaveLength(2);
    await travel('2027-05-10T00:00:00Z');
    expect(await lines(account)).toEqual(['plan: 3000 x 1', 'archive: 1000 x 0']);
  });

  it('costs what its model says, each add-on on its own', async () => {
    const { travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({
      tiered: PRICE + tiers('tiered', [100, 100], [null, 50]),
      volume: PRICE + tiers('volume', [20, 1000], [null, 900]),
      stairs: PRICE + tiers('stairstep', [10, 5000], [20, 10_000], [null, 15_000]),
      fees: share('2.36'),
    });
    for (const [code, amount] of [
      ['tiered', '150'],
      ['volume', '25'],
      ['stairs', '25'],
      ['fees', '50000'],
    ] as const)
      await use(uuid, code, amount);
    await travel('2027-04-10T00:00:00Z');
    // 100 x 1.00 + 50 x 0.50 = 125.00; 25 x 9.00 = 225.00; 150.00; 2.36 % of 500.00 = 11.80; 30.00 for the plan.
    expect(await lines(account)).toEqual([
      'plan: 3000 x 1',
      'tiered (1–100): 100 x 100',
      'tiered (101 and up): 50 x 50',
      'volume (21 and up): 900 x 25',
      'stairs (21 and up): 15000 x 1',
      'fees, 2.36% of 500.00 USD: 1180 x 1',
    ]);
    expect((await invoices(account))[1]).toBe('2027-04-10T00:00:00Z renewal paid 54180');
  });

  it('is billed as it was edited, without what was deleted', async () => {
    const { api, travel, sell, use, lines } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(5) });
    const [edited, deleted] = [await use(uuid, 'archive', '100'), await use(uuid, 'archive', '1000')];
    expect((await api('PUT', edited, '<usage><amount>40</amount></usage>')).status).toBe(200);
    expect((await api('DELETE', deleted)).status).toBe(204);
    await travel('2027-04-10T00:00:00Z');
    expect(await lines(account)).toEqual(['plan: 3000 x 1', 'archive: 5 x 40']);
  });

  it('that is recorded late is on the next invoice, with its period', async () => {
    const { travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({
      archive: PRICE + usd(5),
      tiered: PRICE + tiers('tiered', [100, 100], [null, 50]),
    });
    await use(uuid, 'tiered', '90');
    await travel('2027-04-10T00:00:00Z');
    await use(uuid, 'archive', '7', at('2027-04-09T23:59:59Z'));
    await use(uuid, 'archive', '2', at('2027-04-10T00:00:00Z'));
    await use(uuid, 'tiered', '20', at('2027-03-20T00:00:00Z'));
    await travel('2027-05-10T00:00:00Z');
    // Of March, 90 were billed at 1.00: 10 more are, and 10 are in the next tier.
    const late = 'late usage of 2027-03-10 to 2027-04-10';
    expect(await lines(account)).toEqual([
      'plan: 3000 x 1',
      `archive, ${late}: 5 x 7`,
      'archive: 5 x 2',
      `tiered (1–100), ${late}: 100 x 10`,
      `tiered (101 and up), ${late}: 50 x 10`,
      'tiered (1–100): 100 x 0',
    ]);
    // 30.00 + 0.35 + 0.10 + 10.00 + 5.00.
    expect((await invoices(account))[2]).toBe('2027-05-10T00:00:00Z renewal paid 4545');
    await travel('2027-06-10T00:00:00Z');
    expect((await invoices(account))[3]).toBe('2027-06-10T00:00:00Z renewal paid 3000');
  });

  it('of a period that was billed by volume or stairstep is refused, because its price was that of the whole', async () => {
    const { api, travel, sell, use } = await shop();
    const { uuid } = await sell({ volume: PRICE + tiers('volume', [20, 1000], [null, 900]) });
    const inTime = await use(uuid, 'volume', '1');
    await travel('2027-04-10T00:00:00Z');
    const late = `<usage><amount>1</amount>${at('2027-04-01')}</usage>`;
    const refused = await api('POST', inTime.slice(0, inTime.lastIndexOf('/')), late);
    expect(refused.status).toBe(422);
    expect(refused.xml?.children[0]?.attributes.get('field')).toBe('usage.usage_timestamp');
  });

  it('below zero is a credit that pays for the same renewal, and stays open where it exceeds it', async () => {
    const { api, travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(500) });
    await use(uuid, 'archive', '3');
    await use(uuid, 'archive', '-5');
    await travel('2027-04-10T00:00:00Z');
    // 2 x 5.00 back; 30.00 - 10.00 charged to the card.
    expect(await lines(account)).toEqual(['plan: 3000 x 1']);
    expect((await invoices(account)).slice(1).toSorted()).toEqual([
      '2027-04-10T00:00:00Z renewal paid 3000',
      '2027-04-10T00:00:00Z usage_correction closed -1000',
    ]);
    const paid = (await api('GET', `/v2/accounts/${account}/transactions?type=purchase`)).xml?.children ?? [];
    expect(paid.map((one) => textOf(one, 'amount_in_cents')).toSorted()).toEqual(['2000', '3000']);
    // 10 late at 5.00 back, 30.00 to pay: 20.00 are left.
    await use(uuid, 'archive', '-10', at('2027-03-20'));
    await travel('2027-05-10T00:00:00Z');
    expect((await invoices(account)).slice(3).toSorted()).toEqual([
      '2027-05-10T00:00:00Z renewal paid 3000',
      '2027-05-10T00:00:00Z usage_correction open -5000',
    ]);
    const balance = (await api('GET', `/v2/accounts/${account}/balance`)).xml;
    expect(textOf(balance, 'balance_in_cents', 'USD')).toBe('-2000');
  });

  it('below zero credits what is still owed of the usage before anything else', async () => {
    const { api, travel, sell, use, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(500) });
    await use(uuid, 'archive', '10');
    const manual = '<collection_method>manual</collection_method><net_terms>60</net_terms>';
    const changed = await api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${manual}</subscription>`);
    expect(changed.status, changed.text).toBe(200);
    await travel('2027-04-10T00:00:00Z');
    await use(uuid, 'archive', '-4', at('2027-03-20'));
    await use(uuid, 'archive', '-5');
    await travel('2027-05-10T00:00:00Z');
    // None of the 9 at 5.00 was ever paid, also not those that the merchant has dated in the next period.
    expect((await invoices(account)).slice(1).toSorted()).toEqual([
      '2027-04-10T00:00:00Z renewal pending 8000',
      '2027-05-10T00:00:00Z renewal pending 3000',
      '2027-05-10T00:00:00Z usage_correction closed -4500',
    ]);
    const { xml } = await api('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`);
    const owed = (xml?.children ?? []).filter((one) => textOf(one, 'origin') === 'renewal');
    expect(owed.map((one) => textOf(one, 'balance_in_cents'))).toEqual(['3500', '3000']);
  });

  it('below zero, in a later period than usage that was never paid, leaves no credit for other purchases', async () => {
    const { api, travel, sell, use, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(500) });
    await use(uuid, 'archive', '10');
    const manual = '<collection_method>manual</collection_method><net_terms>60</net_terms>';
    await api('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${manual}</subscription>`);
    await travel('2027-04-10T00:00:00Z');
    await use(uuid, 'archive', '-8');
    expect((await api('PUT', `/v2/subscriptions/${uuid}/terminate`)).status).toBe(200);
    expect((await invoices(account)).at(-1)).toMatch(/usage_correction closed -4000$/);
    const balance = (await api('GET', `/v2/accounts/${account}/balance`)).xml;
    expect(textOf(balance, 'balance_in_cents', 'USD')).toBe('4000');
  });

  it('is taxed, also where it is corrected', async () => {
    const { travel, sell, use, invoices } = await openUsageShop(service(), { tax_registrations: ['US-CA'] });
    const { uuid, account } = await sell({ archive: PRICE + usd(1000) });
    await use(uuid, 'archive', '-1');
    await travel('2027-04-10T00:00:00Z');
    const [charge, credit] = ['renewal', 'usage_correction'].map(async (origin) =>
      Number(
        (await invoices(account))
          .find((one) => one.includes(origin))
          ?.split(' ')
          .at(-1),
      ),
    );
    // The credit is a third of the renewal, tax included, to the cent.
    expect(await charge).toBeGreaterThan(3000);
    expect(Math.abs(3 * ((await credit) ?? 0) + ((await charge) ?? 0))).toBeLessThanOrEqual(2);
  });

  it('in a trial is never billed', async () => {
    const { travel, sell, use, lines } = await shop();
    const trial = '<trial_interval_length>14</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const { uuid, account } = await sell({ archive: PRICE + usd(5) }, trial);
    await use(uuid, 'archive', '100');
    await travel('2027-03-24T00:00:00Z');
    expect(await lines(account)).toEqual(['plan: 3000 x 1']);
    await use(uuid, 'archive', '8');
    await travel('2027-04-24T00:00:00Z');
    expect(await lines(account)).toEqual(['plan: 3000 x 1', 'archive: 5 x 8']);
  });

  it('before a pause is billed when the pause begins; during it none is recorded', async () => {
    const { api, travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(5) });
    const recorded = await use(uuid, 'archive', '100');
    const pause = '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>';
    expect((await api('PUT', `/v2/subscriptions/${uuid}/pause`, pause)).status).toBe(200);
    await travel('2027-04-10T00:00:00Z');
    expect(await lines(account)).toEqual(['archive: 5 x 100']);
    expect((await invoices(account))[1]).toBe('2027-04-10T00:00:00Z renewal paid 500');
    const path = recorded.slice(0, recorded.lastIndexOf('/'));
    const refused = await api('POST', path, '<usage><amount>1</amount></usage>');
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'usage_not_recordable']);
    expect((await api('HEAD', path)).headers.get('x-records')).toBe('1');
    await travel('2027-05-10T00:00:00Z');
    await use(uuid, 'archive', '4');
    await travel('2027-06-10T00:00:00Z');
    expect(await lines(account)).toEqual(['plan: 3000 x 1', 'archive: 5 x 4']);
  });

  it('is on the final invoice when a canceled subscription expires, and is not recorded any more', async () => {
    const { api, travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(5), unused: PRICE + usd(1) });
    const recorded = await use(uuid, 'archive', '300');
    expect((await api('PUT', `/v2/subscriptions/${uuid}/cancel`)).status).toBe(200);
    await use(uuid, 'archive', '4');
    await travel('2027-04-10T00:00:00Z');
    expect(await lines(account)).toEqual(['archive: 5 x 304']);
    expect((await invoices(account)).slice(1)).toEqual(['2027-04-10T00:00:00Z termination paid 1520']);
    const refused = await api(
      'POST',
      recorded.slice(0, recorded.lastIndexOf('/')),
      '<usage><amount>1</amount></usage>',
    );
    expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([422, 'subscription_expired']);
  });

  it('that was not recorded makes no final invoice', async () => {
    const { api, travel, sell, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(5) });
    expect((await api('PUT', `/v2/subscriptions/${uuid}/cancel`)).status).toBe(200);
    await travel('2027-04-10T00:00:00Z');
    expect(await invoices(account)).toHaveLength(1);
  });

  describe('of a terminated subscription', () => {
    const terminated = async (query: string) => {
      const { sell, use, travel, api, ...rest } = await shop();
      const { uuid, account } = await sell({ archive: PRICE + usd(1000), fees: share('10') });
      await use(uuid, 'archive', '3');
      await use(uuid, 'archive', '-0.5');
      await use(uuid, 'fees', '2000');
      await travel('2027-03-25T12:00:00Z');
      const happened = await eventsOf(rest.records(), async () => {
        const ended = await api('PUT', `/v2/subscriptions/${uuid}/terminate?${query}`);
        expect(ended.status, ended.text).toBe(200);
      });
      const recorded = async (code: string) =>
        (
          (await api('GET', `/v2/subscriptions/${uuid}/add_ons/${code}/usage?order=asc`, undefined, NEWEST)).xml
            ?.children ?? []
        ).map((one) => `${textOf(one, 'amount_decimal')} ${textOf(one, 'billed_at') || 'unbilled'}`);
      return { ...rest, uuid, account, happened, recorded };
    };

    it('is on the final invoice', async () => {
      const { account, lines, invoices, recorded, happened } = await terminated('charge=true');
      // 2.5 x 10.00, and 10 % of 20.00.
      expect(await lines(account)).toEqual(['archive, 2.5 at 10.00 USD: 2500 x 1', 'fees, 10% of 20.00 USD: 200 x 1']);
      expect((await invoices(account)).slice(1)).toEqual(['2027-03-25T12:00:00Z termination paid 2700']);
      expect(await recorded('archive')).toEqual(['3 2027-03-25T12:00:00Z', '-0.5 2027-03-25T12:00:00Z']);
      expect(happened).not.toContain('new_usage');
    });

    it('is on the final invoice beside the refund of the last one', async () => {
      const { account, invoices, recorded } = await terminated('charge=true&refund=partial');
      // 15.5 of 31 days are left of 30.00; 27.00 of usage is charged, and not offset against the refund.
      expect((await invoices(account)).slice(1).toSorted()).toEqual([
        '2027-03-25T12:00:00Z termination closed -1500',
        '2027-03-25T12:00:00Z termination paid 2700',
      ]);
      expect(await recorded('archive')).toEqual(['3 2027-03-25T12:00:00Z', '-0.5 2027-03-25T12:00:00Z']);
    });

    it.each(['charge=false', 'charge=false&refund=full'])('is voided with %s', async (query) => {
      const { account, invoices, recorded, happened } = await terminated(query);
      expect((await invoices(account)).filter((one) => !one.includes('refund'))).toHaveLength(1);
      expect(await recorded('archive')).toEqual(['3 unbilled', '-0.5 unbilled', '-2.5 unbilled']);
      expect(await recorded('fees')).toEqual(['2000 unbilled', '-2000 unbilled']);
      expect(happened.slice(0, 3)).toEqual(['expired_subscription', 'new_usage', 'new_usage']);
    });
  });

  it('is billed at the old price by a change that prices it anew, and at the new one from then on', async () => {
    const { api, travel, sell, use, lines, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(100), kept: PRICE + usd(10) });
    await use(uuid, 'archive', '5');
    await use(uuid, 'kept', '5');
    await travel('2027-03-20T00:00:00Z');
    const addOn = (code: string, inner = '') =>
      `<subscription_add_on><add_on_code>${code}</add_on_code>${inner}</subscription_add_on>`;
    const dearer = addOn('archive', '<unit_amount_in_cents>200</unit_amount_in_cents>');
    const changed = await api(
      'PUT',
      `/v2/subscriptions/${uuid}`,
      `<subscription><subscription_add_ons>${dearer}${addOn('kept')}</subscription_add_ons></subscription>`,
    );
    expect(changed.status, changed.text).toBe(200);
    expect(await lines(account)).toEqual(['archive: 100 x 5']);
    expect((await invoices(account))[1]).toBe('2027-03-20T00:00:00Z immediate_change paid 500');
    await use(uuid, 'archive', '1');
    await travel('2027-04-10T00:00:00Z');
    expect((await lines(account)).toSorted()).toEqual(['archive: 200 x 1', 'kept: 10 x 5', 'plan: 3000 x 1']);
  });

  it('is billed by a change that removes its add-on, whose usage is still listed', async () => {
    const { api, travel, sell, use, lines } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(100), kept: PRICE + usd(10) });
    await travel('2027-03-11T00:00:00Z');
    const recorded = await use(uuid, 'archive', '5');
    const changed = await api(
      'PUT',
      `/v2/subscriptions/${uuid}`,
      '<subscription><subscription_add_ons><subscription_add_on><add_on_code>kept</add_on_code></subscription_add_on></subscription_add_ons></subscription>',
    );
    expect(changed.status, changed.text).toBe(200);
    expect(await lines(account)).toEqual(['archive: 100 x 5']);
    const list = recorded.slice(0, recorded.lastIndexOf('/'));
    expect((await api('GET', list)).xml?.children).toHaveLength(1);
    expect((await api('POST', list, '<usage><amount>1</amount></usage>')).status).toBe(404);
  });

  it('that is recorded while a change is paid is billed at its new price from then on, and none is edited meanwhile', async () => {
    const { api, travel, sell, use, lines } = await openUsageShop(service(), { upgrade_requires_payment: true });
    const { uuid, account } = await sell({ archive: PRICE + usd(100) });
    const recorded = await use(uuid, 'archive', '5');
    await travel('2027-03-20T00:00:00Z');
    const meanwhile: (string | undefined)[] = [];
    service().whileAsked(async () => {
      await use(uuid, 'archive', '2');
      await use(uuid, 'archive', '1', '<usage_timestamp>2027-03-19T00:00:00Z</usage_timestamp>');
      for (const method of ['PUT', 'DELETE']) {
        const body = method === 'PUT' ? '<usage><amount>50</amount></usage>' : undefined;
        meanwhile.push(textOf((await api(method, recorded, body)).xml, 'symbol'));
      }
    });
    const archive =
      '<subscription_add_on><add_on_code>archive</add_on_code><unit_amount_in_cents>200</unit_amount_in_cents></subscription_add_on>';
    const dearer = `<quantity>2</quantity><subscription_add_ons>${archive}</subscription_add_ons>`;
    const change = (action = '') =>
      api(action ? 'POST' : 'PUT', `/v2/subscriptions/${uuid}${action}`, `<subscription>${dearer}</subscription>`);
    const previewed = textOf((await change('/preview')).xml, 'invoice_collection', 'charge_invoice', 'total_in_cents');
    const changed = await change();
    service().whileAsked(async () => {});
    expect(changed.status, changed.text).toBe(200);
    expect(meanwhile).toEqual(['simultaneous_request', 'simultaneous_request']);
    // 30.00 for 21 of 31 days is 20.32, and 5 x 1.00.
    expect((await lines(account)).toSorted()).toEqual(['archive: 100 x 5', 'plan: 2032 x 1']);
    expect(previewed).toBe('2532');
    await travel('2027-04-10T00:00:00Z');
    expect(await lines(account)).toEqual([
      'plan: 3000 x 2',
      'archive, late usage of 2027-03-10 to 2027-03-20: 200 x 1',
      'archive: 200 x 2',
    ]);
  });

  it('is returned by a refund of units of its line, and not by one of an amount', async () => {
    const { api, travel, sell, use, records } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(100), fees: share('10') });
    await use(uuid, 'archive', '8');
    await use(uuid, 'fees', '2000');
    await travel('2027-04-10T00:00:00Z');
    const invoice = (await api('GET', `/v2/accounts/${account}/invoices?per_page=1`)).xml?.children[0];
    const number = textOf(invoice, 'invoice_number');
    const line = (code: string) =>
      textOf(
        within(invoice, 'line_items')?.children.find((one) => textOf(one, 'product_code') === code),
        'uuid',
      );
    const refund = async (inner: string, headers: Readonly<Record<string, string>> = {}) => {
      const refunded = await api('POST', `/v2/invoices/${number}/refund`, `<invoice>${inner}</invoice>`, headers);
      expect(refunded.status, refunded.text).toBe(201);
    };
    const units = (code: string, quantity: number) =>
      `<adjustment><uuid>${line(code)}</uuid><quantity>${quantity}</quantity></adjustment>`;
    const recorded = async (code: string) =>
      (
        (await api('GET', `/v2/subscriptions/${uuid}/add_ons/${code}/usage?order=asc`, undefined, NEWEST)).xml
          ?.children ?? []
      ).map((one) => ['amount', 'usage_timestamp', 'billed_at'].map((name) => textOf(one, name)).join(' '));
    expect(await eventsOf(records(), () => refund('<amount_in_cents>100</amount_in_cents>'))).not.toContain(
      'new_usage',
    );
    const happened = await eventsOf(records(), () =>
      refund(`<line_items>${units('archive', 3)}${units('fees', 1)}</line_items>`),
    );
    expect(happened.slice(0, 2)).toEqual(['new_usage', 'new_usage']);
    expect((await recorded('archive'))[1]).toBe('-3 2027-03-10T00:00:00Z 2027-04-10T00:00:00Z');
    expect((await recorded('fees'))[1]).toBe('-2000 2027-03-10T00:00:00Z 2027-04-10T00:00:00Z');
    const part = `<adjustment><uuid>${line('archive')}</uuid><quantity_decimal>0.125</quantity_decimal></adjustment>`;
    await refund(`<line_items>${part}</line_items>`, NEWEST);
    const shown = await api('GET', `/v2/adjustments/${line('archive')}`, undefined, NEWEST);
    expect(textOf(shown.xml, 'quantity_decimal_remaining')).toBe('4.875');
    const { xml } = await api('GET', `/v2/subscriptions/${uuid}/add_ons/archive/usage?order=asc`, undefined, NEWEST);
    expect(textOf(xml?.children[2], 'amount_decimal')).toBe('-0.125');
  });

  it('is billed once, whatever is recorded while periods are caught up on', async () => {
    const { travel, sell, use, invoices } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(100) });
    await use(uuid, 'archive', '1');
    await travel('2027-07-10T00:00:00Z');
    await Promise.all([2, 3].map((amount) => use(uuid, 'archive', String(amount))));
    await travel('2027-08-10T00:00:00Z');
    expect((await invoices(account)).map((one) => one.split(' ').at(-1))).toEqual([
      '3000',
      '3100',
      '3000',
      '3000',
      '3000',
      '3500',
    ]);
  });

  it('shows its exact quantity, beside the rounded one and the price of a unit, from 2.29 on', async () => {
    const { api, travel, sell, use } = await shop();
    const { uuid, account } = await sell({ archive: PRICE + usd(100) });
    // 2.75 x 1.00 = 2.75
    await use(uuid, 'archive', '2.75');
    await travel('2027-04-10T00:00:00Z');
    const quantities = async (version: string) => {
      const listed = await api('GET', `/v2/accounts/${account}/adjustments?order=desc`, undefined, {
        'X-Api-Version': version,
      });
      const line = listed.xml?.children.find((one) => textOf(one, 'product_code') === 'archive');
      return ['quantity', 'unit_amount_in_cents', 'quantity_decimal', 'quantity_decimal_remaining'].map(
        (name) => within(line, name)?.text,
      );
    };
    expect(await quantities('2.29')).toEqual(['3', '100', '2.75', '2.75']);
    expect(await quantities('2.28')).toEqual(['1', '275', undefined, undefined]);
  });
});
