import { beforeAll, describe, expect, it } from 'vitest';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { cents, hrefOf, listed, shopOf, type Xml } from './refund-shop.ts';

const V29 = { 'X-Api-Version': '2.29' };
const INCLUSIVE = '<tax_inclusive>true</tax_inclusive>';
const FIGURES = ['subtotal_before_discount', 'discount', 'subtotal', 'tax', 'total'] as const;

/** Unit amount, discount, tax and total of each line. */
const figuresOfLines = (invoice: Xml) =>
  listed(invoice, 'line_items').map((line) =>
    ['unit_amount', 'discount', 'tax', 'total'].map((name) => cents(line, name)),
  );
const figuresOf = (invoice: Xml) => FIGURES.map((name) => cents(invoice, name));

onBothEngines('prices that contain their tax', (service) => {
  const { api, booksClose, travel } = shopOf(service);
  const call = (method: string, path: string, body?: string) => api(method, path, body, V29);

  beforeAll(async () => {
    await call(
      'POST',
      '/v2/coupons',
      '<coupon><coupon_code>QUARTER</coupon_code><name>A quarter</name><discount_type>percent</discount_type><discount_percent>25</discount_percent><applies_to_non_plan_charges>true</applies_to_non_plan_charges></coupon>',
    );
    await call(
      'POST',
      '/v2/plans',
      '<plan><plan_code>gross</plan_code><name>Gross</name><unit_amount_in_cents><USD>12000</USD></unit_amount_in_cents></plan>',
    );
  });
  const QUARTER = '<coupon_codes><coupon_code>QUARTER</coupon_code></coupon_codes>';

  /** Buys something in France, where the tax is 20 %. */
  const buy = async (code: string, wanted: string, account = '', card: Readonly<Record<string, string>> = {}) => {
    const info = `<billing_info><token_id>${await service().token({ country: 'FR', ...card })}</token_id></billing_info>`;
    const sold = await call(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${code}</account_code>${account}${info}</account><currency>USD</currency>${wanted}</purchase>`,
    );
    expect(sold.status, sold.text).toBe(200);
    return (await call('GET', hrefOf(within(sold.xml, 'charge_invoice')))).xml;
  };
  const charge = (unit: number, more = INCLUSIVE) =>
    `<adjustments><adjustment><unit_amount_in_cents>${unit}</unit_amount_in_cents>${more}</adjustment></adjustments>`;
  const subscribed = (more = INCLUSIVE) =>
    `<subscriptions><subscription><plan_code>gross</plan_code>${more}</subscription></subscriptions>`;
  const invoicesOf = async (code: string) =>
    (await call('GET', `/v2/accounts/${code}/invoices?sort=created_at&order=asc`)).xml?.children ?? [];

  it('are discounted first, then the tax is taken out; the figures of the invoice are net', async () => {
    const code = fresh('gross');
    const invoice = await buy(code, charge(12_000) + QUARTER);
    // 120.00 less 25 % is 90.00; 90.00 x 20 / 120 = 15.00 are tax. Of the discount of 30.00, 5.00 are tax.
    expect(figuresOfLines(invoice)).toEqual([[12_000, 3000, 1500, 9000]]);
    expect(figuresOf(invoice)).toEqual([10_000, 2500, 7500, 1500, 9000]);
    const [line] = listed(invoice, 'line_items');
    expect([textOf(line, 'tax_inclusive'), textOf(line, 'tax_rate')]).toEqual(['true', '0.2']);

    // A third of the net: 25.00 with 5.00 tax, then the rest.
    const uuid = textOf(line, 'uuid');
    const part = `<invoice><line_items><adjustment><uuid>${uuid}</uuid><amount_in_cents>2500</amount_in_cents></adjustment></line_items></invoice>`;
    const third = await call('POST', `${hrefOf(invoice)}/refund`, part);
    expect(third.status, third.text).toBe(201);
    expect(figuresOf(third.xml)).toEqual([-3333, -833, -2500, -500, -3000]);
    expect(figuresOfLines(third.xml)).toEqual([[-4000, -1000, -500, -3000]]);
    const rest = await call('POST', `${hrefOf(invoice)}/refund`, '<invoice/>');
    expect(figuresOf(rest.xml)).toEqual([-6667, -1667, -5000, -1000, -6000]);
    const after = (await call('GET', hrefOf(invoice))).xml;
    expect(cents(after, 'refundable_total')).toBe(0);
    await booksClose(code);
  });

  it('are rounded once per rate, and spread over the lines', async () => {
    const lines = [100, 100, 100].map((unit) => charge(unit).replace(/<\/?adjustments>/g, '')).join('');
    const invoice = await buy(fresh('spread'), `<adjustments>${lines}</adjustments>`);
    // 3.00 x 20 / 120 = 0.50: each line has 0.1667, so two have 0.17 and one 0.16.
    expect(listed(invoice, 'line_items').map((line) => cents(line, 'tax'))).toEqual([17, 17, 16]);
    expect([cents(invoice, 'tax'), cents(invoice, 'total')]).toEqual([50, 300]);
  });

  it('stand beside prices without it, each taxed its own way', async () => {
    const mixed = charge(1200).replace('</adjustments>', charge(1000, '').replace('<adjustments>', ''));
    // 12.00 with 2.00 inside, and 10.00 with 2.00 on top.
    const invoice = await buy(fresh('mixed'), mixed);
    expect(figuresOfLines(invoice)).toEqual([
      [1200, 0, 200, 1200],
      [1000, 0, 200, 1200],
    ]);
    expect(figuresOf(invoice)).toEqual([2000, 0, 2000, 400, 2400]);
  });

  it('are paid in full where no tax is due: by an exempt account, and under reverse charge', async () => {
    const exempt = await buy(fresh('exempt'), charge(12_000), '<tax_exempt>true</tax_exempt>');
    const reversed = await buy(fresh('reversed'), charge(12_000), '<vat_number>FR40303265045</vat_number>');
    for (const invoice of [exempt, reversed]) {
      expect(figuresOfLines(invoice)).toEqual([[12_000, 0, 0, 12_000]]);
      expect(figuresOf(invoice)).toEqual([12_000, 0, 12_000, 0, 12_000]);
    }
  });

  describe('of a subscription', () => {
    it('are billed at start, renewal and change, and credited by what they charged', async () => {
      const code = fresh('sub');
      const first = await buy(code, subscribed());
      expect(figuresOf(first)).toEqual([10_000, 0, 10_000, 2000, 12_000]);
      const list = await call('GET', `/v2/accounts/${code}/subscriptions`);
      const subscription = within(list.xml, 'subscription');
      expect(['tax_inclusive', 'tax_in_cents'].map((name) => textOf(subscription, name))).toEqual(['true', '2000']);

      await travel(32);
      const renewal = (await invoicesOf(code))[1];
      expect(figuresOf(renewal)).toEqual([10_000, 0, 10_000, 2000, 12_000]);

      // Whatever part of the period is left, tax is a sixth of what the change charges.
      const uuid = textOf(subscription, 'uuid');
      const changed = await call(
        'PUT',
        `/v2/subscriptions/${uuid}`,
        '<subscription><timeframe>now</timeframe><quantity>3</quantity></subscription>',
      );
      expect(changed.status, changed.text).toBe(200);
      const more = (await invoicesOf(code))[2];
      const total = cents(more, 'total');
      expect(total).toBeGreaterThan(0);
      expect(cents(more, 'tax')).toBe(Math.round(total / 6));
      expect(cents(more, 'subtotal')).toBe(total - Math.round(total / 6));
      expect(textOf(listed(more, 'line_items')[0], 'tax_inclusive')).toBe('true');

      const fewer = await call(
        'PUT',
        `/v2/subscriptions/${uuid}`,
        '<subscription><timeframe>now</timeframe><quantity>1</quantity></subscription>',
      );
      expect(fewer.status, fewer.text).toBe(200);
      const credit = (await invoicesOf(code)).find((one) => textOf(one, 'type') === 'credit');
      expect([cents(credit, 'total'), cents(credit, 'tax')]).toEqual([-total, -cents(more, 'tax')]);
    });

    it('stay as they were agreed', async () => {
      const code = fresh('kept');
      await buy(code, subscribed(''));
      const list = await call('GET', `/v2/accounts/${code}/subscriptions`);
      const uuid = textOf(within(list.xml, 'subscription'), 'uuid');
      const put = (value: boolean) =>
        call(
          'PUT',
          `/v2/subscriptions/${uuid}`,
          `<subscription><tax_inclusive>${value}</tax_inclusive></subscription>`,
        );
      expect((await put(false)).status).toBe(200);
      const refused = await put(true);
      expect([refused.status, findings(refused.xml)]).toEqual([422, ['subscription.tax_inclusive immutable']]);
    });

    it('are previewed as they are billed', async () => {
      const wanted = (code: string) =>
        `<purchase><account><account_code>${code}</account_code><address><country>FR</country></address></account><currency>USD</currency><collection_method>manual</collection_method>${subscribed()}${QUARTER}</purchase>`;
      const preview = await call('POST', '/v2/purchases/preview', wanted(fresh('preview')));
      expect(preview.status, preview.text).toBe(200);
      // 120.00 less 25 %, 15.00 of it tax; the discount is 25.00 without tax.
      expect(figuresOf(within(preview.xml, 'charge_invoice'))).toEqual([10_000, 2500, 7500, 1500, 9000]);
      const bought = await call('POST', '/v2/purchases', wanted(fresh('previewed')));
      expect(figuresOf(within(bought.xml, 'charge_invoice'))).toEqual([10_000, 2500, 7500, 1500, 9000]);
    });
  });

  it('wait as charges of the account until they are invoiced', async () => {
    const code = fresh('pending');
    await buy(code, charge(100, ''));
    const made = await call(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      `<adjustment><unit_amount_in_cents>600</unit_amount_in_cents><currency>USD</currency>${INCLUSIVE}</adjustment>`,
    );
    expect(textOf(made.xml, 'tax_inclusive')).toBe('true');
    const posted = await call('POST', `/v2/accounts/${code}/invoices`, '<invoice/>');
    const invoice = (await call('GET', hrefOf(within(posted.xml, 'charge_invoice') ?? posted.xml))).xml;
    // 6.00 x 20 / 120.
    expect(figuresOf(invoice)).toEqual([500, 0, 500, 100, 600]);
  });

  it('are refused before version 2.29', async () => {
    const answer = await api(
      'POST',
      `/v2/accounts/ada/adjustments`,
      `<adjustment><unit_amount_in_cents>600</unit_amount_in_cents><currency>USD</currency>${INCLUSIVE}</adjustment>`,
      { 'X-Api-Version': '2.28' },
    );
    expect([answer.status, textOf(answer.xml, 'symbol')]).toEqual([400, 'invalid_xml']);
  });
});
