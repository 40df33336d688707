import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserOf, type Customer, newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;
let customer: Customer;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
  customer = await newCustomer(service);
});
afterAll(() => service.close());

const page = () => `/customers/${customer.code}/view-as`;

const entries = async () =>
  service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))?.id ?? '')
    .auditLog.list({ action: 'account.viewed' }, 9);

/** Presses the button on the page of the customer. Returns the path of the link to the account pages. */
const pressed = async (): Promise<string> => {
  const sent = await owner.submit(page());
  expect(sent.status).toBe(303);
  const link = new URL(sent.location);
  expect(link.origin).toBe(new URL(service.apiUrl).origin);
  return link.pathname;
};

/** A browser that follows the link. */
const viewing = async (): Promise<Customer> => {
  const browser = browserOf(service, customer.code, '');
  const { status, location } = await browser.get(await pressed());
  expect([status, location]).toEqual([303, '/account']);
  return browser;
};

test('the customer page leads to a form in a new tab, whose policy lets it lead to the account pages', async () => {
  expect((await owner.get(`/customers/${customer.code}`)).html).toContain(`href="${page()}"`);
  const { html, headers } = await owner.get(page());
  expect(html).toMatch(new RegExp(`action="${page()}" target="_blank"`));
  const policy = (name: string | null) => /form-action ([^;]*)/.exec(name ?? '')?.[1];
  expect(policy(headers.get('content-security-policy'))).toBe(`'self' ${new URL(service.apiUrl).origin}`);
  expect(policy((await owner.get('/')).headers.get('content-security-policy'))).toBe("'self'");
});

test('the account pages are shown as the customer sees them, with the name of the operator', async () => {
  const viewer = await viewing();
  const { status, html } = await viewer.get('/account');
  expect(status).toBe(200);
  expect(html).toContain('<strong>demo owner</strong> looks at this page as the customer. Nothing can be changed.');
  expect(html).toContain('Tideline');
  expect(html).not.toContain('/account/sign-out');
  for (const path of ['/account/invoices', '/account/details', '/account/payment-method'])
    expect((await viewer.get(path)).html, path).toContain('looks at this page as the customer');
  expect((await customer.get('/account')).html).not.toContain('looks at this page');
});

test('the audit log names who looked', async () => {
  const before = (await entries()).length;
  await viewing();
  const [entry, ...rest] = await entries();
  expect(rest).toHaveLength(before);
  expect(entry).toMatchObject({ actor: 'operator:demo owner', subject: customer.code });
});

test('every form answers 403 with a page, and changes nothing', async () => {
  const viewer = await viewing();
  const { html } = await viewer.get('/account');
  const uuid = /\/account\/subscriptions\/([0-9a-f]{32})\//.exec(html)?.[1] ?? '';
  const details = await viewer.get('/account/details');
  const hidden = Object.fromEntries(
    [...details.html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  );
  for (const path of [
    '/account/details',
    '/account/payment-method',
    `/account/subscriptions/${uuid}/cancel`,
    `/account/subscriptions/${uuid}/pause`,
    `/account/subscriptions/${uuid}/change`,
    '/account/invoices/1000/pay',
    '/account/switch',
    '/account/sign-out',
    '/account/new-link',
  ]) {
    const refused = await viewer.post(path, { ...hidden, email: 'eve@example.com' });
    expect(refused.status, path).toBe(403);
    expect(textIn(refused.html), path).toContain('Nothing can be changed here');
  }
  expect((await service.api('GET', `/v2/accounts/${customer.code}`)).text).toContain('ada@example.com');
});

test('the link opens once, within five minutes, and is stored as a hash only', async () => {
  const link = await pressed();
  expect((await browserOf(service, '', '').get(link)).status).toBe(303);
  expect((await browserOf(service, '', '').get(link)).status).toBe(404);
  const late = await pressed();
  service.clock.advance({ seconds: 300 });
  expect((await browserOf(service, '', '').get(late)).status).toBe(404);
  // The token itself is no session.
  const [, , , token = ''] = (await pressed()).split('/');
  const direct = await fetch(new URL('/account', service.apiUrl), { headers: { Cookie: `account_session=${token}` } });
  expect(direct.status).toBe(403);
  expect(service.logged.join('\n')).not.toContain(token);
  expect(JSON.stringify(await entries())).not.toContain(token);
});

test('the session ends after half an hour although it is used, and that of the customer stays', async () => {
  const viewer = await viewing();
  await customer.get('/account');
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect([(await viewer.get('/account')).status, (await customer.get('/account')).status]).toEqual([200, 200]);
    service.clock.advance({ seconds: 600 });
    // So that the console's session is used too.
    await owner.get('/');
  }
  expect([(await viewer.get('/account')).status, (await customer.get('/account')).status]).toEqual([403, 200]);
});

test('a form that is sent again makes another link, because the first is kept nowhere', async () => {
  const { html } = await owner.get(page());
  const fields = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(form_\w+)" value="([^"]*)">/g)]
      .slice(-2)
      .map(([, name, value]) => [name ?? '', value ?? '']),
  );
  const [first, second] = [await owner.post(page(), fields), await owner.post(page(), fields)];
  expect([first.status, second.status]).toEqual([303, 303]);
  expect(second.location).not.toBe(first.location);
});

test('a role that may not look is refused, and sees no way to it', async () => {
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(page())).status).toBe(403);
  expect((await analyst.get(`/customers/${customer.code}`)).html).not.toContain('view-as');
  const support = await withRole(service, ['support']);
  expect((await support.submit(page())).status).toBe(303);
});

test('a closed account has no pages to look at', async () => {
  const closed = await newCustomer(service);
  await service.api('DELETE', `/v2/accounts/${closed.code}`);
  expect((await owner.get(`/customers/${closed.code}`)).html).not.toContain('view-as');
  expect((await owner.submit(`/customers/${closed.code}/view-as`)).status).toBe(422);
});
