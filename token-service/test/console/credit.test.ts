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

const pageOf = async (path: string) => textIn((await owner.get(path)).html);

/** Adds an account without a payment method, and adds charges and credits to its next invoice, in cents. */
const accountWith = async (...cents: readonly number[]): Promise<string> => {
  const code = fresh('holder');
  await service.api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
  for (const amount of cents) {
    const { status, text } = await service.api(
      'POST',
      `/v2/accounts/${code}/adjustments`,
      `<adjustment><unit_amount_in_cents>${amount}</unit_amount_in_cents><currency>USD</currency><description>Line</description><tax_exempt>true</tax_exempt></adjustment>`,
    );
    expect(status, text).toBe(201);
  }
  return code;
};

/** The amounts of the rows of a preview without the sums of its groups, and the one below them, in cents. */
const previewed = async (path: string) => {
  const { html } = await owner.get(path);
  const [, table = ''] = /<table class="draft"[^>]*>(.*?)<\/table>/s.exec(html) ?? [];
  const lines = table.replaceAll(/<tr class="sum">.*?<\/tr>/gs, '');
  const amounts = [...lines.matchAll(/<td class="number">(−?)\$([\d,.]+)<\/td>/g)].map(
    ([, sign, digits = '']) => Math.round(Number(digits.replaceAll(',', '')) * 100) * (sign ? -1 : 1),
  );
  return { rows: amounts.slice(0, -1), due: amounts.at(-1), text: textIn(table) };
};

it.each([
  ['a charge and a smaller credit', [5000, -2000], 3000],
  ['a charge and a larger credit', [5000, -7000], 0],
] as const)('previews %s with rows that add up to the amount due', async (_, cents, due) => {
  const code = await accountWith(...cents);
  const preview = await previewed(`/customers/${code}/invoice`);
  expect(preview.due).toBe(due);
  expect(preview.rows.reduce((sum, one) => sum + one, 0)).toBe(due);
  expect(preview.text).not.toContain('Paid from');
  expect(preview.text.includes('Stays with the customer as credit $20.00')).toBe(due === 0);
});

it('previews credit that the account held before as a row of its own', async () => {
  const code = await accountWith(5000, -7000);
  await owner.submit(`/customers/${code}/invoice`, { method: 'manual' });
  await service.api(
    'POST',
    `/v2/accounts/${code}/adjustments`,
    '<adjustment><unit_amount_in_cents>3000</unit_amount_in_cents><currency>USD</currency><tax_exempt>true</tax_exempt></adjustment>',
  );
  const { rows, due, text } = await previewed(`/customers/${code}/invoice`);
  expect([rows, due]).toEqual([[3000, -2000], 1000]);
  expect(text).toContain('Paid from earlier credit −$20.00');
});

it('says how much credit there is before it is used', async () => {
  const code = await accountWith(5000);
  await owner.submit(`/customers/${code}/invoice`, { method: 'manual' });
  const { xml } = await service.api('GET', `/v2/accounts/${code}/invoices`);
  const number = textOf(xml, 'invoice', 'invoice_number') ?? textOf(xml, 'charge_invoice', 'invoice_number') ?? '';
  const here = `/invoices/${number}/apply-credit`;
  expect(await pageOf(here)).toContain('The account holds no credit in USD, so nothing would be paid.');
  await service.api(
    'POST',
    `/v2/accounts/${code}/adjustments`,
    '<adjustment><unit_amount_in_cents>-2000</unit_amount_in_cents><currency>USD</currency><tax_exempt>true</tax_exempt></adjustment>',
  );
  await owner.submit(`/customers/${code}/invoice`, { method: 'manual' });
  expect(await pageOf(here)).toContain(
    'The account holds $20.00 of credit. $20.00 of it pays for $50.00 that is owed;',
  );
});
