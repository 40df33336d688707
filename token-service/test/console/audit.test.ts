import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE, now: '2026-11-20T12:00:00Z' });
  owner = await demoOwner(service);
  const made = await service.api('POST', '/v2/accounts', '<account><account_code>ada</account_code></account>');
  expect(made.status).toBe(201);
  await owner.arrive('/customers/ada/note', { message: '=1+1 <b>note</b>' });
});
afterAll(() => service.close());

const rowsOf = async (query: string): Promise<string> => textIn((await owner.get(`/audit${query}`)).html);

test('the log names keys and operators, newest first, and leads to the record', async () => {
  const { html } = await owner.get('/audit');
  const text = textIn(html);
  expect(text).toMatch(/Note added .* demo owner .*Account created/);
  expect(text).not.toMatch(/key:/);
  expect(html).toContain('href="/customers/ada"');
});

test('entries are found by actor, as it is shown, by action, record, request and day', async () => {
  expect(await rowsOf('?actor=demo+owner&action=note')).toMatch(/1 entry/);
  expect(await rowsOf('?actor=worker')).toMatch(/Nothing matches these filters/);
  expect(await rowsOf('?action=note')).toMatch(/1 entry/);
  expect(await rowsOf('?subject=ada')).toMatch(/2 entries/);
  expect(await rowsOf('?subject=ada&since=2026-11-20&before=2026-11-21')).toMatch(/2 entries/);
  expect(await rowsOf('?subject=ada&before=2026-11-20')).toMatch(/Nothing matches/);
  const [entry] = await service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))?.id ?? '')
    .auditLog.list({ action: 'account.created' }, 1);
  expect(await rowsOf(`?request_id=${entry?.correlation}`)).toMatch(/1 entry.*Account created/);
});

test('the kinds of records are offered, and each finds its entries', async () => {
  const { html } = await owner.get('/audit?area=note&subject=ada');
  for (const area of ['account', 'due_work', 'operator', 'shipping_address']) {
    expect(html).toContain(`<option value="${area}"`);
  }
  expect(textIn(html)).toMatch(/1 entry/);
  expect(await rowsOf('?area=note&action=account.created&subject=ada')).toMatch(/1 entry.*Account created/);
});

test('an entry shows from where it came, and its request', async () => {
  const { html } = await owner.get('/audit?action=account.created');
  const [, path = ''] = /href="(\/audit\/[0-9a-f]{32})"/.exec(html) ?? [];
  const text = textIn((await owner.get(path)).html);
  expect(text).toMatch(/Account created/);
  expect(text).toMatch(/Address [\d:.a-f]*127\.0\.0\.1/);
  expect(text).toMatch(/Request [0-9a-f-]{32,36}/);
  expect((await owner.get(`/audit/${'0'.repeat(32)}`)).status).toBe(404);
});

test('the file has every entry with its actor, address and request', async () => {
  const { html, headers } = await owner.get('/audit?subject=ada&format=csv');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, latest] = html.split('\r\n');
  expect(head).toBe('action,at,actor,address,subject,changes,request_id');
  expect(latest).toMatch(/^note\.added,2026-11-20T12:00:\d\dZ,demo owner,[^,]*127\.0\.0\.1,ada,/);
});

test('a page has fifty entries, and leads to the next', async () => {
  const { id: siteId = '' } = (await service.service.opened.sites.find('demo')) ?? {};
  const { auditLog } = service.service.opened.storage.of(siteId);
  for (let n = 0; n < 60; n += 1) {
    await auditLog.append({
      id: `019aa0000000700000000000000000${String(n).padStart(2, '0')}`,
      ...{ at: 1_795_176_000, actor: 'worker', correlation: 'many', action: 'test.counted', subject: String(n) },
      ...{ address: null, changes: null },
    });
  }
  const first = await owner.get('/audit?action=test');
  expect(textIn(first.html)).toMatch(/60 entries/);
  const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first.html) ?? [];
  const second = await owner.get(next.replaceAll('&amp;', '&'));
  expect(second.html.match(/<tr><td/g)).toHaveLength(10);
});

test('what an import counted is shown in words, whose lines break', async () => {
  const { id: siteId = '' } = (await service.service.opened.sites.find('demo')) ?? {};
  await service.service.opened.storage.of(siteId).auditLog.append({
    id: '019aa000000070000000000000000099',
    ...{ at: 1_795_176_000, actor: 'worker', correlation: 'counts', action: 'records.imported' },
    ...{ subject: '{"products":1,"accounts":0}', address: null, changes: null },
  });
  expect(await rowsOf('?request_id=counts')).toContain('products 1, accounts 0');
});

test('an auditor reads the log, support does not', async () => {
  expect((await (await withRole(service, ['auditor'])).get('/audit')).status).toBe(200);
  expect((await (await withRole(service, ['support'])).get('/audit')).status).toBe(403);
});

test('days are those of the site’s clock, which a sandbox may have moved', async () => {
  const moved = await service.api(
    'PUT',
    '/v2/sandbox/clock',
    `<clock><advance_in_seconds>${60 * 86_400}</advance_in_seconds></clock>`,
  );
  expect(moved.status, moved.text).toBeLessThan(300);
  await service.dueWork();
  await owner.arrive('/customers/ada/note', { message: 'In January' });
  expect(await rowsOf('?subject=ada&since=2027-01-15')).toMatch(/1 entry.*Note added/);
  expect(await rowsOf('?subject=ada&before=2027-01-15')).toMatch(/2 entries/);
  expect(await rowsOf('?subject=ada&since=2026-11-21&before=2027-01-15')).toMatch(/Nothing matches/);
});
