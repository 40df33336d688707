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

/** The first link of a page to a path, with its query. */
const linkIn = (html: string, path: string): string =>
  (new RegExp(`href="(${path}[^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

/** The rules that a page offers to remove. */
const ruleKeys = (html: string): string[] =>
  [...html.matchAll(/<option value="([^"]*)"/g)].map(([, key = '']) => key.replaceAll('&quot;', '"'));

const words = async (path: string): Promise<string> => textIn((await finance.get(path)).html);

it('makes a batch once each posting has an account, and gives its files', async () => {
  expect(await words('/reports')).toContain('Journals have the postings of the ledger');
  expect(await words('/reports/journals')).toMatch(/There are no batches yet\..*The chart has no rules/);
  const refused = await finance.submit('/reports/journals/make', { to: '2026-11-20' });
  expect(refused.status).toBe(422);
  expect(textIn(refused.html)).toMatch(
    /The chart has no account for \d+ kinds of postings\. .*Cash in USD .*Receivables in USD .*Revenue in USD/,
  );
  // The postings lead to one form for all, and back to the batch.
  const kinds = Number(/for (\d+) kinds/.exec(textIn(refused.html))?.[1]);
  const accounts = linkIn(refused.html, '/reports/journals/chart/accounts');
  const form = await finance.get(accounts);
  expect([...form.html.matchAll(/name="account_\d+"/g)]).toHaveLength(kinds);
  expect(form.html).toMatch(/<p class="back"><a href="\/reports\/journals\/make\?to=2026-11-20&amp;detail=day">/);
  const wider = [...form.html.matchAll(/href="(\/reports\/journals\/chart\/rule[^"]*)"/g)];
  const hrefs = wider.map(([, href = '']) => href.replaceAll('&amp;', '&'));
  expect(hrefs).toHaveLength(kinds);
  const { html } = await finance.get(hrefs.find((href) => href.includes('=cash')) ?? '');
  expect(html).toMatch(/<option value="cash" selected>/);
  expect(html).toMatch(/name="currency" value="USD"/);
  // A rule for what has no tax is not one for all taxes.
  const revenue = hrefs.filter((href) => href.includes('account=revenue'));
  expect(revenue.length).toBeGreaterThan(0);
  for (const href of revenue) expect(href).toMatch(/tax_type=\w/);
  // Nothing given, and an account that no format can hold.
  const action = '/reports/journals/chart/accounts';
  expect((await finance.submit(accounts, {}, action)).status).toBe(422);
  // One account for all currencies leads back to the batch as well.
  const all = linkIn(refused.html, '/reports/journals/chart/all');
  expect(linkIn(form.html, '/reports/journals/chart/all')).toBe(all);
  expect((await finance.get(all)).html).toMatch(/class="back"><a href="\/reports\/journals\/chart\/accounts\?to=2026/);
  const some = await finance.submit(all, { account_cash: '1200' }, '/reports/journals/chart/all');
  expect(some.location).toMatch(/^\/reports\/journals\/chart\/accounts\?to=2026-11-20&detail=day&postings=/);
  expect(await words(some.location)).toMatch(/The chart was saved\. .* are still without an account\./);
  const every = { account_cash: '1200', default_account: '9999' };
  const whole = await finance.submit(all, every, '/reports/journals/chart/all');
  expect(await words(whole.location)).toContain('Every posting that was named has an account now: make the batch.');
  await finance.submit('/reports/journals/chart/all', { account_cash: '', default_account: '' });
  const long = await finance.submit(accounts, { account_0: 'x'.repeat(101) }, action);
  expect([long.status, textIn(long.html)]).toEqual([422, expect.stringMatching(/Account is too long/)]);
  // Two rules in one form; then a single one, which keeps the batch too.
  const two = await finance.submit(accounts, { account_0: '1100', account_1: '1200', tax_code_1: 'Z' }, action);
  expect(await words(two.location)).toMatch(
    new RegExp(`2 rules were saved. ${kinds - 2} kinds of postings are still without an account.`),
  );
  const left = await finance.get(two.location);
  expect([...left.html.matchAll(/name="account_\d+"/g)]).toHaveLength(kinds - 2);
  const single = await finance.submit(linkIn(left.html, '/reports/journals/chart/rule'), { account: '1300' });
  expect(await words(single.location)).toContain(`${kinds - 3} kinds of postings are still without an account.`);
  const rest = await finance.get(single.location);
  const byDefault = linkIn(rest.html, '/reports/journals/chart/default');
  const set = await finance.submit(byDefault, { default_account: '9999' });
  expect(await words(set.location)).toContain('Every posting that was named has an account now: make the batch.');
  expect(set.location).toMatch(/^\/reports\/journals\/make\?to=2026-11-20&detail=day/);
  // Without a refused batch, a form of the chart leads back to the journals.
  for (const key of ruleKeys((await finance.get('/reports/journals/chart/remove')).html)) {
    await finance.submit('/reports/journals/chart/remove', { rule: key });
  }

  const cash = { ledger_account: 'cash', account: '1200', accounting_code: '', tax_type: '', currency: 'USD' };
  expect((await finance.submit('/reports/journals/chart/rule', cash)).status).toBe(303);
  const wrong = await finance.submit('/reports/journals/chart/rule', { ...cash, currency: 'dollars' });
  expect(textIn(wrong.html)).toContain('Currency');
  expect(wrong.status).toBe(422);
  expect((await finance.submit('/reports/journals/chart/default', { default_account: '9999' })).status).toBe(303);
  expect(await words('/reports/journals')).toMatch(/Cash any any USD 1200 – – What no rule names is posted to 9999/);

  const made = await finance.submit('/reports/journals/make', { to: '2026-11-20', detail: 'document' });
  expect([made.status, made.location]).toEqual([303, expect.stringContaining('/reports/journals/batches/1')]);
  const page = await finance.get('/reports/journals/batches/1');
  expect(textIn(page.html)).toMatch(/Every document Movements \d+ Debits \$[\d.,]+ , €[\d.,]+ Made/);
  // What no rule named is told, and nothing that one did.
  expect(textIn(page.html)).toMatch(/Posted to the default account 9999 No rule .*Receivables in USD .*Revenue in USD/);
  expect(textIn(page.html)).not.toContain('Cash in USD');
  expect(textIn(page.html)).toMatch(
    /Files for CSV CSV · Xero manual journal · QuickBooks journal · DATEV Buchungsstapel · Ledger/,
  );
  const [, href = ''] = /href="([^"]*journal-demo-1\.csv[^"]*)"/.exec(page.html) ?? [];
  const file = await finance.get(href.replaceAll('&amp;', '&'));
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="journal-demo-1.csv"');
  expect(file.html).toMatch(/cash,1200,,,27\.18,2718,,\r\n/);
  expect(await words('/reports/journals/batches/1?format=datev')).toContain('numbers of consultant and client');
  // The form leads back to the files; an analyst is told whom to ask.
  const datev = linkIn(
    (await finance.get('/reports/journals/batches/1?format=datev')).html,
    '/reports/journals/chart/datev',
  );
  expect((await finance.get(datev)).html).toContain('href="/reports/journals/batches/1?format=datev">Batch 1<');
  const analyst = await withRole(service, ['analyst']);
  const asked = textIn((await analyst.get('/reports/journals/batches/1?format=datev')).html);
  expect(asked).toMatch(/Ask an operator who may make journals/);
  expect(asked).not.toMatch(/Enter them|npm run/);
  expect(await words('/reports/journals')).toMatch(/1 made 2026-\d\d-\d\d to 2026-11-20 Every document \d+/);
});

it('says at the last day that no movement is left for a batch', async () => {
  const again = await finance.submit('/reports/journals/make', { to: '2026-11-01', detail: 'day' });
  expect(again.status).toBe(422);
  expect(again.html).toContain('id="to-problem">No movement up to the end of this day is left for a batch.</p>');
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
  // Several files are offered as one archive.
  const several = await finance.get('/reports/journals/batches/1?format=datev');
  const names = [...several.html.matchAll(/>(EXTF_[\w-]+\.csv)</g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(1);
  const archive = linkIn(several.html, '/reports/journals/batches/1/files/[^"]*\\.zip');
  const response = await fetch(new URL(archive, service.service.console?.url), { headers: { Cookie: finance.cookie } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="journal-demo-1-datev.zip"');
  const zip = Buffer.from(await response.arrayBuffer());
  for (const name of names) expect(zip.includes(name), name).toBe(true);
  expect(zip.readUInt16LE(zip.length - 12)).toBe(names.length);
  expect((await finance.get('/reports/journals/batches/1')).html).not.toContain('ZIP');
  // Only the latest can be given up, and only its page offers it.
  expect(await words('/reports/journals/batches/1')).toContain('Give up');
  await newSubscriber(service);
  expect((await finance.submit('/reports/journals/make', { to: '2026-11-20', detail: 'day' })).status).toBe(303);
  expect(await words('/reports/journals/batches/1')).not.toContain('Give up');
  expect(await words('/reports/journals/batches/2')).toContain('Give up');
  expect((await finance.submit('/reports/journals/batches/1/give-up')).status).toBeGreaterThanOrEqual(400);
  expect((await finance.submit('/reports/journals/batches/2/give-up')).status).toBe(303);
  expect((await finance.submit('/reports/journals/batches/1/give-up')).status).toBe(303);
  const list = await finance.get('/reports/journals');
  expect(textIn(list.html)).toMatch(/2 given up .*1 given up /);
  expect(list.html).not.toMatch(/href="[^"]*\/batches\/[12]"/);
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

it('takes the accounts of the whole ledger in one form, and keeps narrower rules', async () => {
  const path = '/reports/journals/chart/all';
  expect((await finance.get('/reports/journals')).html).toContain(`href="${path}">All accounts`);
  const narrow = { ledger_account: 'cash', currency: 'EUR', account: '1299' };
  expect((await finance.submit('/reports/journals/chart/rule', narrow)).status).toBe(303);
  const saved = await finance.submit(path, {
    account_cash: '1200',
    account_receivable: '1400',
    tax_code_receivable: '9',
    default_account: '9999',
  });
  expect([saved.status, saved.location], saved.html).toEqual([303, expect.stringContaining('/reports/journals')]);
  expect(await words('/reports/journals')).toMatch(
    /Cash any any EUR 1299 .*Cash any any any 1200 .*Receivables any any any 1400 – 9|Cash any any any 1200 .*Cash any any EUR 1299 .*Receivables any any any 1400 – 9/,
  );
  const again = await finance.get(path);
  expect(again.html).toMatch(/name="account_cash" value="1200"/);
  const unfit = await finance.submit(path, { account_receivable: '', tax_code_receivable: '9' });
  expect([unfit.status, textIn(unfit.html).includes('Enter the account too.')]).toEqual([422, true]);
  expect((await finance.submit(path, { account_receivable: '', tax_code_receivable: '' })).status).toBe(303);
  expect(await words('/reports/journals')).not.toContain('1400');
  expect(await words('/reports/journals')).toContain('1299');
});
