import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenRules } from '../../src/documents/e-invoices/published-rules.fixture.ts';
import { readTerms } from '../../src/documents/e-invoices/terms.fixture.ts';
import { signedIn, textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  await service.changeDemoSite({
    company: 'Tideline GmbH',
    company_address: ['Hafenstraße 1'],
    company_city: 'Berlin',
    company_zip: '10115',
    company_vat_number: 'DE123456789',
    company_email: 'billing@tideline.example',
    seller_country: 'DE',
    tax_registrations: ['EU'],
    manual_invoicing: true,
    e_invoices: 'when_possible',
  });
});
afterAll(() => service?.close());

/** Sells to a town in Germany by manual invoice, and returns the numbers of account and invoice. */
const sell = async (country = 'DE', charges = 1) => {
  const code = fresh('town');
  const address = `<address><address1>Marienplatz 8</address1><city>München</city><zip>80331</zip><country>${country}</country></address>`;
  const charge =
    '<adjustment><description>Ropes</description><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment>';
  const sold = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>rathaus@town.example</email><company_name>Rathaus</company_name>${address}</account><collection_method>manual</collection_method><po_number>PO-7</po_number><currency>EUR</currency><adjustments>${charge.repeat(charges)}</adjustments></purchase>`,
  );
  expect(sold.status, sold.text).toBe(200);
  return { code, number: textOf(sold.xml, 'charge_invoice', 'invoice_number') ?? '' };
};

it('offers the formats that an invoice has all for, and says what the others lack', async () => {
  const owner = await demoOwner(service);
  const { number } = await sell();
  const { html } = await owner.get(`/invoices/${number}`);
  expect(textIn(html)).toContain(
    'E-invoice EN 16931 (UBL) EN 16931 (CII) There is no XRechnung. The telephone number of the seller is missing: set company_phone, with three digits at least.',
  );
  const file = await owner.get(`/invoices/${number}/e-invoice?format=en16931_cii`);
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="en16931_cii-${number}.xml"`);
  expect(brokenRules(file.html)).toEqual([]);
  const refused = await owner.get(`/invoices/${number}/e-invoice?format=xrechnung_ubl`);
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining('set company_phone')]);
  const unknown = await owner.get(`/invoices/${number}/e-invoice?format=odette`);
  expect([unknown.status, textIn(unknown.html)]).toEqual([422, expect.stringContaining('xrechnung_cii')]);
});

it('says why an invoice has none', async () => {
  const owner = await demoOwner(service);
  const { number } = await sell('CH');
  const text = textIn((await owner.get(`/invoices/${number}`)).html);
  expect(text).toContain('E-invoice There is none. The buyer is in CH, outside the European Union');
});

it('is on the account pages, also of an invoice with more lines than a page shows', async () => {
  for (const charges of [1, 120]) {
    const { code, number } = await sell('DE', charges);
    const customer = await signedIn(service, code);
    const { html } = await customer.get(`/account/invoices/${number}`);
    expect(html).toContain(`href="/account/invoices/${number}/e-invoice"`);
    const file = await customer.get(`/account/invoices/${number}/e-invoice`);
    expect(file.headers.get('content-type')).toContain('application/xml');
    expect(brokenRules(file.html)).toEqual([]);
    expect(readTerms(file.html).lines).toHaveLength(charges);
  }
});

it('is not on the account pages where there is none', async () => {
  const { code, number } = await sell('CH');
  const customer = await signedIn(service, code);
  expect((await customer.get(`/account/invoices/${number}`)).html).not.toContain('e-invoice');
  expect((await customer.get(`/account/invoices/${number}/e-invoice`)).status).toBe(404);
});
