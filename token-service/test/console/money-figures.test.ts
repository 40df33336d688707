import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** Charges a new customer with a card, and returns the account's code and the number of the invoice. */
const charge = async (cents: number, number = '4242 4242 4242 4242') => {
  const code = fresh('payer');
  const token = await service.token({ country: 'DE', postal_code: '50667', number });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${code}</account_code><email>${code}@example.com</email>` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment>` +
      `<unit_amount_in_cents>${cents}</unit_amount_in_cents><description>Fee</description><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>`,
  );
  return { code, invoice: textOf(xml, 'charge_invoice', 'invoice_number') ?? '' };
};
const pageOf = async (path: string) => textIn((await owner.get(path)).html);

/** The addresses of a page's links that have parameters. */
const linksWithQuery = (html: string): string[] =>
  [...html.matchAll(/<a [^>]*href="(\/[^"]*\?[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

it('adds up what was taken, refunded and declined apart, and shows refunds below 0', async () => {
  const { invoice, code } = await charge(8000);
  await charge(1000, '4000 0000 0000 0002');
  await owner.submit(`/invoices/${invoice}/refund?way=amount&amount=3`, { reason: 'goodwill' });
  expect(await pageOf('/payments')).toContain(
    '3 payments · $80.00 taken · −$3.00 refunded · 1 declined, $10.00 · 50% of USD approved',
  );
  expect(await pageOf(`/payments?account_code=${code}`)).toContain(
    '2 payments · $80.00 taken · −$3.00 refunded · 100% of USD approved Download',
  );
  expect(await pageOf('/payments?type=refund')).toMatch(/1 payment · −\$3\.00 refunded Download.* −\$3\.00/);
  expect(await pageOf('/payments?state=failed')).toContain('1 payment · 1 declined, $10.00 Download');
  expect((await owner.get('/payments?type=refund&format=csv')).html).toMatch(/refund,success,.*-3\.00/);
});

it('leads from every figure to the rows that it counts', async () => {
  const home = (await owner.get('/')).html;
  expect(textIn(home)).toMatch(/\$77\.00 taken today 1 failed payment today/);
  const links = [...linksWithQuery(home), ...linksWithQuery((await owner.get('/system')).html)];
  for (const link of links) {
    const { status, html } = await owner.get(link);
    expect([link, status]).toEqual([link, 200]);
    for (const [name, value] of new URL(link, 'http://console').searchParams) {
      const [, options = ''] = new RegExp(`<select[^>]* name="${name}">(.*?)</select>`, 's').exec(html) ?? [];
      const isFiltered =
        options.includes(`value="${value}" selected`) ||
        new RegExp(`<input[^>]* name="${name}"[^>]* value="${value}"`).test(html) ||
        new RegExp(`<input[^>]* name="${name}" type="\\w+" value="${value}"`).test(html);
      expect([link, name, isFiltered]).toEqual([link, name, true]);
    }
  }
  const [taken = '', failed = ''] = links.filter((link) => link.startsWith('/payments'));
  expect(await pageOf(taken)).toContain('2 payments · $80.00 taken · −$3.00 refunded');
  expect(await pageOf(failed)).toContain('1 payment · 1 declined, $10.00');
});

it('filters by the reason of a decline in words, and writes the words to the file', async () => {
  const { html } = await owner.get('/payments?error_code=declined');
  expect(html).toMatch(/<option value="insufficient_funds">insufficient funds<\/option>/);
  expect(textIn(html)).toContain('1 payment · 1 declined, $10.00');
  const [head = '', row = ''] = (await owner.get('/payments?error_code=declined&format=csv')).html.split('\r\n');
  expect(head).toContain(',error_code,declined_because,');
  expect(row).toContain(',declined,Issuer declined the charge without details.,');
});
