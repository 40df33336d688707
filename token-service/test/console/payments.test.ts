import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { actionOf, CHALLENGED, customerOf, V21 } from '../stories/challenging.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service?.close());

/** Charges a new customer 10.00, and returns the payment's uuid and the invoice's number. */
const charge = async (number = '4242 4242 4242 4242') => {
  const token = await service.token({ country: 'DE', postal_code: '50667', number });
  const { xml } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('payer')}</account_code><email>grace@example.com</email>` +
      `<billing_info><token_id>${token}</token_id></billing_info></account><currency>USD</currency><adjustments><adjustment>` +
      '<unit_amount_in_cents>1000</unit_amount_in_cents><description>Fee</description><tax_exempt>true</tax_exempt></adjustment></adjustments></purchase>',
  );
  const invoice = textOf(xml, 'charge_invoice', 'invoice_number') ?? '';
  const paid = textOf(xml, 'charge_invoice', 'transactions', 'transaction', 'uuid');
  return { invoice, uuid: paid ?? textOf(xml, 'transaction', 'uuid') ?? '' };
};
const pageOf = async (path: string) => textIn((await owner.get(path)).html);

it('shows a payment with its gateway, its checks and its invoice, and what the gateway has of it', async () => {
  const { uuid, invoice } = await charge();
  const { html } = await owner.get(`/payments/${uuid}`);
  const text = textIn(html);
  expect(text).toContain('Payment of $10.00 success');
  expect(text).toMatch(/Visa 4242 · Ada Lovelace|Visa 4242 · grace@example\.com/);
  expect(text).toMatch(/Gateway test Type test Reference test-/);
  expect(html).toContain(`href="/invoices/${invoice}/refund"`);
  const answer = await pageOf(`/payments/${uuid}/look-up`);
  expect(answer).toMatch(/Outcome successful successful/);
  expect(answer).toContain('Amount $10.00 $10.00');
  expect((await owner.get('/payments/0123')).status).toBe(404);
});

it('says in words why a payment was declined and what to do, and what 3-D Secure has to do with it', async () => {
  const declined = await charge('4000 0000 0000 0002');
  const text = await pageOf(`/payments/${declined.uuid}`);
  expect(text).toContain('Issuer declined the charge without details.');
  expect(text).toContain(
    'A later attempt may succeed. No invoice was made of it, so it is not attempted again by itself.',
  );
  expect(text).toMatch(/Decline code declined Category soft/);
  const challenged = await charge('4000 0000 0000 3220');
  expect(await pageOf(`/payments/${challenged.uuid}`)).toContain(
    'The bank asked the customer to confirm the payment. It is not confirmed yet.',
  );
});

it('shows of a payment that was made whether the customer confirmed it, the version and who is liable', async () => {
  const billed = (billing: string, account: string) =>
    service.api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${account}</account_code><billing_info>${billing}</billing_info></account><currency>USD</currency>` +
        '<adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>',
      V21,
    );
  const account = fresh('payer');
  const token = await service.token({ country: 'DE', postal_code: '50667', number: CHALLENGED });
  const asked = await billed(`<token_id>${token}</token_id>`, account);
  const result = await customerOf(() => service).confirm(actionOf(asked));
  const { xml, text } = await billed(
    `<token_id>${token}</token_id><three_d_secure_action_result_token_id>${result}</three_d_secure_action_result_token_id>`,
    account,
  );
  const uuid = textOf(xml, 'charge_invoice', 'transactions', 'transaction', 'uuid');
  expect(uuid, text).toBeDefined();
  expect(await pageOf(`/payments/${uuid}`)).toContain(
    '3-D Secure authenticated, confirmed by the customer 3-D Secure version 2.2.0 ECI 05 Liable for fraud the bank of the card, as a rule',
  );
  const plain = await charge();
  expect(await pageOf(`/payments/${plain.uuid}`)).toContain('3-D Secure no authentication is recorded');

  const records = service.service.opened.storage.of((await service.service.opened.sites.find('demo'))?.id ?? '');
  const kept = await records.transactions.find(plain.uuid);
  if (!kept) throw new Error('The payment is not stored.');
  await records.transactions.save({
    ...kept,
    charge_reference: 'ch_1Charge',
    three_d_secure: { result: 'exempted', flow: null, version: '2.2.0', eci: '07', exemption: 'low_risk' },
  });
  const exempted = await pageOf(`/payments/${plain.uuid}`);
  expect(exempted).toContain('Charge ch_1Charge');
  expect(exempted).toContain('Exemption low risk Liable for fraud the merchant');
  expect((await owner.get('/search?q=ch_1Charge')).location).toBe(`/payments/${plain.uuid}`);
  expect(await pageOf('/search?q=ch_1Unknown')).toMatch(/Nothing was found\. .* search for the pi_… that Stripe shows/);
});

it('shows refunds with the payment that they refund', async () => {
  const { uuid, invoice } = await charge();
  await owner.submit(`/invoices/${invoice}/refund?way=amount&amount=3`, { reason: 'goodwill' });
  const { html } = await owner.get(`/payments/${uuid}`);
  expect(textIn(html)).toMatch(/Refunds .*refund successful now −\$3\.00/);
  const [, refund = ''] = /href="\/payments\/([0-9a-f]{32})">Visa 4242<\/a>/.exec(html) ?? [];
  const page = await owner.get(`/payments/${refund}`);
  expect(textIn(page.html)).toContain('Refund of $3.00 success');
  expect(page.html).toContain(`href="/payments/${uuid}"`);
  expect(textIn(page.html)).toContain(`Invoice refunded ${invoice}`);
  const [head = '', ...rows] = (await owner.get('/payments?type=refund&format=csv')).html.trim().split('\r\n');
  const place = head.split(',').indexOf('refunded_invoice');
  expect(rows.map((row) => row.split(',')[place])).toContain(invoice);
  expect(await pageOf('/payments?type=refund')).toContain(`${invoice} by credit invoice `);
});

it('a payment by hand is not looked up, and roles without the permission look nothing up', async () => {
  const { uuid } = await charge();
  const auditor = await withRole(service, ['auditor']);
  expect((await auditor.get(`/payments/${uuid}`)).html).not.toContain('look-up');
  expect((await auditor.get(`/payments/${uuid}/look-up`)).status).toBe(403);
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(`/payments/${uuid}`)).html).not.toMatch(/grace@example|Lovelace/);
});
