import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let code = '';

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  ({ code } = await newCustomer(service, { account: '<first_name>&lt;b&gt;Ada&lt;/b&gt;</first_name>' }));
  await service.service.mail?.idle();
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const records = async () => {
  const site = await service.service.opened.sites.find('demo');
  return service.service.opened.storage.of(site?.id ?? '');
};

/** The order confirmation of the customer. */
const confirmation = async () => {
  const messages = await (await records()).outbox.list({ kind: 'order_confirmation' }, 9);
  const message = messages.at(-1);
  if (!message) throw new Error('The order was not confirmed.');
  return message;
};

test('mail is listed with its customer, and found by address, account, kind and status', async () => {
  const { html } = await owner.get('/mail');
  expect(textIn(html)).toMatch(/This sandbox has no mail server \(SMTP_URL is not set\): its mail is kept/);
  expect(textIn(html)).toMatch(/Order confirmation kept ada@example\.com/);
  expect(html).toContain(`href="/customers/${code}"`);
  expect(textIn((await owner.get('/mail?recipient=ADA@exam&kind=order_confirmation')).html)).toMatch(/1 message/);
  expect(textIn((await owner.get(`/mail?account_code=${code}&status=kept`)).html)).toMatch(/Order confirmation/);
  expect(textIn((await owner.get('/mail?account_code=unknown')).html)).toMatch(/0 messages .*Nothing matches/);
  expect(textIn((await owner.get('/mail?status=bounced')).html)).toMatch(/Nothing matches these filters/);
  expect((await owner.get('/mail?format=csv')).html).toMatch(/order_confirmation,kept,ada@example\.com,/);
});

test('a message is shown as text, and as HTML that can do nothing', async () => {
  const { id } = await confirmation();
  const page = await owner.get(`/mail/${id}`);
  expect(textIn(page.html)).toMatch(
    /To ada@example\.com From .* Text As it would be sent now, but that its links do not sign in/,
  );
  expect(page.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  const letter = await owner.get(`/mail/${id}/html`);
  expect(letter.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(letter.html).not.toContain('<script');
});

test('a message is sent again as a new one, which this sandbox keeps', async () => {
  const { id } = await confirmation();
  const shown = await owner.arrive(`/mail/${id}/again`, { recipient: 'ada@example.com' });
  expect(textIn(shown.html)).toMatch(/A new message to ada@example\.com is queued/);
  await service.service.mail?.idle();
  const { outbox, auditLog } = await records();
  const [latest, first] = await outbox.list({ kind: 'order_confirmation' }, 9);
  expect(latest).toMatchObject({ recipient: 'ada@example.com', status: 'kept' });
  expect(first?.id).toBe(id);
  const [entry] = await auditLog.list({ action: 'message.sent_again' }, 1);
  expect(entry).toMatchObject({
    actor: 'operator:demo owner',
    subject: latest?.id,
    changes: { sent_again_as: { from: id, to: latest?.id } },
  });
});

test('it goes to another address without links that sign in, once it is one', async () => {
  const { id } = await confirmation();
  const refused = await owner.submit(`/mail/${id}/again`, { recipient: 'not an address' });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('value="not an address"');
  const shown = await owner.arrive(`/mail/${id}/again`, { recipient: 'bob@example.com' });
  expect(textIn(shown.html)).toMatch(/To bob@example\.com/);
  expect(shown.html).not.toMatch(/\/account\/[A-Za-z0-9]{20}/);
});

test('a message that bounced is retried', async () => {
  const { outbox } = await records();
  const message = await confirmation();
  await outbox.save({ ...message, status: 'bounced', error: 'No such mailbox' });
  const { html } = await owner.get(`/mail/${message.id}`);
  expect(textIn(html)).toMatch(/bounced .* No such mailbox/);
  const shown = await owner.arrive(`/mail/${message.id}/retry`);
  expect(textIn(shown.html)).toMatch(/is queued again/);
  await service.service.mail?.idle();
  expect((await outbox.find(message.id))?.status).toBe('kept');
});

test('roles: finance reads mail and sends none, a developer sees none', async () => {
  const { id } = await confirmation();
  const finance = await withRole(service, ['finance']);
  expect((await finance.get(`/mail/${id}`)).html).not.toContain('Send again');
  expect((await finance.get(`/mail/${id}/again`)).status).toBe(403);
  const developer = await withRole(service, ['developer']);
  expect((await developer.get('/mail')).status).toBe(403);
  expect((await developer.get('/work')).html).not.toContain('href="/mail"');
});
