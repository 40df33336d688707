import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import { expect, it } from 'vitest';
import { aTransaction, id } from '../../src/adapters/storage/testing/samples.ts';
import {
  aCreditPayment,
  anAdjustment,
  anInvoice,
  aSubscription,
} from '../../src/adapters/storage/testing/selling-samples.ts';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { fresh, type OtherSite, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

const href = (element: Element | undefined, ...path: string[]) => within(element, ...path)?.attributes.get('href');
const uuids = (xml: Element | undefined) => xml?.children.map((one) => textOf(one, 'uuid'));
/** Returns every link inside an element, except actions. */
const addresses = (element: Element): string[] => [
  ...(element.name !== 'a' && element.attributes.has('href') ? [element.attributes.get('href') ?? ''] : []),
  ...element.children.flatMap(addresses),
];

onBothEngines('invoices', (service) => {
  const at = (version: string) => ({ 'X-Api-Version': version });

  /** A paid invoice for a subscription and a charge with a coupon, and a credit invoice that refunded part of it. */
  const sell = async (site: OtherSite): Promise<AccountRecord> => {
    const account_code = fresh('buyer');
    const opened = `<account><account_code>${account_code}</account_code></account>`;
    expect((await site.api('POST', '/v2/accounts', opened)).status).toBe(201);
    const coupon =
      '<coupon><coupon_code>spring</coupon_code><name>A</name><discount_type>percent</discount_type><discount_percent>10</discount_percent></coupon>';
    expect((await site.api('POST', '/v2/coupons', coupon)).status).toBe(201);
    const redeeming = `<redemption><account_code>${account_code}</account_code></redemption>`;
    const redeemed = await site.api('POST', '/v2/coupons/spring/redeem', redeeming);

    const records = site.records();
    const account = await records.accounts.find(account_code);
    if (!account) throw new Error('there is no account');
    const sold = { state: 'invoiced', invoice_id: id(1001) } as const;
    await records.subscriptions.add(aSubscription(1, account));
    await records.invoices.add(anInvoice(1001, account, { invoice_number_prefix: 'FR' }));
    await records.invoices.add(
      anInvoice(1002, account, {
        type: 'credit',
        origin: 'refund',
        state: 'closed',
        due_on: null,
        refundable_total_in_cents: 0,
        subtotal_in_cents: -500,
        subtotal_before_discount_in_cents: -500,
        discount_in_cents: 0,
        tax_in_cents: 0,
        total_in_cents: -500,
        original_ids: [id(1001)],
      }),
    );
    await records.invoices.add(
      anInvoice(1003, account, {
        state: 'pending',
        collection_method: 'manual',
        balance_in_cents: 979,
        refundable_total_in_cents: 0,
        closed_at: null,
      }),
    );
    const discounts = [{ redemption: textOf(redeemed.xml, 'uuid') ?? '', amount: 100 }];
    await records.adjustments.add(
      anAdjustment(11, account, { ...sold, subscription_id: id(1), position: 1, discounts: [] }),
    );
    await records.adjustments.add(anAdjustment(12, account, { ...sold, position: 0, discounts }));
    await records.adjustments.add(
      anAdjustment(13, account, {
        state: 'invoiced',
        type: 'credit',
        invoice_id: id(1002),
        original_adjustment_uuid: id(11),
      }),
    );
    const paid = { action: 'purchase', status: 'success', transaction_error: null, refundable: true } as const;
    await records.transactions.add(aTransaction(21, account, { ...paid, invoice_id: id(1001) }));
    await records.creditPayments.add(
      aCreditPayment(31, account, { original_invoice_id: id(1002), applied_to_invoice_id: id(1001) }),
    );
    return account;
  };

  it('are looked up by number, by number with prefix and by uuid', async () => {
    const site = await service().openSite();
    await sell(site);
    const found = await site.api('GET', '/v2/invoices/FR1001');
    expect(found.status, found.text).toBe(200);
    expect(found.xml?.attributes.get('href')).toBe(`${service().apiUrl}/v2/invoices/FR1001`);
    for (const name of ['1001', id(1001), id(1001).toUpperCase()]) {
      expect((await site.api('GET', `/v2/invoices/${name}`)).text, name).toBe(found.text);
    }
    for (const name of ['DE1001', 'FR1002', 'FR', '1004', '0', id(1009), '99999999999999999999']) {
      const missing = await site.api('GET', `/v2/invoices/${name}`);
      expect([missing.status, textOf(missing.xml, 'description')]).toEqual([
        404,
        `Couldn't find Invoice with invoice_number = ${name}`,
      ]);
    }
  });

  it('include their lines, payments and credit', async () => {
    const site = await service().openSite();
    await sell(site);
    const { xml } = await site.api('GET', '/v2/invoices/1001');
    const of = `${service().apiUrl}/v2`;
    expect(uuids(within(xml, 'line_items'))).toEqual([id(12), id(11)]);
    const [line] = within(xml, 'line_items')?.children ?? [];
    expect(Object.fromEntries(line?.attributes ?? [])).toEqual({ href: `${of}/adjustments/${id(12)}`, type: 'charge' });
    expect(href(line, 'invoice')).toBe(`${of}/invoices/FR1001`);
    const detail = within(line, 'tax_details', 'tax_detail');
    expect(detail?.children.map(({ name, text }) => [name, text])).toEqual([
      ['name', 'CA'],
      ['type', 'state'],
      ['tax_rate', '0.0875'],
      ['tax_in_cents', '79'],
    ]);
    expect(within(xml, 'transactions')?.children.map(({ attributes }) => attributes.get('href'))).toEqual([
      `${of}/transactions/${id(21)}`,
    ]);
    expect(href(xml, 'transactions', 'transaction', 'invoice')).toBe(`${of}/invoices/FR1001`);
    expect(href(xml, 'credit_payments', 'credit_payment')).toBe(`${of}/credit_payments/${id(31)}`);
    expect(href(xml, 'credit_payments', 'credit_payment', 'original_invoice')).toBe(`${of}/invoices/1002`);
    expect(within(xml, 'all_line_items')).toBeUndefined();
  });

  it('contain only links that resolve', async () => {
    const site = await service().openSite();
    const { account_code } = await sell(site);
    const requests = [
      '/v2/invoices',
      '/v2/invoices/1001',
      '/v2/invoices/1002',
      '/v2/subscriptions',
      '/v2/credit_payments',
      '/v2/transactions',
      `/v2/accounts/${account_code}`,
      `/v2/accounts/${account_code}/adjustments`,
    ];
    for (const version of ['2.2', '2.7', '2.9', '2.10', '2.19']) {
      const found = new Set<string>();
      for (const path of requests) {
        const answer = await site.api('GET', path, undefined, at(version));
        if (answer.status === 200 && answer.xml) for (const one of addresses(answer.xml)) found.add(one);
      }
      expect(found.size).toBeGreaterThan(15);
      for (const one of found) {
        expect((await site.api('GET', one, undefined, at(version))).status, `${one} in ${version}`).toBe(200);
      }
    }
  });

  it('list the records that belong to them', async () => {
    const site = await service().openSite();
    await sell(site);
    const listed = async (path: string) => uuids((await site.api('GET', `/v2/invoices/${path}?order=asc`)).xml);
    expect(await listed('1001/line_items')).toEqual([id(11), id(12)]);
    expect(await listed('1001/transactions')).toEqual([id(21)]);
    expect(await listed('1001/credit_invoices')).toEqual([id(1002)]);
    expect(await listed('1002/original_invoices')).toEqual([id(1001)]);
    expect(await listed('1001/credit_payments')).toEqual([id(31)]);
    expect(await listed('1002/credit_payments')).toEqual([id(31)]);
    expect(await listed('1001/subscriptions')).toEqual([id(1)]);
    expect(await listed('1003/subscriptions')).toEqual([]);
    expect(await listed('1003/redemptions')).toEqual([]);
    const redemptions = await site.api('GET', '/v2/invoices/1001/redemptions');
    expect(redemptions.xml?.children.map((one) => textOf(one, 'coupon_code'))).toEqual(['spring']);
    expect(textOf((await site.api('GET', '/v2/invoices/1001/redemption')).xml, 'coupon_code')).toBe('spring');
    expect((await site.api('GET', '/v2/invoices/1003/redemption')).status).toBe(404);
    const ofPayment = await site.api('GET', `/v2/transactions/${id(21)}/subscriptions`);
    expect(uuids(ofPayment.xml)).toEqual([id(1)]);
    for (const path of ['line_items', 'transactions', 'credit_invoices', 'credit_payments', 'subscriptions']) {
      expect((await site.api('HEAD', `/v2/invoices/1001/${path}`)).headers.get('x-records'), path).toMatch(/^[12]$/);
      expect((await site.api('GET', `/v2/invoices/1009/${path}`)).status, path).toBe(404);
    }
  });

  it('use the current format from 2.10 on and the older format before', async () => {
    const site = await service().openSite();
    await sell(site);
    const values = async (path: string, version: string, ...names: string[]) => {
      const { xml } = await site.api('GET', path, undefined, at(version));
      return names.map((name) => textOf(xml, name));
    };
    const money = ['state', 'subtotal_in_cents', 'subtotal_before_discount_in_cents', 'discount_in_cents'];
    const [now, then] = ['/v2/invoices/1001', '/v2/invoices/1003'];
    expect(await values(now, '2.10', ...money)).toEqual(['paid', '900', '1000', '100']);
    expect(await values(now, '2.9', ...money)).toEqual(['collected', '1000', undefined, undefined]);
    expect(await values(now, '2.9', 'subtotal_after_discount_in_cents', 'amount_remaining_in_cents')).toEqual([
      '900',
      '0',
    ]);
    expect(await values(now, '2.10', 'subtotal_after_discount_in_cents', 'amount_remaining_in_cents')).toEqual([
      undefined,
      undefined,
    ]);
    expect(await values(then, '2.10', 'state', 'balance_in_cents')).toEqual(['pending', '979']);
    expect(await values(then, '2.9', 'state', 'amount_remaining_in_cents')).toEqual(['open', '979']);
    expect(await values('/v2/invoices/1002', '2.9', 'state')).toEqual(['collected']);

    const links = async (path: string, version: string) => {
      const { xml } = await site.api('GET', path, undefined, at(version));
      const names = ['subscription', 'subscriptions', 'original_invoice', 'original_invoices', 'credit_invoices'];
      return names.filter((name) => within(xml, name));
    };
    expect(await links(now, '2.7')).toEqual(['subscription']);
    expect(await links(now, '2.9')).toEqual(['subscriptions']);
    expect(await links(now, '2.10')).toEqual(['subscriptions', 'credit_invoices']);
    expect(await links('/v2/invoices/1002', '2.9')).toEqual(['subscriptions', 'original_invoice']);
    expect(await links('/v2/invoices/1002', '2.10')).toEqual(['subscriptions', 'original_invoices']);
    const payment = await site.api('GET', `/v2/transactions/${id(21)}`, undefined, at('2.7'));
    expect(href(payment.xml, 'subscription')).toBe(`${service().apiUrl}/v2/subscriptions/${id(1)}`);
    for (const path of ['line_items', 'original_invoices', 'credit_payments']) {
      const early = await site.api('GET', `/v2/invoices/1002/${path}`, undefined, at('2.9'));
      expect(early.status, path).toBe(400);
    }
    expect((await site.api('GET', '/v2/invoices/1001/credit_invoices', undefined, at('2.2'))).status).toBe(200);
    expect((await site.api('GET', '/v2/invoices/1001/subscriptions', undefined, at('2.7'))).status).toBe(400);
  });

  it('are listed by state, under old and new names', async () => {
    const site = await service().openSite();
    const account = await sell(site);
    await site.records().invoices.add(anInvoice(1004, account, { type: 'credit', state: 'open' }));
    const listed = async (state: string, version = '2.19') => {
      const path = `/v2/invoices?order=asc&state=${state}`;
      return (await site.api('GET', path, undefined, at(version))).xml?.children.map((one) =>
        textOf(one, 'invoice_number'),
      );
    };
    expect(await listed('')).toEqual(['1001', '1002', '1003', '1004']);
    for (const version of ['2.9', '2.10']) {
      expect(await listed('pending', version)).toEqual(['1003']);
      expect(await listed('open', version)).toEqual(['1003', '1004']);
      expect(await listed('paid', version)).toEqual(['1001']);
      expect(await listed('closed', version)).toEqual(['1002']);
      expect(await listed('past_due', version)).toEqual([]);
    }
    expect(await listed('collected')).toEqual(['1001']);
    expect(await listed('collected', '2.9')).toEqual(['1001', '1002']);
    expect((await site.api('GET', '/v2/invoices?state=lost')).status).toBe(400);
    const ofAccount = `/v2/accounts/${account.account_code}/invoices?state=open`;
    expect((await site.api('HEAD', ofAccount)).headers.get('x-records')).toBe('2');
    const page = await site.api('GET', `/v2/accounts/${account.account_code}/invoices?per_page=3&state=`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect((await site.api('GET', next)).xml?.children.map((one) => textOf(one, 'invoice_number'))).toEqual(['1001']);
  });

  it('have credit payments that can be looked up and listed, from 2.10 on', async () => {
    const site = await service().openSite();
    const account = await sell(site);
    const found = await site.api('GET', `/v2/credit_payments/${id(31)}`);
    expect(textOf(found.xml, 'action')).toBe('payment');
    expect(href(found.xml, 'applied_to_invoice')).toBe(`${service().apiUrl}/v2/invoices/FR1001`);
    expect(within(found.xml, 'refund_transaction')).toBeUndefined();
    for (const path of ['/v2/credit_payments', `/v2/accounts/${account.account_code}/credit_payments`]) {
      expect(uuids((await site.api('GET', path)).xml)).toEqual([id(31)]);
      expect((await site.api('GET', path, undefined, at('2.9'))).status).toBe(400);
    }
    expect((await site.api('GET', `/v2/credit_payments/${id(32)}`)).status).toBe(404);
  });

  it('are rendered as PDF on request', async () => {
    const site = await service().openSite();
    const { account_code } = await sell(site);
    const pdf = { Accept: 'application/pdf' };
    const key = `Basic ${Buffer.from(`${site.privateKey}:`).toString('base64')}`;
    const print = (path: string, headers = {}) =>
      fetch(new URL(path, service().apiUrl), {
        headers: { Authorization: key, 'X-Api-Version': '2.19', ...pdf, ...headers },
      });
    const printed = await print('/v2/invoices/FR1001');
    expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const bytes = Buffer.from(await printed.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    service().clock.advance({ days: 3 });
    const again = await print('/v2/invoices/1001');
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const etag = again.headers.get('etag') ?? '';
    expect((await print('/v2/invoices/1001', { 'If-None-Match': etag })).status).toBe(304);
    const french = await print('/v2/invoices/1001', { 'Accept-Language': 'fr' });
    expect(Buffer.from(await french.arrayBuffer()).equals(bytes)).toBe(false);
    const swahili = await print('/v2/invoices/1001', { 'Accept-Language': 'sw' });
    expect(Buffer.from(await swahili.arrayBuffer()).equals(bytes)).toBe(true);
    await site.api(
      'PUT',
      `/v2/accounts/${account_code}`,
      '<account><preferred_locale>de-AT</preferred_locale></account>',
    );
    const languageOf = async (headers = {}) =>
      /\/Lang \(([^)]+)\)/.exec(
        Buffer.from(await (await print('/v2/invoices/1001', headers)).arrayBuffer()).toString('latin1'),
      )?.[1];
    expect(await languageOf()).toBe('de-AT');
    expect(await languageOf({ 'Accept-Language': 'sw' })).toBe('de-AT');
    expect(await languageOf({ 'Accept-Language': 'fr' })).toBe('fr');
    const either = { Accept: 'application/xml;q=0.5, application/pdf' };
    expect((await print('/v2/invoices/1001', either)).headers.get('content-type')).toBe('application/pdf');

    const missing = await site.api('GET', '/v2/invoices/1009', undefined, pdf);
    expect([missing.status, textOf(missing.xml, 'symbol')]).toEqual([404, 'not_found']);
    expect((await site.api('GET', '/v2/invoices', undefined, pdf)).status).toBe(406);
    expect((await site.api('GET', '/v2/invoices/1001', undefined, { Accept: 'text/html' })).status).toBe(406);
  });
});
