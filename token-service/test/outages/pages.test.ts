import { expect, onTestFinished, test } from 'vitest';
import { newCustomer } from '../account-pages/customer.ts';
import { demoOwner, WITH_CONSOLE } from '../console/browser.ts';
import { withRoutes } from '../console/routes.ts';
import { migratedSqlite } from '../migrated.ts';
import { startTestService } from '../service.ts';
import { failingReads } from './failing-reads.ts';

/** The parts of a page that are new at each request: keys of forms, and ids. */
const VOLATILE = /(?:value|content|nonce)="[A-Za-z0-9_.~-]{16,}"|\b[0-9a-f-]{32,36}\b/g;

const seen = (html: string): string => html.replaceAll(VOLATILE, '');

test('a page is shown whole or not at all, whichever of its reads fails', { timeout: 120_000 }, async () => {
  const { database, failAt, recover } = failingReads(await migratedSqlite());
  const { service, routes } = await withRoutes(() =>
    startTestService({ database, env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } }),
  );
  onTestFinished(() => service.close());
  const customer = await newCustomer(service);
  const operator = await demoOwner(service);
  const account = `/v2/accounts/${customer.code}`;
  const [uuid = '', number = ''] = [
    /<uuid>(\w+)<\/uuid>/.exec((await service.api('GET', `${account}/subscriptions`)).text)?.[1],
    /<invoice_number type="integer">(\d+)</.exec((await service.api('GET', `${account}/invoices`)).text)?.[1],
  ];
  const [payment = ''] = [/<uuid>(\w+)<\/uuid>/.exec((await service.api('GET', `${account}/transactions`)).text)?.[1]];
  const pages = [
    // The page of the system shows an outage itself.
    ...routes
      .filter(({ method, path }) => method === 'get' && !/:|^\/(?:system|sign-in)/.test(path))
      .map(({ path }) => path),
    ...[`/customers/${customer.code}`, `/invoices/${number}`, `/invoices/${number}/refund`, `/payments/${payment}`],
    ...['', '/change', '/cancel', '/pause', '/postpone'].map((action) => `/subscriptions/${uuid}${action}`),
  ].map((path) => ({ path, get: () => operator.get(path) }));
  const own = [
    '/account',
    `/account/subscriptions/${uuid}/change`,
    `/account/subscriptions/${uuid}/cancel`,
    `/account/invoices/${number}`,
    '/account/payment-methods',
    '/account/details',
  ].map((path) => ({ path: `${path} of the customer`, get: () => customer.get(path) }));

  const wrong: string[] = [];
  let shown = 0;
  for (const { path, get } of [...pages, ...own]) {
    const whole = await get();
    // Some need a record, or a query.
    if (whole.status !== 200) continue;
    shown += 1;
    failAt(Number.POSITIVE_INFINITY);
    await get();
    const reads = recover();
    for (let read = 0; read < reads; read += 1) {
      failAt(read);
      const { status, html } = await get();
      recover();
      if (status === 503 || (status === 200 && seen(html) === seen(whole.html))) continue;
      wrong.push(`${path}, read ${read} of ${reads}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(shown).toBeGreaterThan(80);
});
