import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

const MONTH = 31 * 86_400;
let service: TestService;
let owner: OperatorBrowser;
const code = fresh('lists');

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  for (const [who, amount] of [
    [code, 1000],
    [fresh('other'), 7000],
  ] as const) {
    const token = await service.token({ country: 'DE', postal_code: '50667' });
    const { status, text } = await service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${who}</account_code><email>${who}@example.com</email><first_name>=cmd()</first_name>` +
        `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment>` +
        `<unit_amount_in_cents>${amount}</unit_amount_in_cents><description>Fee</description><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>`,
    );
    expect(status, text).toBe(200);
  }
});
afterAll(() => service?.close());

const pageOf = async (path: string) => textIn((await owner.get(path)).html);

it('lists invoices with totals of what is filtered, and links to them', async () => {
  const { html } = await owner.get('/invoices');
  expect(textIn(html)).toContain('2 invoices · $80.00 in total');
  expect(html).toMatch(/<a class="row-link" href="\/invoices\/\d+">/);
  expect(await pageOf(`/invoices?account_code=${code}`)).toContain('1 invoice · $10.00 in total');
  expect(await pageOf('/invoices?amount_from=50&state=paid')).toContain('1 invoice · $70.00 in total');
  expect(await pageOf('/invoices?state=past_due')).toContain('Nothing matches these filters.');
  expect((await owner.get('/invoices?account_code=unknown')).status).toBe(404);
});

it('gives the filtered rows as CSV, with no formula in it', async () => {
  const csv = await owner.get(`/invoices?format=csv&account_code=${code}`);
  const [head = '', row = '', end] = csv.html.split('\r\n');
  expect(head).toContain('invoice_number,customer,account_code,state');
  expect(row).toContain("'=cmd()");
  expect(row).toContain('10.00');
  expect(end).toBe('');
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get('/invoices?format=csv')).html).not.toContain('cmd()');
  const support = await withRole(service, ['support']);
  expect((await support.get('/invoices?format=csv')).status).toBe(403);
});

it('writes amounts below 0 as numbers, and texts that begin with a minus as texts', async () => {
  await service.api(
    'PUT',
    `/v2/accounts/${code}`,
    '<account><last_name>-5</last_name><first_name></first_name></account>',
  );
  const { invoice_number } = await latestInvoice();
  await owner.submit(`/invoices/${invoice_number}/refund?way=amount&amount=3`, { reason: 'goodwill' });
  const csv = (await owner.get(`/payments?format=csv&account_code=${code}&type=refund`)).html;
  expect(csv).toMatch(/,-3\.00,USD,/);
  expect(csv).toMatch(/,'-5,/);
  const [head = '', ...rows] = (await owner.get('/customers?format=csv')).html.split('\r\n');
  expect(head).toContain(',balance_USD,balance_EUR,');
  // The account has no address: its country is that of the payment method.
  expect(rows.find((row) => row.includes(code))).toMatch(/,DE,/);
});

const latestInvoice = async () => {
  const { text } = await service.api('GET', `/v2/accounts/${code}/invoices`);
  return { invoice_number: /<invoice_number[^>]*>(\d+)</.exec(text)?.[1] ?? '' };
};

it('lists payments by state, type and decline code', async () => {
  expect(await pageOf('/payments')).toMatch(/3 payments · \$80\.00 taken · −\$3\.00 refunded/);
  expect(await pageOf(`/payments?account_code=${code}&type=purchase`)).toMatch(/1 payment · \$10\.00 .*Visa 1111/);
  expect(await pageOf('/payments?error_code=declined')).toContain('Nothing matches these filters.');
});

it('teaches what would be in an empty list', async () => {
  expect(await pageOf('/past-due')).toContain('Nothing is past due.');
  expect(await pageOf('/disputes')).toContain('When a cardholder disputes a payment');
  const developer = await withRole(service, ['developer']);
  expect((await developer.get('/past-due')).status).toBe(403);
});

it('shows what is past due by age with the next retry, and acts on several at once', async () => {
  const codes = [fresh('late'), fresh('late')];
  for (const late of codes) {
    const token = await service.token({ country: 'DE', postal_code: '50667' });
    await service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${late}</account_code><email>${late}@example.com</email><billing_info><token_id>${token}</token_id></billing_info></account>` +
        '<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>',
    );
    const bad = await service.token({ number: '4000 0000 0000 0341', country: 'DE', postal_code: '50667' });
    await service.api(
      'PUT',
      `/v2/accounts/${late}/billing_info`,
      `<billing_info><token_id>${bad}</token_id></billing_info>`,
    );
  }
  await service.api(
    'PUT',
    '/v2/sandbox/clock',
    `<clock><advance_in_seconds>${MONTH + 2 * 86_400}</advance_in_seconds></clock>`,
  );
  await service.dueWork();
  const text = await pageOf('/past-due');
  expect(text).toMatch(/\$47\.58 1 to 30 days, 2 invoices/);
  expect(text).toMatch(/2 invoices · \$47\.58 owed/);
  expect(text).toMatch(/\d of 6 steps of campaign default/);
  const [first] = codes;
  const { html } = await owner.get('/past-due/together');
  const boxes = [...html.matchAll(/name="(invoice_[0-9a-f]{32})"/g)].map(([, name = '']) => name);
  expect(boxes).toHaveLength(2);
  const ticked = Object.fromEntries(boxes.map((name) => [name, 'yes']));
  const reminded = await owner.submit('/past-due/together', { do: 'remind', ...ticked });
  expect(await pageOf(reminded.location)).toMatch(
    /2 invoices were reminded of, \$47\.58\. \d+, \d+: The customer is sent a reminder to pay\./,
  );
  const mails = await service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))!.id)
    .outbox.list({}, 2);
  expect(mails.map(({ kind }) => kind)).toEqual(['payment_failed', 'payment_failed']);
  const collected = await owner.submit('/past-due/together', { do: 'collect', ...ticked });
  expect(await pageOf(collected.location)).toMatch(/0 invoices were collected\. Not done for 2: \d+, \d+: Declined/);
  expect(textIn(html)).toContain('Do this for the ticked invoices (all 2: $47.58)');
  const nothing = await owner.submit('/past-due/together', { do: 'collect' });
  expect([nothing.status, textIn(nothing.html).includes('Tick at least one invoice.')]).toEqual([422, true]);
  expect(await pageOf(`/past-due?account_code=${first}`)).toContain('1 invoice ·');
  const stopped = await owner.submit('/past-due/together', { do: 'stop-dunning', ...ticked });
  expect(await pageOf(stopped.location)).toContain('2 invoices were taken out of dunning, $47.58.');
  const support = await withRole(service, ['support']);
  expect(textIn((await support.get('/past-due/together')).html)).not.toContain('Stop dunning');
});

it('acts on exactly the ticked invoices, and names each that it leaves out', async () => {
  const who = fresh('bulk');
  const numbers: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    const { text } = await service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${who}</account_code></account><currency>EUR</currency><collection_method>manual</collection_method><net_terms>0</net_terms>` +
        '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>',
    );
    numbers.push(/<invoice_number[^>]*>(\d+)</.exec(text)?.[1] ?? '');
  }
  const address = `/past-due/together?currency=EUR&account_code=${who}`;
  const { html } = await owner.get(address);
  const boxes = [...html.matchAll(/name="(invoice_[0-9a-f]{32})"/g)].map(([, name = '']) => name);
  expect(boxes).toHaveLength(3);
  const ticked = Object.fromEntries(boxes.map((name) => [name, 'yes']));
  expect((await owner.submit(`/invoices/${numbers[0]}/record-payment`, { method: 'check' })).status).toBe(303);
  // The filters of this form match none of the three.
  const sent = await owner.submit(
    `/past-due/together?state=past_due&account_code=${who}&currency=EUR`,
    { do: 'remind', ...ticked },
    '/past-due/together',
  );
  expect(sent.location).toMatch(/^\/past-due\?state=past_due&currency=EUR&account_code=/);
  const said = await pageOf(sent.location);
  expect(said).toContain('0 invoices were reminded of. Not done for 2:');
  expect(said).toMatch(/The account has no email address\. The customer was not sent a mail: /);
  expect(said).toContain(`Left out 1: ${numbers[0]}: it is paid now, so it is not owed.`);
  for (const number of numbers) expect(said).toContain(number);
  const wrong = await owner.submit(address, { do: 'nothing', ...ticked }, '/past-due/together');
  expect(wrong.html.match(/ checked>/g)?.length).toBeGreaterThanOrEqual(3);
});
