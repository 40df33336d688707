import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { removeShippingMethod } from '@service/billing/usecases/shipping-methods/remove-shipping-method.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { findings, type TestService, textOf, within } from '../service.ts';
import { openChangingShop, quantity, timeframe, usd } from './changing.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };
const ADDRESS =
  '<shipping_address><first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Pier</address1>' +
  '<city>San Francisco</city><state>CA</state><zip>94105</zip><country>US</country></shipping_address>';
const method = (code: string) => `<shipping_method_code>${code}</shipping_method_code>`;
const amount = (cents: number | string) => `<shipping_amount_in_cents>${cents}</shipping_amount_in_cents>`;
const fee = (code: string, cents: number) => method(code) + amount(cents);

/** A shop in California, whose parcels are taxed and whose letters are delivered at any price. */
const openShippingShop = async (service: TestService) => {
  const shop = await openChangingShop(service, { tax_registrations: ['US-CA'] });
  const { storage } = service.service.opened;
  const world = openWorld(service.clock);
  const caller = { site: shop.site, actor: 'test', at: 1_811_808_000, correlation: 'test' };
  const create = createShippingMethod({ storage, world });
  await create(caller, 'parcel', { name: 'Parcel', accounting_code: 'ship', tax_code: 'physical' });
  await create(caller, 'letter', { name: 'Letter' });
  const send = (verb: string, path: string, body?: string, headers: Readonly<Record<string, string>> = NEWEST) =>
    shop.api(verb, path, body, headers);
  const invoices = async (account: string) =>
    (await send('GET', `/v2/accounts/${account}/invoices?sort=created_at&order=asc`)).xml?.children ?? [];
  const linesOf = (invoice: Awaited<ReturnType<typeof invoices>>[number] | undefined) =>
    (within(invoice, 'line_items')?.children ?? []).map((line) =>
      ['origin', 'unit_amount_in_cents', 'discount_in_cents', 'tax_in_cents']
        .map((name) => textOf(line, name))
        .join(' '),
    );
  return {
    ...shop,
    send,
    remove: (code: string) => removeShippingMethod({ storage, world })(caller, code),
    subscribed: (account: string, plan: string, inner: string, path = '/v2/subscriptions') =>
      send(
        'POST',
        path,
        `<subscription><plan_code>${plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code></account>${inner}</subscription>`,
      ),
    changedTo: (uuid: string, inner: string) =>
      send('PUT', `/v2/subscriptions/${uuid}`, `<subscription>${inner}</subscription>`),
    invoices,
    linesOf,
    latest: async (account: string, type = 'charge') =>
      linesOf((await invoices(account)).findLast((one) => textOf(one, 'type') === type)),
  };
};

onBothEngines('shipping fees', (service) => {
  it('are billed each period after everything else, taxed, and never discounted', async () => {
    const shop = await openShippingShop(service());
    const [account, plan] = [await shop.account(), await shop.plan(usd('setup_fee_in_cents', 500))];
    await shop.redeem(account, '<discount_type>percent</discount_type><discount_percent>10</discount_percent>');
    const wanted = `${ADDRESS}${fee('parcel', 1000)}${quantity(2)}`;
    const seen = await shop.subscribed(account, plan, wanted, '/v2/subscriptions/preview');
    // Twice 30.00 and 10.00 for the parcel.
    expect(textOf(seen.xml, 'cost_in_cents'), seen.text).toBe('7000');
    const sold = await shop.subscribed(account, plan, wanted);
    expect(sold.status, sold.text).toBe(201);
    expect([textOf(sold.xml, 'shipping_method_code'), textOf(sold.xml, 'shipping_amount_in_cents')]).toEqual([
      'parcel',
      '1000',
    ]);
    // 8.75 % of 5.00, of 54.00 and of 10.00: 43.75, 472.5 and 87.5 cents, 603.75 together, which is 604.
    const lines = ['setup_fee 500 0 44', 'plan 3000 600 473', 'shipping_fee 1000 0 87'];
    expect((await shop.latest(account)).toSorted()).toEqual(lines.toSorted());
    expect((await shop.latest(account)).at(-1)).toMatch(/^shipping_fee/);
    const previewed = within(seen.xml, 'invoice_collection', 'charge_invoice');
    const [first] = await shop.invoices(account);
    expect(textOf(first, 'total_in_cents')).toBe('7504');
    expect(textOf(previewed, 'total_in_cents')).toBe('7504');
    const line = within(first, 'line_items')?.children.at(-1);
    expect(
      ['description', 'product_code', 'accounting_code', 'tax_code', 'quantity'].map((name) => textOf(line, name)),
    ).toEqual(['Parcel', 'parcel', 'ship', 'physical', '1']);
    expect(within(line, 'subscription')).toBeUndefined();
    const early = await shop.send('GET', new URL(line?.attributes.get('href') ?? '').pathname, undefined, {
      'X-Api-Version': '2.19',
    });
    expect([textOf(early.xml, 'origin'), within(early.xml, 'subscription')]).toEqual(['one_time', undefined]);

    await shop.travel('2027-07-01T00:00:00Z');
    // 8.75 % of 54.00 and of 10.00: 472.5 and 87.5 cents, 560 together.
    expect(await shop.latest(account)).toEqual(['plan 3000 600 473', 'shipping_fee 1000 0 87']);
  });

  it('are credited and charged in full when they change at once, and stay when other things change', async () => {
    const shop = await openShippingShop(service());
    const [account, plan] = [await shop.account(), await shop.plan()];
    const uuid = textOf((await shop.subscribed(account, plan, ADDRESS + fee('parcel', 1000))).xml, 'uuid') ?? '';
    await shop.travel('2027-06-16T00:00:00Z');
    expect((await shop.changedTo(uuid, amount(400))).status).toBe(200);
    // Half of the month is left, and all 10.00 with 0.87 of tax are credited; 4.00 with 0.35 are charged.
    expect(await shop.latest(account, 'credit')).toEqual(['shipping_fee -1000 0 -87']);
    expect(await shop.latest(account)).toEqual(['shipping_fee 400 0 35']);

    await shop.changed(uuid, quantity(2));
    // Half of another 30.00.
    expect(await shop.latest(account)).toEqual(['plan 1500 0 131']);
    expect((await shop.changedTo(uuid, method('letter'))).status).toBe(200);
    expect(await shop.latest(account, 'credit')).toEqual(['shipping_fee -400 0 -35']);
    expect(await shop.latest(account)).toEqual(['shipping_fee 400 0 35']);

    // From the next bill on there is none.
    await shop.changedTo(
      uuid,
      `${timeframe('bill_date')}<shipping_method_code nil="nil"/><shipping_amount_in_cents nil="nil"/>`,
    );
    expect(textOf((await shop.send('GET', `/v2/subscriptions/${uuid}`)).xml, 'shipping_method_code')).toBe('letter');
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual(['plan 3000 0 525']);
    const after = (await shop.send('GET', `/v2/subscriptions/${uuid}`)).xml;
    for (const name of ['shipping_method_code', 'shipping_amount_in_cents'])
      expect(within(after, name)?.attributes.has('nil'), name).toBe(true);
  });

  it('begin with the first paid period, and rest with a pause', async () => {
    const shop = await openShippingShop(service());
    const account = await shop.account();
    const trial = '<trial_interval_length>10</trial_interval_length><trial_interval_unit>days</trial_interval_unit>';
    const plan = await shop.plan(trial);
    const uuid = textOf((await shop.subscribed(account, plan, ADDRESS + fee('parcel', 1000))).xml, 'uuid') ?? '';
    expect(await shop.latest(account)).toEqual(['plan_trial 0 0 0']);
    await shop.travel('2027-06-11T00:00:00Z');
    expect((await shop.latest(account)).at(-1)).toBe('shipping_fee 1000 0 87');
    await shop.send(
      'PUT',
      `/v2/subscriptions/${uuid}/pause`,
      '<subscription><remaining_pause_cycles>1</remaining_pause_cycles></subscription>',
    );
    const before = (await shop.invoices(account)).length;
    await shop.travel('2027-07-11T00:00:00Z');
    expect(await shop.invoices(account)).toHaveLength(before);
    await shop.travel('2027-08-11T00:00:00Z');
    expect((await shop.latest(account)).at(-1)).toBe('shipping_fee 1000 0 87');
  });

  it('end with their method: the subscription renews without both', async () => {
    const shop = await openShippingShop(service());
    const [account, plan] = [await shop.account(), await shop.plan()];
    const uuid = textOf((await shop.subscribed(account, plan, ADDRESS + fee('letter', 300))).xml, 'uuid') ?? '';
    await shop.remove('letter');
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await shop.latest(account)).toEqual(['plan 3000 0 263']);
    const after = (await shop.send('GET', `/v2/subscriptions/${uuid}`)).xml;
    expect(within(after, 'shipping_method_code')?.attributes.has('nil')).toBe(true);
  });

  const purchase = (account: string, inner: string) =>
    `<purchase><account><account_code>${account}</account_code></account><currency>USD</currency>` +
    `<adjustments><adjustment><unit_amount_in_cents>2000</unit_amount_in_cents></adjustment></adjustments>${inner}</purchase>`;
  const fees = (...each: string[]) =>
    `<shipping_fees>${each.map((inner) => `<shipping_fee>${inner}</shipping_fee>`).join('')}</shipping_fees>`;

  it('of a purchase follow its lines, and are refunded in full or not at all', async () => {
    const shop = await openShippingShop(service());
    const account = await shop.account();
    const wanted = purchase(account, fees(fee('parcel', 490) + ADDRESS, fee('letter', 110) + ADDRESS));
    const seen = await shop.send('POST', '/v2/purchases/preview', wanted);
    const sold = await shop.send('POST', '/v2/purchases', wanted);
    expect(sold.status, sold.text).toBe(200);
    for (const answer of [seen, sold]) {
      // 8.75 % of 26.00 is 227.5 cents: 175 of 20.00, 42.875 of 4.90 and 9.625 of 1.10.
      expect(shop.linesOf(within(answer.xml, 'charge_invoice'))).toEqual([
        'debit 2000 0 175',
        'shipping_fee 490 0 43',
        'shipping_fee 110 0 10',
      ]);
    }
    const [invoice] = await shop.invoices(account);
    const number = textOf(invoice, 'invoice_number');
    const parcel = within(invoice, 'line_items')?.children[1];
    const refund = (inner: string) => shop.send('POST', `/v2/invoices/${number}/refund`, `<invoice>${inner}</invoice>`);
    const ofLine = (part: string) =>
      refund(`<line_items><adjustment><uuid>${textOf(parcel, 'uuid')}</uuid>${part}</adjustment></line_items>`);
    const part = await ofLine('<amount_in_cents>100</amount_in_cents>');
    expect([part.status, findings(part.xml)]).toEqual([422, ['invoice.line_items[0].amount_in_cents invalid']]);
    const percents = await ofLine('<percentage>50</percentage>');
    expect(findings(percents.xml)).toEqual(['invoice.line_items[0].percentage invalid']);
    // 20.00 and their tax of 1.75 come first; the fees are left.
    expect((await refund('<amount_in_cents>2175</amount_in_cents>')).status).toBe(201);
    expect(await shop.latest(account, 'credit')).toEqual(['debit -2000 0 -175']);
    expect((await ofLine('<quantity>1</quantity>')).status).toBe(201);
    expect(await shop.latest(account, 'credit')).toEqual(['shipping_fee -490 0 -43']);
  });

  it('are refused without a method, an amount or an address, and nothing is sold', async () => {
    const shop = await openShippingShop(service());
    const [account, plan] = [await shop.account(), await shop.plan()];
    const subscriptions: [string, string[]][] = [
      [ADDRESS + amount(100), ['shipping_method_code blank']],
      [ADDRESS + fee('unknown', 100), ['shipping_method_code not_found']],
      [fee('parcel', 100), ['shipping_address_id blank']],
      [ADDRESS + fee('parcel', -1), ['shipping_amount_in_cents greater_than_or_equal_to']],
    ];
    for (const [inner, expected] of subscriptions) {
      const answer = await shop.subscribed(account, plan, inner);
      expect([answer.status, findings(answer.xml)]).toEqual([422, expected.map((one) => `subscription.${one}`)]);
    }
    const uuid = textOf((await shop.subscribed(account, plan, '')).xml, 'uuid') ?? '';
    const changed = await shop.changedTo(uuid, fee('parcel', 100));
    expect([changed.status, findings(changed.xml)]).toEqual([422, ['subscription.shipping_address_id blank']]);
    const before = (await shop.invoices(account)).length;
    const wrong: [string, string[]][] = [
      [amount(100) + ADDRESS, ['shipping_method_code blank']],
      [method('parcel') + ADDRESS, ['shipping_amount_in_cents blank']],
      [fee('unknown', 100) + ADDRESS, ['shipping_method_code not_found']],
      [fee('parcel', 100), ['shipping_address_id blank']],
      [`${fee('parcel', 100)}${ADDRESS}<shipping_address_id>1</shipping_address_id>`, ['shipping_address_id present']],
    ];
    for (const [inner, expected] of wrong) {
      const answer = await shop.send('POST', '/v2/purchases', purchase(account, fees(inner)));
      const path = 'purchase.shipping_fees[0]';
      expect([answer.status, findings(answer.xml)]).toEqual([422, expected.map((one) => `${path}.${one}`)]);
    }
    expect(await shop.invoices(account)).toHaveLength(before);
    const early = { 'X-Api-Version': '2.19' };
    expect((await shop.send('POST', '/v2/purchases', purchase(account, fees(fee('parcel', 1))), early)).status).toBe(
      400,
    );
    expect((await shop.send('GET', '/v2/shipping_methods', undefined, early)).status).toBe(400);
  });

  it('are paid by credit, and refunded with their subscription', async () => {
    const shop = await openShippingShop(service());
    const [account, plan] = [await shop.account(cardInfo()), await shop.plan()];
    await shop.created(
      `/v2/accounts/${account}/adjustments`,
      '<adjustment><unit_amount_in_cents>-10000</unit_amount_in_cents><currency>USD</currency></adjustment>',
    );
    const uuid = textOf((await shop.subscribed(account, plan, ADDRESS + fee('parcel', 1000))).xml, 'uuid') ?? '';
    // 40.00 and 3.50 of tax, from 100.00 of credit.
    expect(await shop.payments(account)).toEqual([]);
    await shop.travel('2027-06-16T00:00:00Z');
    await shop.send('PUT', `/v2/subscriptions/${uuid}/terminate?refund=partial`);
    // Half of the plan is unused, with half of its 2.63 of tax; the fee is not refunded in part.
    expect(await shop.latest(account, 'credit')).toEqual(['plan -1500 0 -132']);
  });
});
