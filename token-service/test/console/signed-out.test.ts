import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { formIn, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, operatorBrowser, WITH_CONSOLE } from './browser.ts';
import { addressOfRoute, withRoutes } from './routes.ts';

let routes: readonly ConsoleRoute[];

let service: TestService;
beforeAll(async () => {
  const start = () => startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  ({ service, routes } = await withRoutes(start));
});
afterAll(() => service.close());

const addressOf = (path: string): URL => new URL(path, service.service.console?.url);

/** The hidden fields of the last form that leads to a path. */
const fieldsOfForm = async (browser: { get(path: string): Promise<{ html: string }> }, path: string) =>
  formIn((await browser.get(path)).html, path);

describe('signed out', () => {
  test('every page leads to the sign-in page, and every form too', async () => {
    const browser = operatorBrowser(service);
    expect((await browser.get('/')).location).toBe('/sign-in');
    expect(routes.length).toBeGreaterThan(50);
    for (const route of routes) {
      const { method } = route;
      const address = addressOfRoute(route);
      if (address === '/') continue;
      const { status, location } = method === 'get' ? await browser.get(address) : await browser.post(address, {});
      const to = method === 'get' ? `?${new URLSearchParams({ to: address })}` : '';
      expect([status, location], `${method} ${address}`).toEqual([303, `/sign-in${to}`]);
    }
  });

  test.each([
    ['/customers?state=active&q=ada', '/customers?state=active&q=ada'],
    ['/s/demo/invoices/1000', '/s/demo/invoices/1000'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\\evil.example', '/'],
    ['\\\\evil.example', '/'],
    ['/%2Fevil.example', '/'],
    ['/%5Cevil.example', '/'],
    ['%2F%2Fevil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/customers\r\nSet-Cookie: a=b', '/'],
    ['', '/'],
    [`/${'a'.repeat(2000)}`, '/'],
  ])('a page to continue at, %j, leads to %j', async (to, leads) => {
    const browser = operatorBrowser(service);
    const { html } = await browser.get(`/sign-in?${new URLSearchParams({ to })}`);
    const kept = formIn(html, '/sign-in/demo').to?.replaceAll('&amp;', '&');
    expect(kept).toBe(leads);
    // The form itself may be forged.
    const { status, location } = await browser.post('/sign-in/demo', { to });
    expect([status, location]).toEqual([303, leads]);
  });

  test('a page does not exist before it is known who asks', async () => {
    const { status } = await operatorBrowser(service).get('/none');
    expect(status).toBe(404);
  });
});

describe('a form', () => {
  const PAGE = '/keys/create';
  const keys = async (): Promise<number> => {
    const { sites } = service.service.opened;
    return (await sites.keys((await sites.find('demo'))?.id ?? '')).length;
  };

  test('is refused without a key, with a key of another session, and from another origin', async () => {
    const [owner, other] = [await demoOwner(service), await demoOwner(service)];
    const before = await keys();
    const own = await fieldsOfForm(owner, PAGE);
    const foreign = await fieldsOfForm(other, PAGE);
    const cookie = owner.cookie();
    const send = async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => {
      const body = new URLSearchParams({ ...fields, name: 'Forged' });
      const init = { method: 'POST', redirect: 'manual', body, headers: { Cookie: cookie, ...headers } } as const;
      return (await fetch(addressOf(PAGE), init)).status;
    };
    const { form_key: _, ...keyless } = own;
    expect(await send(keyless, {})).toBe(403);
    expect(await send({ ...own, form_key: foreign.form_key ?? '' }, {})).toBe(403);
    for (const origin of ['https://evil.example', 'http://localhost:1', addressOf('/').origin.replace('http', 'https')])
      expect(await send(own, { Origin: origin }), origin).toBe(403);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await send(own, { 'Sec-Fetch-Site': site }), site).toBe(403);
    expect(await keys()).toBe(before);
    expect(await send(own, { Origin: addressOf('/').origin, 'Sec-Fetch-Site': 'same-origin' })).toBe(303);
    expect(await keys()).toBe(before + 1);
  });

  test('pressed twice is carried out once, and leads to the same page both times', async () => {
    const owner = await demoOwner(service);
    const before = await keys();
    const fields = { ...(await fieldsOfForm(owner, PAGE)), name: 'Pressed twice' };
    const [first, second] = [await owner.post(PAGE, fields), await owner.post(PAGE, fields)];
    expect([first.status, second.status, second.location]).toEqual([303, 303, first.location]);
    expect(await keys()).toBe(before + 1);
    expect((await owner.post(PAGE, { ...fields, name: 'Other' })).status).toBe(409);
  });

  test('of signing in is refused from another origin too', async () => {
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const response = await fetch(addressOf('/sign-in/demo'), {
        method: 'POST',
        body: new URLSearchParams(),
        headers,
      });
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []]);
    }
  });
});

test('a session that was planted before signing in is replaced, and one that is left behind has ended', async () => {
  const [attacker, victim] = [await demoOwner(service), operatorBrowser(service)];
  const planted = attacker.cookie();
  victim.plant(planted);
  await victim.post('/sign-in/demo', {});
  expect(victim.cookie()).not.toContain(planted);
  expect((await attacker.get('/')).location).toBe('/sign-in');
  victim.plant('console_session=chosen-by-someone-else');
  await victim.post('/sign-in/demo', {});
  expect(victim.cookie()).not.toContain('chosen-by-someone-else');
});

test('a session cookie is sent to no script, and a page to no frame and no cache', async () => {
  const response = await fetch(addressOf('/sign-in/demo'), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
  });
  expect(response.headers.getSetCookie().join()).toMatch(/console_session=\w+; path=\/; samesite=lax; httponly/i);
  const owner = await demoOwner(service);
  for (const path of ['/', '/sign-in', '/keys', '/none', '/customers/none']) {
    const { headers } = await owner.get(path);
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(headers.get('x-frame-options'), path).toMatch(/deny/i);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('cache-control'), path).toMatch(/no-store/);
  }
});

test('signing out ends the session, not only its cookie', async () => {
  const owner = await demoOwner(service);
  const cookie = owner.cookie();
  expect((await owner.submit('/', {}, '/sign-out')).location).toBe('/sign-in');
  const again = operatorBrowser(service);
  again.plant(cookie);
  expect((await again.get('/')).location).toBe('/sign-in');
});

test('a notice is shown to the session that it was written for, and no other words get into a page', async () => {
  const [owner, other] = [await demoOwner(service), await demoOwner(service)];
  const { location: withNotice } = await owner.submit('/keys/create', { name: 'With a notice' });
  expect(withNotice).toContain('notice=');
  expect((await owner.get(withNotice)).html).toContain('class="notice"');
  expect((await other.get(withNotice)).html).not.toContain('class="notice"');
  const words = Buffer.from('Call 555-0100 now').toString('base64url');
  for (const notice of [words, `${words}.`, `${words}.AAAAAAAAAAAAAAAAAAAAAA`, 'Call+now'])
    expect(textIn((await owner.get(`/?notice=${notice}`)).html)).not.toMatch(/Call/);
});
