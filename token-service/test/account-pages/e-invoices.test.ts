import type { Site } from '@service/billing/resources/site.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { openShop, type SubscriptionShop } from '../stories/subscription-shop.ts';
import { browserOf, textIn } from './customer.ts';

/** More lines than the page shows, and than are read at once. */
const LONG = 250;

const SELLER: Partial<Site> = {
  company: 'Tideline GmbH',
  company_address: ['Hafenstraße 1', '10115 Berlin'],
  company_vat_number: 'DE123456789',
  seller_country: 'DE',
  tax_registrations: ['EU'],
  currencies: ['EUR'],
  e_invoices: 'when_possible',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT: 'off' } });
});
afterAll(() => service?.close());

/** Sells so many lines to a customer in Munich, and returns their browser and the number of the invoice. */
const sell = async (shop: SubscriptionShop, lines: number) => {
  const code = fresh('buyer');
  const made = await shop.api(
    'POST',
    '/v2/accounts',
    `<account><account_code>${code}</account_code><email>${code}@example.com</email><company_name>Rathaus</company_name><address><address1>Marienplatz 8</address1><city>München</city><zip>80331</zip><country>DE</country></address></account>`,
  );
  expect(made.status, made.text).toBe(201);
  const line =
    '<adjustment><description>Ropes</description><unit_amount_in_cents>100</unit_amount_in_cents></adjustment>';
  const sold = await shop.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code></account><collection_method>manual</collection_method><currency>EUR</currency><adjustments>${line.repeat(lines)}</adjustments></purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
  // The whole answer is longer than what the parser of requests takes.
  const [, number = ''] = /<charge_invoice[^>]*>[\s\S]*?<invoice_number[^>]*>(\d+)/.exec(sold.text) ?? [];
  const token = textOf(made.xml, 'hosted_login_token') ?? '';
  const browser = browserOf(service, code, token);
  expect((await browser.get(`/account/${token}`)).status).toBe(303);
  return { number, browser, page: `/account/invoices/${number}`, xml: `/account/invoices/${number}/e-invoice` };
};

const hrefsIn = (html: string): string[] => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);

/** Gives a line a second tax, which no e-invoice can express. */
const spoil = async (shop: SubscriptionShop, number: string, position: number): Promise<void> => {
  const { invoices, adjustments } = shop.records();
  const { uuid = '' } = (await invoices.byNumber(Number(number), undefined)) ?? {};
  const [line] = await adjustments.onInvoiceFrom(uuid, position, 1);
  if (!line) throw new Error(`The invoice has no line at ${position}.`);
  await adjustments.save({ ...line, taxes: [...line.taxes, ...line.taxes] });
};

it('offers the e-invoice of a short and of a long invoice to download', async () => {
  const shop = await openShop(service, SELLER, '2.29');
  for (const lines of [1, LONG]) {
    const { browser, page, xml, number } = await sell(shop, lines);
    const shown = (await browser.get(page)).html;
    expect(hrefsIn(shown)).toContain(xml);
    // The tax is that of all lines, also where the page has the first of them only.
    expect(shown).toContain(lines === 1 ? '0.19' : '47.50');
    const file = await browser.get(xml);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml']);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="invoice-${number}.xml"`);
    expect(file.html.match(/<cac:InvoiceLine>|<ram:IncludedSupplyChainTradeLineItem>/g)).toHaveLength(lines);
  }
});

it('offers none where the invoice, its seller, or a line on the page rules it out', async () => {
  const refusing: Partial<Site>[] = [{ e_invoices: 'off' }, { company_vat_number: null }, { company_iban: 'DE00' }];
  for (const changes of refusing) {
    const { browser, page, xml } = await sell(await openShop(service, { ...SELLER, ...changes }, '2.29'), LONG);
    expect(hrefsIn((await browser.get(page)).html), JSON.stringify(changes)).not.toContain(xml);
  }
  const shop = await openShop(service, SELLER, '2.29');
  const { browser, page, xml, number } = await sell(shop, LONG);
  await spoil(shop, number, 3);
  expect(hrefsIn((await browser.get(page)).html)).not.toContain(xml);
});

it('says that there is none where a line rules it out that the page does not read', async () => {
  const shop = await openShop(service, SELLER, '2.29');
  const { browser, page, xml, number } = await sell(shop, LONG);
  await spoil(shop, number, LONG - 1);
  expect(hrefsIn((await browser.get(page)).html)).toContain(xml);
  const { status, html } = await browser.get(xml);
  expect([status, textIn(html)]).toEqual([404, expect.stringContaining('There is no e-invoice of this invoice.')]);
  expect(hrefsIn(html)).toContain(`${page}/pdf`);
});
