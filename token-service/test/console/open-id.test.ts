import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../e2e/fixtures/free-ports.ts';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { type OperatorBrowser, operatorBrowser } from './browser.ts';
import { personAt, startOrganization } from './organization.ts';

const ADA = 'ada@example.com';
const MINUTE = 60;

let organization: Awaited<ReturnType<typeof startOrganization>>;
let service: TestService;

beforeAll(async () => {
  const port = await freePort();
  const client = { id: 'billing-console', secret: 'a secret of forty characters or more, ok' };
  organization = await startOrganization({ ...client, redirect: `http://localhost:${port}/sign-in/callback` });
  service = await startTestService({
    env: {
      CONSOLE_PORT: String(port),
      CONSOLE_AUTH: 'oidc',
      CONSOLE_OIDC_ISSUER: organization.issuer,
      CONSOLE_OIDC_CLIENT_ID: client.id,
      CONSOLE_OIDC_CLIENT_SECRET: client.secret,
      CONSOLE_OIDC_ROLES: 'billing=owner,help=demo:support',
      // Its console is reached through a proxy, so that the demo owner does not sign in.
      TRUST_PROXY: '1',
    },
  });
  await service.openSite({ subdomain: 'demo', mode: 'sandbox' });
});
afterAll(async () => {
  await service?.close();
  await organization?.close();
});

let browser: OperatorBrowser;
beforeEach(() => {
  browser = operatorBrowser(service);
});

/** Presses the link on a page, does what the provider asks for, and comes back. */
const through = async (page: string, person = personAt(ADA)) => {
  const { html } = await browser.get(page);
  const link = /href="(\/sign-in\/provider\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const sent = await browser.get(link);
  expect([sent.status, sent.location]).toEqual([303, expect.stringContaining(`${organization.issuer}/auth?`)]);
  const back = await person.follow(sent.location);
  return browser.get(`${back.pathname}${back.search}`);
};

test('the console is open before there is an operator, and offers the organization only', async () => {
  const { status, html } = await browser.get('/sign-in');
  expect([status, textIn(html)]).toEqual([200, expect.stringContaining('Sign in with your organization')]);
  expect(html).not.toMatch(/type="password"|data-passkey|demo owner/);
  for (const path of ['/sign-in', '/sign-in/passkey', '/sign-in/passkey/options', '/invitation/abcdefghijklmnopqrstuv'])
    expect((await browser.post(path, { email: ADA, password: 'x' })).status, path).toBe(404);
  expect(service.logged.join()).not.toContain('no operator yet');
});

test('a person of a group signs in, and continues at the page that was asked for', async () => {
  organization.belongsTo(ADA, 'help');
  expect((await browser.get('/customers?state=active')).location).toBe('/sign-in?to=%2Fcustomers%3Fstate%3Dactive');
  const arrived = await through('/sign-in?to=%2Fcustomers%3Fstate%3Dactive');
  expect([arrived.status, arrived.location]).toEqual([303, '/customers?state=active']);
  const { html, status } = await browser.get(arrived.location);
  expect([status, html]).toEqual([200, expect.stringContaining(ADA)]);
  expect((await browser.get('/keys')).status).toBe(403);
});

test('a response of the provider is good once, and only in the browser that began', async () => {
  organization.belongsTo(ADA, 'help');
  const { html } = await browser.get('/sign-in');
  const link = /href="(\/sign-in\/provider[^"]*)"/.exec(html)?.[1] ?? '';
  const sent = await browser.get(link);
  const back = await personAt(ADA).follow(sent.location);
  // Another browser, which did not begin it.
  const stranger = await operatorBrowser(service).get(`${back.pathname}${back.search}`);
  expect([stranger.status, textIn(stranger.html)]).toEqual([422, expect.stringContaining('was not completed')]);
  expect((await browser.get(`${back.pathname}${back.search}`)).location).toBe('/');
  expect((await browser.get(`${back.pathname}${back.search}`)).status).toBe(422);
});

test('someone without a group that has a role is told so', async () => {
  organization.belongsTo('eve@example.com', 'sales');
  const refused = await through('/sign-in', personAt('eve@example.com'));
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining('None of your groups')]);
  expect((await browser.get('/')).location).toBe('/sign-in');
});

test('a dangerous page asks the provider for its proofs again', async () => {
  organization.belongsTo(ADA, 'billing');
  const person = personAt(ADA);
  await through('/sign-in', person);
  expect((await browser.get('/keys/create')).status).toBe(200);
  service.clock.advance({ seconds: 6 * MINUTE });
  const asked = await browser.get('/keys/create');
  expect(asked.location).toBe('/prove?to=%2Fkeys%2Fcreate');
  const { html } = await browser.get(asked.location);
  expect(textIn(html)).toContain('Sign in with your organization again');
  expect(html).not.toContain('type="password"');
  const before = person.pages.length;
  const proved = await through(asked.location, person);
  expect([proved.location, person.pages.slice(before)]).toEqual(['/keys/create', ['login']]);
  expect((await browser.get('/keys/create')).status).toBe(200);
  expect((await browser.get('/operators/invite')).status).toBe(404);
  expect((await browser.get('/operators')).html).not.toContain('/operators/invite');
  const profile = await browser.get('/profile');
  expect(textIn(profile.html)).toContain('Your organization signs you in');
  expect(profile.html).not.toMatch(/type="password"|data-passkey/);
});

test('a proof at the provider is no older than five minutes, whatever the browser asks for', async () => {
  organization.belongsTo(ADA, 'billing');
  const person = personAt(ADA);
  await through('/sign-in', person);
  service.clock.advance({ seconds: 6 * MINUTE });
  const { html } = await browser.get('/prove?to=%2Fkeys%2Fcreate');
  const link = /href="(\/sign-in\/provider\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const asked = new URL((await browser.get(link)).location);
  expect([asked.searchParams.get('max_age'), asked.searchParams.get('prompt')]).toEqual(['300', 'login']);
  // Without them, the provider sends the person back at once, and does not say when they signed in.
  asked.searchParams.delete('max_age');
  asked.searchParams.delete('prompt');
  const before = person.pages.length;
  const back = await person.follow(asked.href);
  expect(person.pages.slice(before)).toEqual([]);
  expect((await browser.get(`${back.pathname}${back.search}`)).status).toBe(422);
  expect((await browser.get('/keys/create')).location).toBe('/prove?to=%2Fkeys%2Fcreate');
});

test('a provider that was left without signing in leads back to the sign-in page', async () => {
  const { html } = await browser.get('/sign-in?to=%2Finvoices');
  const sent = await browser.get(/href="(\/sign-in\/provider[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
  const state = new URL(sent.location).searchParams.get('state') ?? '';
  const back = await browser.get(`/sign-in/callback?${new URLSearchParams({ error: 'access_denied', state })}`);
  expect(back.status).toBe(422);
  expect(back.html).toContain('to=%2Finvoices');
});
