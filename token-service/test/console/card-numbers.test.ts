import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsoleRoute } from '../../src/pages/console/route.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, WITH_CONSOLE } from './browser.ts';
import { withRoutes } from './routes.ts';
import { newSubscriber, type Subscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

const NUMBER = '4111111111111111';
/** The number as it may be typed, and in an address. */
const TYPED = /4111[ +%20-]*1111[ +%20-]*1111[ +%20-]*1111/;

let service: TestService;
let routes: readonly ConsoleRoute[];
let owner: RoleBrowser;
let subscriber: Subscriber;
beforeAll(async () => {
  const env = { ...WITH_CONSOLE, RATE_LIMIT: 'off', SECRETS_KEY: randomBytes(32).toString('base64') };
  ({ service, routes } = await withRoutes(() => startTestService({ env })));
  await service.changeDemoSite({ card_numbers_in_text: 'refuse' });
  subscriber = await newSubscriber(service);
});
afterAll(() => service.close());

const addressOf = (path: string): string =>
  path
    .replace('/customers/:code', `/customers/${subscriber.account}`)
    .replace('/subscriptions/:uuid', subscriber.path)
    .replace('/invoices/:number', `/invoices/${subscriber.invoice}`)
    .replace('/plans/:code', '/plans/tideline')
    .replace('/reports/:name', '/reports/sales')
    .replace('/periods/:month', '/periods/2026-10');

/** The names of the fields of a form into which an operator types text. */
const typedIn = (html: string, action: string): readonly string[] => {
  const [, after = ''] = html.split(`<form method="post" action="${action}"`);
  const [inside = ''] = after.split('</form>');
  return [...inside.matchAll(/<(?:textarea|input)\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const [, name] = / name="([^"]+)"/.exec(attributes) ?? [];
    const isText = !/type="(?:hidden|checkbox|radio|file|password|date)"/.test(attributes);
    return name && isText ? [name] : [];
  });
};

/** Returns the log of the service, and its audit log with every change. */
const kept = async (): Promise<string> => {
  const { opened } = service.service;
  const site = await opened.sites.find('demo');
  const { auditLog } = opened.storage.of(site?.id ?? '');
  return [...service.logged, JSON.stringify(await auditLog.list({}, 500))].join('\n');
};

it('a card number in any field of any form is refused, and neither stored, logged nor put into an address', async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const provedAgo of [0, 600_000]) {
    owner = await withRole(service, ['owner'], { provedAgo });
    for (const { method, path } of routes) {
      const page = addressOf(path);
      if (method !== 'post' || page.includes(':')) continue;
      const { status, html } = await owner.get(page);
      const fields = status === 200 ? typedIn(html, page) : [];
      for (const field of fields) {
        const sent = await owner.submit(page, { [field]: `card ${NUMBER}` });
        tried += 1;
        const isProof = sent.status === 303 && sent.location.startsWith('/prove');
        if (TYPED.test(sent.location) || (sent.status !== 422 && !isProof)) {
          wrong.push(`${page} ${field} ${sent.status} ${sent.location}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(60);
  expect(await kept()).not.toMatch(TYPED);
}, 60_000);

it('a card number that is searched for is neither repeated nor logged', async () => {
  owner = await withRole(service, ['owner']);
  for (const typed of [NUMBER, '4111 1111 1111 1111', `name ${NUMBER}`]) {
    const { status, html, location } = await owner.get(`/search?${new URLSearchParams({ q: typed })}`);
    expect(status).toBeLessThan(400);
    expect(`${html}${location}`).not.toMatch(TYPED);
  }
  expect(await kept()).not.toMatch(TYPED);
});

it('numbers of bank accounts and telephones that look like one of a card are taken', async () => {
  owner = await withRole(service, ['owner']);
  // As digits, both pass the check of a card number.
  const fields = { company_iban: 'AT61 4111 1111 1111 1111', company_phone: '+42 2222 2222 222' };
  expect((await owner.submit('/settings/company', fields)).status).toBe(303);
});

it('neither the log nor an address has the secret of a session, the key of a form, or a new key of the API', async () => {
  const browser = await demoOwner(service);
  const [, session = ''] = /console_session=([^;]+)/.exec(browser.cookie()) ?? [];
  const { html } = await browser.get('/keys/create');
  const [, formKey = ''] = /name="form_key" value="([^"]*)"/.exec(html) ?? [];
  const made = await browser.submit('/keys/create', { name: 'Shop', kind: 'private' });
  expect(made.status, made.html).toBe(303);
  const [, key = ''] =
    /<pre><code>([A-Za-z0-9]{32})<\/code><\/pre>/.exec((await browser.get(made.location)).html) ?? [];
  const said = `${await kept()}${made.location}`;
  for (const secret of [session, formKey, key]) {
    expect(secret).not.toBe('');
    expect(said).not.toContain(secret);
  }
});
