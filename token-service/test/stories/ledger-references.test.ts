import { changeShippingMethod } from '@service/billing/usecases/shipping-methods/change-shipping-method.ts';
import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cardInfo, openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };
const REFERENCES = ['liability_gl_account_id', 'revenue_gl_account_id', 'performance_obligation_id'] as const;

/** The labels of a line: liability, revenue, obligation. */
const labels = (line: Element | undefined) =>
  ['liability_gl_account_code', 'revenue_gl_account_code', 'performance_obligation_id'].map(
    (name) => textOf(line, name) ?? '',
  );

onBothEngines('references to the general ledger', (service) => {
  const open = async () => {
    const shop = await openShop(service());
    const send = (method: 'POST' | 'PUT' | 'GET', path: string, body?: string, headers = NEWEST) =>
      shop.api(method, path, body, headers);
    const ledgerAccount = async (type: 'liability' | 'revenue', code: string): Promise<string> => {
      const body = `<general_ledger_account><code>${code}</code><account_type>${type}</account_type></general_ledger_account>`;
      return textOf((await send('POST', '/v2/general_ledger_accounts', body)).xml, 'id') ?? '';
    };
    const liability = await ledgerAccount('liability', '2000');
    const revenue = await ledgerAccount('revenue', '4000');
    const fees = await ledgerAccount('revenue', '4100');
    /** Elements that refer to accounts and an obligation, with names that begin with a prefix. */
    const referring = (prefix = '', to: readonly string[] = [liability, revenue, '1']) =>
      REFERENCES.map((name, at) => `<${prefix}${name}>${to[at]}</${prefix}${name}>`).join('');
    const lines = async (account: string) => {
      const list = await send('GET', `/v2/accounts/${account}/adjustments?order=asc&state=invoiced`);
      return Object.fromEntries(
        list.xml?.children.map((line) => [
          `${textOf(line, 'origin')} ${textOf(line, 'product_code') ?? textOf(line, 'description')}`,
          labels(line),
        ]) ?? [],
      );
    };
    return { ...shop, send, liability, revenue, fees, referring, lines };
  };

  it('of a plan and its add-ons are shown, changed and taken away, from 2.29 on', async () => {
    const { api, send, plan, referring, liability, revenue, fees } = await open();
    const gold = await plan();
    const path = `/v2/plans/${gold}`;
    const shown = async (prefix = '') => {
      const { xml } = await send('GET', path);
      return REFERENCES.map((name) => textOf(xml, `${prefix}${name}`) ?? '');
    };
    expect(await shown()).toEqual(['', '', '']);
    const sent = referring() + referring('setup_fee_', [liability, fees, '3']);
    expect((await send('PUT', path, `<plan>${sent}</plan>`)).status).toBe(200);
    expect(await shown()).toEqual([liability, revenue, '1']);
    expect(await shown('setup_fee_')).toEqual([liability, fees, '3']);
    expect((await send('PUT', path, '<plan><revenue_gl_account_id/></plan>')).status).toBe(200);
    const { xml } = await send('GET', path);
    expect(within(xml, 'revenue_gl_account_id')?.attributes.get('nil')).toBe('nil');
    expect(await shown()).toEqual([liability, '', '1']);
    expect((await api('GET', path)).text).not.toContain('gl_account');
    const old = await api('PUT', path, '<plan><revenue_gl_account_id>a</revenue_gl_account_id></plan>');
    expect([old.status, textOf(old.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
  });

  it('are refused when they are unknown or of another type', async () => {
    const { send, plan, account, referring, liability, revenue } = await open();
    const gold = await plan();
    const wrong = referring('', [revenue, liability, '99']);
    const expected = (path: string) => REFERENCES.map((name) => `${path}.${name} invalid`);
    expect(findings((await send('PUT', `/v2/plans/${gold}`, `<plan>${wrong}</plan>`)).xml)).toEqual(expected('plan'));
    const fee = await send('PUT', `/v2/plans/${gold}`, `<plan>${referring('setup_fee_', ['x', 'y', 'z'])}</plan>`);
    expect(findings(fee.xml)).toEqual(REFERENCES.map((name) => `plan.setup_fee_${name} invalid`));
    expect(fee.text).toContain('there is no general ledger account with this id');
    const usd = '<unit_amount_in_cents><USD>100</USD></unit_amount_in_cents>';
    const addOn = `<add_on><add_on_code>seats</add_on_code><name>Seats</name>${usd}${wrong}</add_on>`;
    expect(findings((await send('POST', `/v2/plans/${gold}/add_ons`, addOn)).xml)).toEqual(expected('add_on'));
    const item = `<item><item_code>${fresh('item')}</item_code><name>Mug</name>${wrong}</item>`;
    expect(findings((await send('POST', '/v2/items', item)).xml)).toEqual(expected('item'));
    const mug = await send('POST', '/v2/items', item.replace(wrong, referring()));
    expect(REFERENCES.map((name) => textOf(mug.xml, name))).toEqual([liability, revenue, '1']);
    const code = await account();
    const charge = `<adjustment><unit_amount_in_cents>100</unit_amount_in_cents><currency>USD</currency>${wrong}</adjustment>`;
    expect(findings((await send('POST', `/v2/accounts/${code}/adjustments`, charge)).xml)).toEqual(
      expected('adjustment'),
    );
    expect((await send('GET', `/v2/accounts/${code}/adjustments`)).xml?.children).toEqual([]);
  });

  it('label the lines of what refers to them, which keep the codes that they were billed with', async () => {
    const { send, plan, account, subscribe, travel, referring, lines, liability, revenue, fees } = await open();
    await travel('2027-03-10T00:00:00Z');
    const usd = (name: string, cents: number) => `<${name}><USD>${cents}</USD></${name}>`;
    const gold = await plan(usd('setup_fee_in_cents', 500));
    const labeled = referring() + referring('setup_fee_', [liability, fees, '3']);
    await send('PUT', `/v2/plans/${gold}`, `<plan>${labeled}</plan>`);
    const addOn = (code: string, inner = '') =>
      send(
        'POST',
        `/v2/plans/${gold}/add_ons`,
        `<add_on><add_on_code>${code}</add_on_code><name>${code}</name>${usd('unit_amount_in_cents', 250)}${inner}</add_on>`,
      );
    await addOn('seats', referring('', ['', fees, '2']));
    await addOn('bare');
    const code = await account();
    const taken = ['seats', 'bare'].map(
      (one) => `<subscription_add_on><add_on_code>${one}</add_on_code></subscription_add_on>`,
    );
    const uuid = await subscribe(code, gold, `<subscription_add_ons>${taken.join('')}</subscription_add_ons>`);
    expect(await lines(code)).toEqual({
      [`setup_fee ${gold}`]: ['2000', '4100', '3'],
      [`plan ${gold}`]: ['2000', '4000', '1'],
      'add_on seats': ['', '4100', '2'],
      'add_on bare': ['', '', ''],
    });

    // The account gets another code: earlier lines and their credits keep the old one, the renewal has the new one.
    await send(
      'PUT',
      `/v2/general_ledger_accounts/${revenue}`,
      '<general_ledger_account><code>4001</code></general_ledger_account>',
    );
    const terminated = async () => (await send('PUT', `/v2/subscriptions/${uuid}/terminate?refund=full`)).status;
    await travel('2027-04-10T00:00:00Z');
    const all = await send('GET', `/v2/accounts/${code}/adjustments?order=asc`);
    const ofPlan = (type: string) =>
      all.xml?.children.filter((line) => textOf(line, 'origin') === 'plan' && line.attributes.get('type') === type);
    expect(ofPlan('charge')?.map(labels)).toEqual([
      ['2000', '4000', '1'],
      ['2000', '4001', '1'],
    ]);
    await send(
      'PUT',
      `/v2/general_ledger_accounts/${revenue}`,
      '<general_ledger_account><code>4002</code></general_ledger_account>',
    );
    expect(await terminated()).toBe(200);
    const credits = await send('GET', `/v2/accounts/${code}/adjustments?type=credit`);
    const credited = credits.xml?.children.find((line) => textOf(line, 'product_code') === gold);
    expect(labels(credited)).toEqual(['2000', '4001', '1']);
  });

  it('of an item become those of its add-ons when they are created, each unless the add-on has its own', async () => {
    const { send, plan, account, subscribe, referring, lines, liability, revenue, fees } = await open();
    const [mug, gold] = [fresh('mug'), await plan()];
    const item = `<item><item_code>${mug}</item_code><name>Mug</name>${referring()}</item>`;
    expect((await send('POST', '/v2/items', item)).status).toBe(201);
    const price = '<unit_amount_in_cents><USD>250</USD></unit_amount_in_cents>';
    const own = `<revenue_gl_account_id>${fees}</revenue_gl_account_id>`;
    const addOn = `<add_on><item_code>${mug}</item_code>${price}${own}</add_on>`;
    const made = await send('POST', `/v2/plans/${gold}/add_ons`, addOn);
    expect(made.status, made.text).toBe(201);
    expect(REFERENCES.map((name) => textOf(made.xml, name))).toEqual([liability, fees, '1']);

    // The item changes for add-ons from then on; this one keeps its copy.
    await send('PUT', `/v2/items/${mug}`, `<item>${referring('', ['', revenue, '2'])}</item>`);
    const code = await account();
    const taken = `<subscription_add_on><add_on_code>${mug}</add_on_code></subscription_add_on>`;
    await subscribe(code, gold, `<subscription_add_ons>${taken}</subscription_add_ons>`);
    expect((await lines(code))[`add_on ${mug}`]).toEqual(['2000', '4100', '1']);
  });

  it('of a shipping method label its fees, of purchases and of subscriptions, as they were billed', async () => {
    const { site, send, plan, account, travel, liability, revenue, fees, lines } = await open();
    await travel('2027-03-10T00:00:00Z');
    const deps = { storage: service().service.opened.storage, world: openWorld(machineClock) };
    const caller = { site, actor: 'command line', at: 1_800_000_000, correlation: 'test' };
    const ids = { liability_gl_account_id: liability, revenue_gl_account_id: fees, performance_obligation_id: '3' };
    await createShippingMethod(deps)(caller, 'parcel', { name: 'Parcel', ...ids });
    const wrong = createShippingMethod(deps)(caller, 'other', { revenue_gl_account_id: liability });
    await expect(wrong).rejects.toThrow('shipping_method.revenue_gl_account_id invalid');
    const shown = await send('GET', '/v2/shipping_methods/parcel');
    expect(REFERENCES.map((name) => textOf(shown.xml, name))).toEqual([liability, fees, '3']);
    const older = await send('GET', '/v2/shipping_methods/parcel', undefined, { 'X-Api-Version': '2.28' });
    expect(older.text).not.toContain('gl_account');

    const to =
      '<shipping_address><first_name>Ada</first_name><last_name>Lovelace</last_name><address1>1 Pier</address1><city>Dover</city><state>DE</state><zip>19901</zip><country>US</country></shipping_address>';
    const fee = `<shipping_method_code>parcel</shipping_method_code><shipping_amount_in_cents>490</shipping_amount_in_cents>`;
    const [buyer, reader] = [await account(), await account()];
    const charge = '<adjustment><unit_amount_in_cents>100</unit_amount_in_cents></adjustment>';
    const bought = await send(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${buyer}</account_code></account><currency>USD</currency><adjustments>${charge}</adjustments><shipping_fees><shipping_fee>${fee}${to}</shipping_fee></shipping_fees></purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    expect((await lines(buyer))['shipping_fee parcel']).toEqual(['2000', '4100', '3']);

    const sold = await send(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>${await plan()}</plan_code><currency>USD</currency><account><account_code>${reader}</account_code></account>${fee}${to}</subscription>`,
    );
    expect(sold.status, sold.text).toBe(201);
    await changeShippingMethod(deps)(caller, 'parcel', { revenue_gl_account_id: revenue });
    await travel('2027-04-10T00:00:00Z');
    const { xml } = await send('GET', `/v2/accounts/${reader}/adjustments?order=asc`);
    const billed = xml?.children.filter((line) => textOf(line, 'origin') === 'shipping_fee').map(labels);
    expect(billed).toEqual([
      ['2000', '4100', '3'],
      ['2000', '4000', '3'],
    ]);
  });

  it('of charges and purchases become the codes of their lines, in previews too', async () => {
    const { send, account, referring } = await open();
    const code = await account();
    const charge = (inner: string) =>
      `<adjustment><unit_amount_in_cents>100</unit_amount_in_cents>${inner}${referring()}</adjustment>`;
    const pending = await send('POST', `/v2/accounts/${code}/adjustments`, charge('<currency>USD</currency>'));
    expect(pending.status, pending.text).toBe(201);
    expect(labels(pending.xml)).toEqual(['2000', '4000', '1']);
    expect(pending.text).not.toContain('gl_account_id');
    const purchase = `<purchase><account><account_code>${code}</account_code></account><currency>USD</currency><adjustments>${charge('')}</adjustments></purchase>`;
    for (const path of ['/v2/purchases/preview', '/v2/purchases']) {
      const sold = await send('POST', path, purchase);
      expect(sold.status, sold.text).toBe(200);
      const line = within(sold.xml, 'charge_invoice', 'line_items')?.children[0];
      expect(labels(line), path).toEqual(['2000', '4000', '1']);
    }
  });
});

onBothEngines('gift cards and the general ledger', (service) => {
  it('have the references of the site when they are sold, and so has their line', async () => {
    const { api } = await service().openSite({
      gift_card_offers: [{ product_code: 'tideline', currency: 'USD', unit_amount_in_cents: 2000 }],
      gift_card_performance_obligation_id: '2',
    });
    const body = `<gift_card><product_code>tideline</product_code><currency>USD</currency><unit_amount_in_cents>2000</unit_amount_in_cents>
      <delivery><method>post</method><first_name>Ada</first_name><last_name>Lovelace</last_name><address><address1>1 Pier</address1><city>Dover</city><state>DE</state><zip>19901</zip><country>US</country></address></delivery>
      <gifter_account><account_code>gerda</account_code><email>g@example.com</email>${cardInfo()}</gifter_account></gift_card>`;
    const sold = await api('POST', '/v2/gift_cards', body, NEWEST);
    expect(sold.status, sold.text).toBe(201);
    expect(textOf(sold.xml, 'performance_obligation_id')).toBe('2');
    expect(within(sold.xml, 'revenue_gl_account_id')?.attributes.get('nil')).toBe('nil');
    const lines = await api('GET', '/v2/accounts/gerda/adjustments', undefined, NEWEST);
    expect(lines.xml?.children.map(labels)).toEqual([['', '', '2']]);
  });
});
