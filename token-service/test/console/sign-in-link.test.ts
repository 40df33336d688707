import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

const MONTH = 31 * 86_400;
let service: TestService;
let owner: OperatorBrowser;
let code = '';

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  ({ code } = await newCustomer(service));
});
afterAll(() => service?.close());

const pageOf = async (path: string) => textIn((await owner.get(path)).html);

it('says before and after that a sandbox without a mail server does not send the link', async () => {
  const here = `/customers/${code}/link`;
  expect(await pageOf(here)).toMatch(/no mail server: the message is kept.* Send sign-in link to ada@example\.com/);
  const { html } = await owner.arrive(here);
  expect(textIn(html)).toContain('Not sent: this site has no mail server, the message to ada@example.com is kept.');
  expect(textIn((await owner.arrive(`/customers/${code}/charge`, { amount: '5', description: 'Fee' })).html)).toContain(
    'The customer was not told.',
  );
});

it('says so on the page of the message, with what became of it', async () => {
  await service.service.mail?.idle();
  const site = await service.service.opened.sites.find('demo');
  const { outbox } = service.service.opened.storage.of(site?.id ?? '');
  const [message] = await outbox.list({ kind: 'account_link' }, 1);
  const text = await pageOf(`/mail/${message?.id}`);
  expect(text).toContain('The message was not sent: this site has no mail server, and keeps it.');
  expect(text).toMatch(/ Kept .*ago|Kept now/);
  expect(text).not.toContain('Ended');
});

it('is offered beside a failed payment, to those who may send it', async () => {
  const token = await service.token({ number: '4000 0000 0000 0341', country: 'US', postal_code: '94105' });
  const info = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${code}/billing_info`, info);
  const clock = `<clock><advance_in_seconds>${MONTH}</advance_in_seconds></clock>`;
  await service.api('PUT', '/v2/sandbox/clock', clock);
  await service.dueWork();
  const [latest] = (await service.api('GET', `/v2/accounts/${code}/invoices`)).xml?.children ?? [];
  const page = `/invoices/${textOf(latest, 'invoice_number')}`;
  const link = `<a href="/customers/${code}/link">Send sign-in link</a>`;
  expect((await owner.get(page)).html).toContain(link);
  expect((await owner.get(`/customers/${code}`)).html).toContain(link);
  const reader = await withRole(service, ['finance']);
  expect((await reader.get(page)).html).not.toContain(link);
});

it('shows what destroys something in the colour of danger', async () => {
  const { html } = await owner.get(`/customers/${code}`);
  expect(html).toContain(`<a class="button danger" href="/customers/${code}/erase">Erase</a>`);
});
