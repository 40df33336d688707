import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';

let service: TestService;
let owner: OperatorBrowser;
const code = fresh('audited');

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  await service.api('POST', '/v2/accounts', `<account><account_code>${code}</account_code></account>`);
  await service.api('POST', '/v2/accounts', '<account><account_code>another</account_code></account>');
  await owner.submit(`/customers/${code}/charge`, { amount: '50', currency: 'USD', description: 'Setup' });
  await owner.submit(`/customers/${code}/invoice`, { method: 'manual' });
  const { text } = await service.api('GET', `/v2/accounts/${code}/invoices`);
  const number = /<invoice_number[^>]*>(\d+)</.exec(text)?.[1] ?? '';
  const record = `/invoices/${number}/record-payment`;
  const typed = formValues((await owner.get(record)).html, record);
  const paid = await owner.post(record, { ...typed, amount: '20', description: 'SEPA 4711' });
  expect(textIn((await owner.get(paid.location)).html)).toContain(
    'A payment of $20.00 was recorded. The customer was not sent a mail: the account has no email address.',
  );
});
afterAll(() => service?.close());

it('says how much money was moved, with its reference, and for whom', async () => {
  const { html } = await owner.get(`/audit?account_code=${code}`);
  const text = textIn(html);
  expect(text).toMatch(/Payment recorded .*amount: none → 20\.00 USD/);
  expect((await owner.get(`/audit?account_code=${code}&format=csv`)).html).toContain('reference: none → SEPA 4711');
  expect(text).toMatch(/Adjustment created .*amount: none → 50\.00 USD/);
  expect(html).toContain(`<a href="/customers/${code}">${code}</a>`);
});

it('lists the changes of one customer, as a file too, to which the timeline leads', async () => {
  expect((await owner.get(`/customers/${code}?kind=audit`)).html).toContain(`href="/audit?account_code=${code}"`);
  const file = (await owner.get(`/audit?account_code=${code}&format=csv`)).html;
  expect(file).toContain('payment.recorded');
  expect(file).not.toContain('another');
  expect((await owner.get('/audit?account_code=unknown')).status).toBe(404);
});

it('shows the reference and who recorded it with the payment, in its list and on its invoice', async () => {
  const { html } = await owner.get(`/payments?account_code=${code}`);
  const [, uuid = ''] = /href="\/payments\/([0-9a-f]{32})"/.exec(html) ?? [];
  expect(textIn((await owner.get(`/payments/${uuid}`)).html)).toMatch(/Reference SEPA 4711.* Recorded by demo owner/);
  expect((await owner.get(`/payments?account_code=${code}&format=csv`)).html).toContain(',SEPA 4711,');
  const [, number = ''] = /href="\/invoices\/(\d+)"/.exec(html) ?? [];
  const invoice = textIn((await owner.get(`/invoices/${number}`)).html);
  expect(invoice).toContain('payment by hand SEPA 4711');
  expect(invoice).toMatch(/Collected by hand, due (at once|after \d+ days)/);
});
