import { isPermitted, ROLES } from '@service/billing/domain/operators/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { newCustomer } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { addressOfRoute, withRoutes } from './routes.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let routes: readonly ConsoleRoute[];

let service: TestService;
beforeAll(async () => {
  const start = () => startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  ({ service, routes } = await withRoutes(start));
  await newCustomer(service);
});
afterAll(() => service.close());

/** Sends a form of this session, which is not filled in. */
const sendTo = async (browser: RoleBrowser, formKey: string, path: string): Promise<number> => {
  const form = { form_key: formKey, form_id: fresh('form').replaceAll('-', '').padEnd(24, '0') };
  return (await browser.post(path, form)).status;
};

const formKeyIn = (html: string): string => /name="form_key" value="([^"]*)"/.exec(html)?.[1] ?? '';

describe.each(['sandbox', 'production'] as const)('at a %s site', (mode) => {
  beforeAll(() => service.changeDemoSite({ mode }));

  test.each(ROLES)('the role %s is refused exactly where the table of permissions refuses it', async (role) => {
    // Without a fresh proof, dangerous forms ask for it, and are not carried out.
    const browser = await withRole(service, [role], { provedAgo: 600_000 });
    const { html } = await browser.get('/');
    const key = formKeyIn(html);
    expect(key).not.toBe('');
    expect(routes.length).toBeGreaterThan(50);
    const wrong: string[] = [];
    for (const route of routes) {
      const { method, permission } = route;
      const path = addressOfRoute(route);
      const status = method === 'get' ? (await browser.get(path)).status : await sendTo(browser, key, path);
      const standing = { roles: [role], sandbox: mode === 'sandbox', readOnly: false };
      const allowed = permission === 'signed in' || isPermitted(standing, permission);
      if ((status === 403) === allowed || status >= 500) wrong.push(`${method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each(ROLES)('no link of the menu, the home page or the lists is refused to the role %s', async (role) => {
    const browser = await withRole(service, [role]);
    const seen = new Set<string>();
    const refused: string[] = [];
    const linksOf = async (path: string): Promise<string[]> => {
      const { status, html } = await browser.get(path);
      if (status === 403) refused.push(path);
      return [...html.matchAll(/ href="(\/[^"#]*)"/g)]
        .map(([, href]) => (href ?? '').replaceAll('&amp;', '&'))
        .filter((href) => !href.startsWith('/assets/'));
    };
    for (const first of await linksOf('/')) {
      if (seen.has(first)) continue;
      seen.add(first);
      for (const second of await linksOf(first)) {
        if (seen.has(second)) continue;
        seen.add(second);
        await linksOf(second);
      }
    }
    expect(seen.size).toBeGreaterThan(5);
    expect(refused).toEqual([]);
  });
});

test('an operator without a role at a site does not see that it exists', async () => {
  const { site } = await service.openSite({ subdomain: 'acme' });
  const browser = await withRole(service, ['owner']);
  const [foreign, unknown] = await Promise.all(
    [site.subdomain, 'unknown'].map((name) => browser.get(`/s/${name}/customers`)),
  );
  expect([foreign?.status, foreign?.html]).toEqual([404, unknown?.html]);
});
