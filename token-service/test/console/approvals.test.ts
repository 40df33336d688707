import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let finance: RoleBrowser;
let other: RoleBrowser;
let support: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.changeDemoSite({ operator_approval_limit_in_cents: 1000 });
  [finance, other, support] = await Promise.all([
    withRole(service, ['finance']),
    withRole(service, ['finance']),
    withRole(service, ['support']),
  ]);
});

const words = async (browser: RoleBrowser, path: string): Promise<string> => textIn((await browser.get(path)).html);

/** Asks for a refund of an invoice that has to be approved, and returns the address of what waits. */
const askedRefund = async (browser: RoleBrowser, invoice: string): Promise<string> => {
  const sent = await browser.submit(`/invoices/${invoice}/refund?way=all`, { reason: 'goodwill', comment: 'was away' });
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('/approvals/')]);
  return sent.location.split('?')[0] ?? '';
};

it('keeps a refund above the limit until another operator approves it, and carries it out once', async () => {
  const { invoice } = await newSubscriber(service);
  const waiting = await askedRefund(support, invoice);
  expect(await words(support, waiting)).toContain('You asked for it, so another operator decides.');
  expect(await words(finance, `/invoices/${invoice}`)).toContain('waits for approval');
  expect(await words(finance, `/invoices/${invoice}`)).not.toContain('credit invoice');
  expect(await words(finance, '/')).toMatch(/[1-9]\d* waiting for approval/);
  expect(await words(finance, '/approvals?state=waiting')).toMatch(/Refund .*\$27\.18 .*waiting/);
  const page = await words(finance, waiting);
  for (const said of ['Refund of $27.18', `invoice ${invoice}`, 'goodwill: was away', support.email]) {
    expect(page).toContain(said);
  }

  const both = await Promise.all([finance, other].map((browser) => browser.submit(`${waiting}/approve`)));
  expect(both.map(({ status }) => status).sort()).toEqual([303, 422]);
  expect(await words(finance, waiting)).toMatch(/approved .*Outcome Refunded \$27\.18/);
  const shown = await words(finance, `/invoices/${invoice}`);
  expect(shown).not.toContain('waits for approval');
  expect(shown).toMatch(/Invoice \d+ paid refunded \$27\.18/);
  expect(await words(finance, '/approvals?state=approved')).toMatch(/[1-9]\d* actions? approved/);
  expect(await words(finance, '/approvals?state=declined')).toMatch(/\d+ actions? declined/);
  expect(await words(finance, '/approvals')).toMatch(/[1-9]\d* actions? · /);
  const owner = await withRole(service, ['owner']);
  const log = await words(owner, '/audit');
  for (const action of ['Approval requested', 'Approval approved', 'Invoice refunded']) expect(log).toContain(action);
});

it('refuses an approval by the operator who asked, and by one whose role may not do it', async () => {
  const { invoice, path } = await newSubscriber(service);
  const waiting = await askedRefund(finance, invoice);
  expect((await finance.get(waiting)).html).not.toContain(`${waiting}/approve`);
  const own = await finance.submit(`${waiting}/approve`);
  expect([own.status, textIn(own.html)]).toEqual([422, expect.stringContaining('another operator has to decide')]);
  expect((await support.get(`${waiting}/approve`)).status).toBe(403);

  const ended = await support.submit(`${path}/cancel`, { when: 'now_full' });
  const cancellation = ended.location.split('?')[0] ?? '';
  expect((await finance.get(cancellation)).html).not.toContain('/approve"');
  expect((await finance.submit(`${cancellation}/approve`)).status).toBe(403);
  const admin = await withRole(service, ['admin']);
  expect((await admin.submit(`${cancellation}/approve`)).status).toBe(303);
  expect(await words(admin, path)).toContain('expired');
  expect((await service.api('GET', `/v2/invoices/${invoice}`)).text).toContain('<state>paid</state>');
});

it('refuses what has changed since it was asked for, which can be declined with a reason', async () => {
  const { invoice } = await newSubscriber(service);
  const waiting = await askedRefund(support, invoice);
  const part =
    '<invoice><refund_method>transaction_first</refund_method><amount_in_cents>500</amount_in_cents></invoice>';
  expect((await service.api('POST', `/v2/invoices/${invoice}/refund`, part)).status).toBe(201);
  const late = await finance.submit(`${waiting}/approve`);
  expect([late.status, textIn(late.html)]).toEqual([422, expect.stringContaining('has changed since')]);
  expect(await words(finance, waiting)).toContain('waiting');
  expect((await finance.submit(`${waiting}/decline`)).status).toBe(422);
  expect((await finance.submit(`${waiting}/decline`, { why: 'Half is refunded already.' })).status).toBe(303);
  expect(await words(support, waiting)).toMatch(/declined .*Declined because Half is refunded already\./);
  expect(await words(finance, `${waiting}/approve`)).toContain('This was decided: declined.');
});

it('asks for a second operator for credits and write-offs too, and lets the first one withdraw', async () => {
  const { account, invoice } = await newSubscriber(service);
  expect(await words(finance, `/customers/${account}/credit`)).toMatch(
    /Above \$10\.00, €10\.00, .*, or ¥1,000, another operator has to approve/,
  );
  const small = await finance.submit(`/customers/${account}/credit`, { amount: '10.00', description: 'Sorry' });
  expect(small.location).toContain(`/customers/${account}`);
  const large = await finance.submit(`/customers/${account}/credit`, { amount: '10.01', description: 'Very sorry' });
  const waiting = large.location.split('?')[0] ?? '';
  expect(waiting).toContain('/approvals/');
  expect(await words(other, `/customers/${account}`)).toContain('Credit of $10.01 waits for approval');
  expect((await other.submit(`${waiting}/withdraw`)).status).toBe(422);
  expect((await finance.submit(`${waiting}/withdraw`)).status).toBe(303);
  expect(await words(other, `${waiting}/approve`)).toContain('This was decided: withdrawn.');
  expect((await service.api('GET', `/v2/accounts/${account}/adjustments?state=pending`)).text).not.toContain(
    'Very sorry',
  );

  const again = await finance.submit(`/customers/${account}/credit`, { amount: '10.01', description: 'Very sorry' });
  expect((await other.submit(`${again.location.split('?')[0]}/approve`)).status).toBe(303);
  expect((await service.api('GET', `/v2/accounts/${account}/adjustments?state=pending`)).text).toContain('Very sorry');

  const order = '<invoice><collection_method>manual</collection_method></invoice>';
  const charge = '<adjustment><unit_amount_in_cents>5000</unit_amount_in_cents><currency>USD</currency></adjustment>';
  await service.api('POST', `/v2/accounts/${account}/adjustments`, charge);
  const posted = await service.api('POST', `/v2/accounts/${account}/invoices`, order);
  const [, number = invoice] = /<charge_invoice[^>]*>[\s\S]*?<invoice_number[^>]*>(\d+)/.exec(posted.text) ?? [];
  const written = await finance.submit(`/invoices/${number}/mark-failed`, { reason: 'Insolvent' });
  expect(written.location).toContain('/approvals/');
  expect(await words(other, `/invoices/${number}`)).toMatch(/Write-off of \$\d+\.\d\d waits for approval/);
  expect((await other.submit(`${written.location.split('?')[0]}/approve`)).status).toBe(303);
  expect((await service.api('GET', `/v2/invoices/${number}`)).text).toContain('<state>failed</state>');
});

it('keeps no card number that was typed into a form', async () => {
  const { account } = await newSubscriber(service);
  const typed = { amount: '99.00', description: 'Card 4111 1111 1111 1111' };
  const refused = await finance.submit(`/customers/${account}/credit`, typed);
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining('Leave the card number out.')]);
});

it('carries everything out at once at a site without a limit', async () => {
  await service.changeDemoSite({ operator_approval_limit_in_cents: null });
  const { account } = await newSubscriber(service);
  const given = await finance.submit(`/customers/${account}/credit`, { amount: '400.00', description: 'Sorry' });
  expect(given.location).toContain(`/customers/${account}`);
});

it('gives a credit for the reasons that the form offers, and for no other', async () => {
  await service.changeDemoSite({ operator_approval_limit_in_cents: null });
  const { account } = await newSubscriber(service);
  const path = `/customers/${account}/credit`;
  const typed = { amount: '4.00', description: 'Sorry' };
  const refused = await finance.submit(path, { ...typed, reason: 'gift_card' });
  expect([refused.status, textIn(refused.html)]).toEqual([
    422,
    expect.stringContaining('Choose one of these reasons: General, Problem with the service, Promotion.'),
  ]);
  expect((await finance.submit(path, { ...typed, reason: 'service' })).status).toBe(303);
  expect((await service.api('GET', `/v2/accounts/${account}/adjustments?type=credit`)).text).toContain(
    '<credit_reason_code>service</credit_reason_code>',
  );
});
