import { expect, it } from 'vitest';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };
const usd = '<unit_amount_in_cents><USD>700</USD></unit_amount_in_cents>';

const openItemShop = async (service: TestService) => {
  const shop = await openShop(service);
  await shop.travel('2027-06-01T00:00:00Z');
  const send = (method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = NEWEST) =>
    shop.api(method, path, body, headers);
  const plan = await shop.plan();
  return {
    ...shop,
    send,
    plan,
    async item(inner = '') {
      const code = fresh('mug');
      const made = await send(
        'POST',
        '/v2/items',
        `<item><item_code>${code}</item_code><name>Mug</name>${inner}</item>`,
      );
      expect(made.status, made.text).toBe(201);
      return code;
    },
    addOn: (inner: string, headers = NEWEST) =>
      send('POST', `/v2/plans/${plan}/add_ons`, `<add_on>${inner}</add_on>`, headers),
  };
};
const of = (code: string) => `<item_code>${code}</item_code>`;

onBothEngines('add-ons of items', (service) => {
  it('take code, name and codes of the item, and show its state', async () => {
    const shop = await openItemShop(service());
    const code = await shop.item(
      '<external_sku>MUG-1</external_sku><accounting_code>mugs</accounting_code><tax_code>physical</tax_code>',
    );
    const made = await shop.addOn(of(code) + usd);
    expect(made.status, made.text).toBe(201);
    const copied = {
      add_on_code: code,
      item_code: code,
      external_sku: 'MUG-1',
      item_state: 'active',
      name: 'Mug',
      add_on_type: 'fixed',
      accounting_code: 'mugs',
      tax_code: 'physical',
      revenue_schedule_type: 'evenly',
    };
    expect(Object.fromEntries(Object.keys(copied).map((name) => [name, textOf(made.xml, name)]))).toEqual(copied);
    expect(within(made.xml, 'item')?.attributes.get('href')).toMatch(new RegExp(`/v2/items/${code}$`));

    // The add-on keeps what it copied, and leads to the item under its new code.
    const next = fresh('cup');
    await shop.send('PUT', `/v2/items/${code}`, `<item><item_code>${next}</item_code><name>Cup</name></item>`);
    await shop.send('DELETE', `/v2/items/${next}`);
    const path = `/v2/plans/${shop.plan}/add_ons/${code}`;
    const found = (await shop.send('GET', path)).xml;
    expect(['name', 'item_code', 'item_state'].map((name) => textOf(found, name))).toEqual(['Mug', next, 'inactive']);
    const early = (await shop.send('GET', path, undefined, { 'X-Api-Version': '2.24' })).xml;
    for (const name of ['item', 'item_code', 'external_sku', 'item_state']) expect(within(early, name)).toBeUndefined();
  });

  it('need a code and a name only without an item', async () => {
    const shop = await openItemShop(service());
    expect(findings((await shop.addOn(usd)).xml)).toEqual(['add_on.add_on_code blank', 'add_on.name blank']);
    const docs = await (await fetch(new URL('/docs/add-ons', service().apiUrl))).text();
    expect(docs).toContain('required without item_code');
  });

  it('are sold with subscriptions, and their lines name the item', async () => {
    const shop = await openItemShop(service());
    const code = await shop.item('<external_sku>MUG-1</external_sku>');
    expect((await shop.addOn(of(code) + usd)).status).toBe(201);
    const coupon = fresh('mugs');
    const offer = await shop.send(
      'POST',
      '/v2/coupons',
      `<coupon><coupon_code>${coupon}</coupon_code><name>Mugs</name><discount_type>percent</discount_type><discount_percent>50</discount_percent><applies_to_all_plans>false</applies_to_all_plans><item_codes>${of(code)}</item_codes></coupon>`,
    );
    expect(offer.status, offer.text).toBe(201);
    const account = await shop.account();
    const taken = `<subscription_add_ons><subscription_add_on><add_on_code>${code}</add_on_code><quantity>2</quantity></subscription_add_on></subscription_add_ons>`;
    const sold = await shop.send(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${shop.plan}</plan_code><currency>USD</currency><account><account_code>${account}</account_code></account><coupon_code>${coupon}</coupon_code>${taken}</subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    const [addOn] = within(sold.xml, 'subscription_add_ons')?.children ?? [];
    expect(['name', 'external_sku'].map((name) => textOf(addOn, name))).toEqual(['Mug', 'MUG-1']);
    expect(within(addOn, 'item')?.attributes.get('href')).toMatch(new RegExp(`/v2/items/${code}$`));
    const lines = async () => {
      const { xml } = await shop.send('GET', `/v2/accounts/${account}/invoices?sort=created_at&per_page=1`);
      return (within(xml?.children[0], 'line_items')?.children ?? []).map((line) =>
        ['origin', 'item_code', 'external_sku', 'discount_in_cents', 'total_in_cents']
          .map((name) => textOf(line, name))
          .join(' '),
      );
    };
    // The coupon is for the mugs alone: half of twice 7.00.
    const expected = ['plan   0 3000', `add_on ${code} MUG-1 700 700`];
    expect(await lines()).toEqual(expected);
    await shop.travel('2027-07-01T00:00:00Z');
    expect(await lines()).toEqual(expected);
  });

  it('refuse what comes from the item, an unknown or inactive one, and nothing is stored', async () => {
    const shop = await openItemShop(service());
    const [code, gone] = [await shop.item(), await shop.item()];
    await shop.send('DELETE', `/v2/items/${gone}`);
    const wrong: [string, string[]][] = [
      [of('unknown') + usd, ['add_on.item_code not_found']],
      [of(gone) + usd, ['add_on.item_code invalid']],
      [of(code), ['add_on.unit_amount_in_cents blank']],
      ...['add_on_code', 'name', 'accounting_code', 'tax_code'].map((name): [string, string[]] => [
        `${of(code)}<${name}>mine</${name}>${usd}`,
        [`add_on.${name} invalid`],
      ]),
      [
        `${of(code)}<revenue_schedule_type>never</revenue_schedule_type>${usd}`,
        ['add_on.revenue_schedule_type invalid'],
      ],
      [usd, ['add_on.add_on_code blank', 'add_on.name blank']],
    ];
    for (const [inner, expected] of wrong) {
      const answer = await shop.addOn(inner);
      expect([answer.status, findings(answer.xml)], inner).toEqual([422, expected]);
    }
    expect((await shop.send('GET', `/v2/plans/${shop.plan}/add_ons`)).xml?.children).toEqual([]);
    expect((await shop.addOn(of(code) + usd, { 'X-Api-Version': '2.24' })).status).toBe(400);

    expect((await shop.addOn(of(code) + usd)).status).toBe(201);
    const put = (inner: string) =>
      shop.send('PUT', `/v2/plans/${shop.plan}/add_ons/${code}`, `<add_on>${inner}</add_on>`);
    expect(findings((await put('<name>Other</name>')).xml)).toEqual(['add_on.name invalid']);
    expect(findings((await put(of('other'))).xml)).toEqual(['add_on.item_code immutable']);
    expect((await put(`<name>Mug</name>${of(code)}<default_quantity>3</default_quantity>`)).status).toBe(200);
  });
});
