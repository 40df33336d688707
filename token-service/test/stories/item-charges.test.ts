import { expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

onBothEngines('charges for items', (service) => {
  const send = (method: string, path: string, body?: string, headers = NEWEST) =>
    service().api(method, path, body, headers);
  const make = async (path: string, body: string): Promise<void> => {
    const made = await send('POST', path, body);
    expect(made.status, made.text).toBe(201);
  };
  const item = async (inner = ''): Promise<string> => {
    const code = fresh('mug');
    await make('/v2/items', `<item><item_code>${code}</item_code><name>Blue mug</name>${inner}</item>`);
    return code;
  };
  const open = async (): Promise<string> => {
    const code = fresh('buyer');
    const card = `<billing_info><token_id>${await service().token({ country: 'US', postal_code: '94105' })}</token_id></billing_info>`;
    await make('/v2/accounts', `<account><account_code>${code}</account_code>${card}</account>`);
    return code;
  };
  const charge = (inner: string, cents = 1200) =>
    `<adjustment><unit_amount_in_cents>${cents}</unit_amount_in_cents>${inner}</adjustment>`;
  const add = (account: string, inner: string, headers = NEWEST) =>
    send('POST', `/v2/accounts/${account}/adjustments`, charge(`<currency>USD</currency>${inner}`), headers);
  const buy = (account: string, adjustments: string, inner = '', path = '/v2/purchases') =>
    send(
      'POST',
      path,
      `<purchase><account><account_code>${account}</account_code></account><currency>USD</currency><adjustments>${adjustments}</adjustments>${inner}</purchase>`,
    );
  const of = (code: string) => `<item_code>${code}</item_code>`;
  const shown = (line: Element | undefined, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, textOf(line, name)]));
  const linesOf = (root: Element | undefined) => within(root, 'charge_invoice', 'line_items')?.children ?? [];

  it('take name, codes and tax rules of the item, and keep them when it changes', async () => {
    const code = await item(
      '<external_sku>MUG-1</external_sku><accounting_code>mugs</accounting_code><tax_code>physical</tax_code>' +
        '<revenue_schedule_type>at_range_start</revenue_schedule_type><tax_exempt>true</tax_exempt>',
    );
    const account = await open();
    const made = await add(account, of(code));
    expect(made.status, made.text).toBe(201);
    const copied = {
      description: 'Blue mug',
      product_code: code,
      item_code: code,
      external_sku: 'MUG-1',
      accounting_code: 'mugs',
      tax_code: 'physical',
      tax_exempt: 'true',
      revenue_schedule_type: 'at_range_start',
      origin: 'debit',
    };
    expect(shown(made.xml, ...Object.keys(copied))).toEqual(copied);
    expect(within(made.xml, 'item')?.attributes.get('href')).toBe(`${service().apiUrl}/v2/items/${code}`);
    expect(within(made.xml, 'taxable')).toBeUndefined();

    const changed = '<item><name>Green mug</name><external_sku>MUG-2</external_sku></item>';
    expect((await send('PUT', `/v2/items/${code}`, changed)).status).toBe(200);
    expect((await send('DELETE', `/v2/items/${code}`)).status).toBe(204);
    // A charge that was pending before the item became inactive is invoiced all the same.
    const posted = await send('POST', `/v2/accounts/${account}/invoices`);
    expect(posted.status, posted.text).toBe(201);
    expect(linesOf(posted.xml).map((line) => shown(line, ...Object.keys(copied)))).toEqual([copied]);
  });

  it('have a revenue schedule of their own where the request names one', async () => {
    const code = await item();
    const account = await open();
    expect(textOf((await add(account, of(code))).xml, 'revenue_schedule_type')).toBe('evenly');
    const own = await add(account, `${of(code)}<revenue_schedule_type>never</revenue_schedule_type>`);
    expect(textOf(own.xml, 'revenue_schedule_type')).toBe('never');
    const plain = (await add(account, '<description>Postage</description>')).xml;
    for (const name of ['item_code', 'external_sku']) expect(within(plain, name)?.attributes.has('nil')).toBe(true);
    expect(within(plain, 'item')).toBeUndefined();
  });

  it('are sold and previewed in a purchase, and taxed by the rules of the item', async () => {
    const [taxed, exempt] = [await item(), await item('<tax_exempt>true</tax_exempt>')];
    const account = await open();
    const wanted = charge(`${of(taxed)}<quantity>2</quantity>`) + charge(of(exempt), 500);
    const seen = await buy(account, wanted, '', '/v2/purchases/preview');
    const sold = await buy(account, wanted);
    expect(sold.status, sold.text).toBe(200);
    for (const answer of [seen, sold]) {
      // 24.00 in California with 8.75 % is 2.10 of tax; 5.00 are exempt.
      expect(linesOf(answer.xml).map((line) => shown(line, 'item_code', 'tax_in_cents', 'total_in_cents'))).toEqual([
        { item_code: taxed, tax_in_cents: '210', total_in_cents: '2610' },
        { item_code: exempt, tax_in_cents: '0', total_in_cents: '500' },
      ]);
      expect(textOf(within(answer.xml, 'charge_invoice'), 'total_in_cents')).toBe('3110');
    }
  });

  it('are refused where the item becomes inactive after the preview, and sold at its price once it is back', async () => {
    const [code, account] = [await item(), await open()];
    const cart = charge(`${of(code)}<quantity>2</quantity>`);
    const total = (xml: Element | undefined) => textOf(within(xml, 'charge_invoice'), 'total_in_cents');
    const seen = await buy(account, cart, '', '/v2/purchases/preview');
    expect([seen.status, total(seen.xml)]).toEqual([200, '2610']);
    expect((await send('DELETE', `/v2/items/${code}`)).status).toBe(204);
    const calls = service().gatewayCalls.length;
    for (const path of ['/v2/purchases/preview', '/v2/purchases', '/v2/purchases/authorize']) {
      const refused = await buy(account, cart, '', path);
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['purchase.adjustments[0].item_code invalid']]);
    }
    expect(service().gatewayCalls).toHaveLength(calls);
    expect((await send('GET', `/v2/accounts/${account}/invoices`)).xml?.children).toEqual([]);
    expect((await send('PUT', `/v2/items/${code}/reactivate`)).status).toBe(200);
    const sold = await buy(account, cart);
    expect([sold.status, total(sold.xml)]).toEqual([200, '2610']);
  });

  it('are sold where the item becomes inactive while the bank is asked, or before an authorization is captured', async () => {
    const [code, account] = [await item(), await open()];
    const deactivate = async () => {
      service().whileAsked(async () => {});
      expect((await send('DELETE', `/v2/items/${code}`)).status).toBe(204);
    };
    service().whileAsked(deactivate);
    const sold = await buy(account, charge(of(code)));
    expect([sold.status, linesOf(sold.xml).map((line) => textOf(line, 'item_code'))]).toEqual([200, [code]]);

    expect((await send('PUT', `/v2/items/${code}/reactivate`)).status).toBe(200);
    const authorized = await buy(account, charge(of(code)), '', '/v2/purchases/authorize');
    await deactivate();
    const uuid = textOf(within(authorized.xml, 'charge_invoice', 'transactions', 'transaction'), 'uuid');
    const captured = await send('POST', `/v2/purchases/transaction-uuid-${uuid}/capture`);
    expect([captured.status, linesOf(captured.xml).map((line) => textOf(line, 'item_code'))]).toEqual([200, [code]]);
  });

  it('refuse an item that is not sold, and what the item says already, and nothing is charged', async () => {
    const [code, gone] = [await item(), await item()];
    await send('DELETE', `/v2/items/${gone}`);
    const account = await open();
    const wrong: [string, string[]][] = [
      [of('unknown'), ['item_code not_found']],
      [of(gone), ['item_code invalid']],
      ...['description', 'product_code', 'accounting_code', 'tax_code'].map((name): [string, string[]] => [
        `${of(code)}<${name}>mine</${name}>`,
        [`${name} invalid`],
      ]),
      [`${of(code)}<tax_exempt>false</tax_exempt>`, ['tax_exempt invalid']],
    ];
    for (const [inner, expected] of wrong) {
      const added = await add(account, inner);
      expect([added.status, findings(added.xml)]).toEqual([422, expected.map((one) => `adjustment.${one}`)]);
      const bought = await buy(account, charge(inner));
      const path = 'purchase.adjustments[0]';
      expect([bought.status, findings(bought.xml)]).toEqual([422, expected.map((one) => `${path}.${one}`)]);
    }
    expect((await send('GET', `/v2/accounts/${account}/adjustments`)).xml?.children).toEqual([]);
  });

  it('need version 2.24, and earlier ones show what they knew', async () => {
    const code = await item();
    const account = await open();
    const early = { 'X-Api-Version': '2.22' };
    expect((await add(account, of(code), early)).status).toBe(400);
    const uuid = textOf((await add(account, of(code))).xml, 'uuid');
    const before = await send('GET', `/v2/adjustments/${uuid}`, undefined, early);
    expect(textOf(before.xml, 'taxable')).toBe('true');
    for (const name of ['item', 'item_code', 'external_sku']) expect(within(before.xml, name), name).toBeUndefined();
  });

  const coupon = async (inner: string): Promise<string> => {
    const code = fresh('coupon');
    await make(
      '/v2/coupons',
      `<coupon><coupon_code>${code}</coupon_code><name>Mugs</name><discount_type>percent</discount_type>` +
        `<discount_percent>25</discount_percent><applies_to_all_plans>false</applies_to_all_plans>${inner}</coupon>`,
    );
    return code;
  };
  const redeem = (code: string) => `<coupon_codes><coupon_code>${code}</coupon_code></coupon_codes>`;
  const codes = (...items: string[]) => `<item_codes>${items.map(of).join('')}</item_codes>`;
  const plans = '<plan_codes><plan_code>tideline</plan_code></plan_codes>';

  it('are discounted by the coupons for their item', async () => {
    const [mug, cup] = [await item(), await item()];
    const account = await open();
    const wanted = charge(of(mug)) + charge(of(cup), 800) + charge('<description>Postage</description>', 400);
    const cases: [string, string[]][] = [
      // 25 % of 12.00 is 3.00, of 8.00 is 2.00, of 4.00 is 1.00.
      [codes(mug), ['300', '0', '0']],
      ['<applies_to_all_items>true</applies_to_all_items>', ['300', '200', '0']],
      [`${codes(cup)}<applies_to_non_plan_charges>true</applies_to_non_plan_charges>`, ['0', '200', '100']],
      // A coupon that names no items discounts them as any other charge.
      [`${plans}<applies_to_non_plan_charges>true</applies_to_non_plan_charges>`, ['300', '200', '100']],
    ];
    for (const [inner, expected] of cases) {
      const seen = await buy(account, wanted, redeem(await coupon(inner)), '/v2/purchases/preview');
      expect(linesOf(seen.xml).map((line) => textOf(line, 'discount_in_cents'))).toEqual(expected);
    }
    const sold = await buy(account, wanted, redeem(await coupon(codes(mug))));
    // 9.00, 8.00 and 4.00 with 8.75 %: 21.00 and 1.84 of tax, from 183.75 cents.
    expect(textOf(within(sold.xml, 'charge_invoice'), 'total_in_cents')).toBe('2284');

    // No item that this coupon is for is in the cart.
    const other = await buy(account, charge(of(cup)), redeem(await coupon(codes(mug))));
    expect([other.status, findings(other.xml)]).toEqual([422, ['purchase.coupon_codes[0] invalid']]);
  });

  it('have coupons that show their items from version 2.29 on, and follow a new code', async () => {
    const mug = await item();
    const code = await coupon(codes(mug));
    const next = fresh('cup');
    expect((await send('PUT', `/v2/items/${mug}`, `<item><item_code>${next}</item_code></item>`)).status).toBe(200);
    const found = await send('GET', `/v2/coupons/${code}`);
    expect(within(found.xml, 'item_codes')?.children.map(({ text }) => text)).toEqual([next]);
    expect(textOf(found.xml, 'applies_to_all_items')).toBe('false');
    const early = await send('GET', `/v2/coupons/${code}`, undefined, { 'X-Api-Version': '2.28' });
    expect(within(early.xml, 'item_codes')).toBeUndefined();
  });

  it('refuse a coupon for an unknown item, or for some items where it is for all', async () => {
    const post = (inner: string) =>
      send(
        'POST',
        '/v2/coupons',
        `<coupon><coupon_code>${fresh('no')}</coupon_code><name>No</name><discount_type>percent</discount_type><discount_percent>5</discount_percent>${inner}</coupon>`,
      );
    const unknown = await post(codes('unknown'));
    expect([unknown.status, findings(unknown.xml)]).toEqual([422, ['coupon.item_codes[0] not_found']]);
    const both = await post(`<applies_to_all_items>true</applies_to_all_items>${codes(await item())}`);
    expect([both.status, findings(both.xml)]).toEqual([422, ['coupon.item_codes present']]);
  });
});
