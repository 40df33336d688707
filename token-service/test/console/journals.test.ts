import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let finance: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
  await newSubscriber(service);
});
afterAll(() => service.close());

const words = async (path: string): Promise<string> => textIn((await finance.get(path)).html);

it('makes a batch once each posting has an account, and gives its files', async () => {
  expect(await words('/reports')).toContain('Journals have the postings of the ledger');
  expect(await words('/reports/journals')).toMatch(/There are no batches yet.*The chart has no rules/);
  const refused = await finance.submit('/reports/journals/make', { to: '2026-11-20' });
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(
    /The chart has no account for \d+ kinds of postings\. .*cash in USD .*receivable in USD .*revenue in USD/,
  );
  // Each leads to its rule, filled in.
  const rules = [...refused.html.matchAll(/<li><a href="(\/reports\/journals\/chart\/rule[^"]*)"/g)];
  expect(rules).toHaveLength(Number(/for (\d+) kinds/.exec(textIn(refused.html))?.[1]));
  const hrefs = rules.map(([, href = '']) => href.replaceAll('&amp;', '&'));
  const rule = hrefs.find((href) => href.includes('=cash')) ?? '';
  const { html } = await finance.get(rule);
  expect(html).toMatch(/<option value="cash" selected>/);
  expect(html).toMatch(/name="currency" value="USD"/);
  expect(refused.html).toMatch(/href="\/reports\/journals\/chart\/default"/);
  // A rule for what has no tax is not one for all taxes.
  const revenue = hrefs.filter((href) => href.includes('=revenue'));
  expect(revenue.length).toBeGreaterThan(0);
  for (const href of revenue) expect(href).toMatch(/tax_type=\w/);

  const cash = { ledger_account: 'cash', account: '1200', accounting_code: '', tax_type: '', currency: 'USD' };
  expect((await finance.submit('/reports/journals/chart/rule', cash)).status).toBe(303);
  const wrong = await finance.submit('/reports/journals/chart/rule', { ...cash, currency: 'dollars' });
  expect(textIn(wrong.html)).toContain('Currency');
  expect(wrong.status).toBe(422);
  expect((await finance.submit('/reports/journals/chart/default', { default_account: '9999' })).status).toBe(303);
  expect(await words('/reports/journals')).toMatch(/cash any any USD 1200 – – What no rule names is posted to 9999/);

  const made = await finance.submit('/reports/journals/make', { to: '2026-11-20', detail: 'document' });
  expect([made.status, made.location]).toEqual([303, expect.stringContaining('/reports/journals/batches/1')]);
  const page = await finance.get('/reports/journals/batches/1');
  expect(textIn(page.html)).toMatch(/Every document Movements \d+ Debits \$[\d.,]+ , €[\d.,]+ Made/);
  const [, href = ''] = /href="([^"]*journal-demo-1\.csv[^"]*)"/.exec(page.html) ?? [];
  const file = await finance.get(href.replaceAll('&amp;', '&'));
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="journal-demo-1.csv"');
  expect(file.html).toMatch(/cash,1200,,,27\.18,2718,,\r\n/);
  expect(await words('/reports/journals/batches/1?format=datev')).toContain('numbers of consultant and client');
  expect(await words('/reports/journals')).toMatch(/1 2026-\d\d-\d\d to 2026-11-20 Every document \d+/);
});

it('removes a rule, tells DATEV the client, and gives the latest batch up', async () => {
  const rule = JSON.stringify(['cash', null, null, 'USD']);
  expect((await finance.submit('/reports/journals/chart/remove', { rule: 'none' })).status).toBe(422);
  expect((await finance.submit('/reports/journals/chart/remove', { rule })).status).toBe(303);
  expect(await words('/reports/journals')).toContain('The chart has no rules');
  const client = { consultant_number: '29098', client_number: '55003', fiscal_year_month: '1', account_length: '4' };
  const wrong = await finance.submit('/reports/journals/chart/datev', { ...client, account_length: '12' });
  expect(wrong.status).toBe(422);
  expect((await finance.submit('/reports/journals/chart/datev', client)).status).toBe(303);
  expect(await words('/reports/journals/batches/1?format=datev')).toContain(
    'EXTF_Buchungsstapel-demo-1-2026-11-USD.csv',
  );
  // Only the latest can be given up, and only its page offers it.
  expect(await words('/reports/journals/batches/1')).toContain('Give up');
  await newSubscriber(service);
  expect((await finance.submit('/reports/journals/make', { to: '2026-11-20', detail: 'day' })).status).toBe(303);
  expect(await words('/reports/journals/batches/1')).not.toContain('Give up');
  expect(await words('/reports/journals/batches/2')).toContain('Give up');
  expect((await finance.submit('/reports/journals/batches/1/give-up')).status).toBeGreaterThanOrEqual(400);
  expect((await finance.submit('/reports/journals/batches/2/give-up')).status).toBe(303);
  expect((await finance.submit('/reports/journals/batches/1/give-up')).status).toBe(303);
  expect((await finance.get('/reports/journals/batches/1')).status).toBe(404);
});

it('lets an analyst read, and support neither read nor change', async () => {
  const analyst = await withRole(service, ['analyst']);
  const page = await analyst.get('/reports/journals');
  expect(page.status).toBe(200);
  expect(page.html).not.toContain('/reports/journals/make');
  expect((await analyst.get('/reports/journals/make')).status).toBe(403);
  const support = await withRole(service, ['support']);
  expect((await support.get('/reports/journals')).status).toBe(403);
});
