import { REPORT_NAMES, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { downloadOf } from './form-values.ts';
import { newSubscriber } from './subscriber.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let finance: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
});
afterAll(() => service.close());

const words = async (browser: RoleBrowser, path: string): Promise<string> => textIn((await browser.get(path)).html);

it('reports sales, taxes and what is owed, each with its definition, and agrees with the ledger', async () => {
  const { account, invoice } = await newSubscriber(service);
  expect(await words(finance, '/reports')).toMatch(/Books .*Tax By country, region, type and rate/);
  const sales = await finance.get('/reports/sales');
  expect(textIn(sales.html)).toMatch(/USD \$25\.00 \$2\.18 \$27\.18|USD \$\d+\.\d\d \$\d+\.\d\d \$27\.18/);
  expect(sales.html).toContain(`href="/invoices/${invoice}?back=%2Freports%2Fsales%3F`);
  expect(sales.html).toContain(`href="/customers/${account}?back=%2Freports%2Fsales%3F`);
  const tax = await words(finance, '/reports/tax');
  expect(tax).toContain('A jurisdiction is a country, a state and a tax.');
  expect(tax).toMatch(/United States CA United States, CA sales tax 8\.75 % taxed USD/);
  const [, lines = ''] = /href="(\/reports\/sales\?[^"]*)"/.exec((await finance.get('/reports/tax')).html) ?? [];
  expect(await words(finance, lines.replaceAll('&amp;', '&'))).toMatch(
    /Only country United States, state CA, .*\$27\.18/,
  );
  for (const [name, sentence] of [
    ['tax', 'The taxes agree with what the ledger account Tax was credited with.'],
    ['aging', 'The sum agrees with the ledger account Receivables.'],
    ['revenue', 'What is billed agrees with what the ledger account Revenue was credited with.'],
    ['ledger', 'The ledger is balanced: debits and credits are equal, and the ledger account Gift cards owes'],
  ] as const) {
    expect(await words(finance, `/reports/${name}`)).toContain(sentence);
  }
  // A part of the rows has other sums than the ledger, which is no difference.
  const none = await finance.get('/reports/tax?from=2026-11-01&to=2026-11-30&country=FR');
  expect(textIn(none.html)).toMatch(
    /compared with the ledger only while all of its rows are shown.*No row of these days has these values\. All rows/,
  );
  expect(textIn(none.html)).not.toContain('nothing to report');
  expect(none.html).toMatch(
    /these values\. <a href="\/reports\/tax\?from=2026-11-01(?:&amp;|&)to=2026-11-30">All rows/,
  );
  // Every column of days refuses what is none.
  const dayFilters = REPORT_NAMES.flatMap((name) =>
    REPORTS[name].columns
      .filter(({ kind, personal }) => kind === 'day' && !personal)
      .map((column) => [name, column.name]),
  );
  expect(dayFilters.length).toBeGreaterThan(2);
  for (const [name, column] of dayFilters) {
    const refused = await finance.get(`/reports/${name}?${column}=2026-11-31`);
    expect([refused.status, textIn(refused.html)], `${name} ${column}`).toEqual([
      422,
      expect.stringContaining('a day'),
    ]);
    expect((await finance.get(`/reports/${name}?${column}=2026-11-30`)).status, `${name} ${column}`).toBe(200);
  }
  expect(await words(finance, '/reports/tax?from=2020-01-01&to=2020-01-31')).toContain(
    'nothing happened in these days',
  );
  expect(await words(finance, '/reports/payments')).toMatch(/test .*100 %/);
});

it('defers what is billed for days to come, by account and plan, and leads to the lines and to their file', async () => {
  // The setup of 5.00 is earned at once; of 19.99 for 20 November to 20 December, eleven of thirty days: 7.33.
  const days = '?from=2026-11-01&to=2026-11-30';
  const { html } = await finance.get(`/reports/revenue${days}`);
  expect(textIn(html)).toMatch(/tideline USD \$0\.00 \$24\.99 \$12\.33 \$12\.66/);
  expect(html.match(/<td[^>]*class="number"><a href="\/reports\/schedules/g)?.length).toBeGreaterThanOrEqual(3);
  const path = [...html.matchAll(/href="(\/reports\/schedules\?[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const lines = await finance.get(path.find((href) => href.includes('plan_code=tideline')) ?? '');
  expect(textIn(lines.html)).toMatch(
    /Only without revenue account, without liability account, without obligation id, without accounting code, plan tideline, .*evenly 2026-11-20 2026-12-19 .*\$7\.33/,
  );
  const file = (await finance.get(downloadOf(lines.html, '/reports/schedules'))).html.trim().split('\r\n');
  expect(file.slice(1).every((row) => row.includes(',tideline,'))).toBe(true);
  // A row for the month that billed it, and a column for each month that earns it.
  expect(await words(finance, `/reports/waterfall${days}`)).toMatch(
    /Billed Sum 2026-11 2026-12 2026-11 \$\d+\.\d\d \$\d+\.\d\d \$12\.66 Show as a list/,
  );
});

it('leads from every number of the revenue report to its lines, and from them to the postings of the ledger', async () => {
  /** The numbers of a table that are not 0, with the page that each leads to. */
  const numbersOn = async (path: string, caption: string) => {
    const { status, html } = await finance.get(path);
    expect(status, path).toBe(200);
    const [, table = ''] = new RegExp(`<caption[^>]*>${caption}</caption>(.*?)</table>`, 's').exec(html) ?? [];
    return [...table.matchAll(/<td[^>]*class="number"[^>]*>(.*?)<\/td>/gs)]
      .map(([, cell = '']) => ({
        text: textIn(cell).trim(),
        href: /href="([^"]*)"/.exec(cell)?.[1]?.replaceAll('&amp;', '&') ?? '',
      }))
      .filter(({ text }) => /[1-9]/.test(text));
  };
  const centsOf = (text: string): number => Number(text.replaceAll(/[^\d]/g, ''));
  const revenue = await numbersOn('/reports/revenue?from=2026-11-01&to=2026-11-30', 'Revenue');
  expect(revenue.length).toBeGreaterThan(2);
  for (const { href } of revenue) {
    expect(href).toMatch(/^\/reports\/schedules\?/);
    const lines = await numbersOn(href, 'Revenue by line');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line.href, line.text).toMatch(/^\/reports\/postings\?/);
    for (const path of new Set(lines.map((line) => line.href))) {
      const postings = await finance.get(`${path}&format=csv`);
      const [head = '', ...rows] = postings.html.trim().split('\r\n');
      const place = head.split(',').indexOf('credit');
      expect(rows.length, path).toBeGreaterThan(0);
      for (const row of rows) expect(row).toContain(',revenue,');
      const credited = rows.reduce((sum, row) => sum + centsOf(row.split(',')[place] ?? ''), 0);
      // What the lines of the invoice billed is what its postings credited.
      const billed = new Set(lines.filter((line) => line.href === path).map(({ text }) => centsOf(text)));
      expect(credited).toBeGreaterThanOrEqual(Math.max(...billed));
    }
  }
});

it('draws recurring revenue by month, of one plan too, and leads to it from the home page', async () => {
  await newSubscriber(service);
  const page = await finance.get('/reports/mrr');
  expect(textIn(page.html)).toMatch(/Opening and the movements add up to closing;.*Closing, USD: \$\d+\.\d\d/);
  expect(page.html).toContain('<svg');
  expect(downloadOf(page.html, '/reports/mrr')).toContain('format=csv');
  const [, shown] = /Closing, USD: (\$[\d.]+)/.exec(textIn(page.html)) ?? [];
  expect(shown).not.toBe('$0.00');
  expect(await words(finance, '/reports/mrr?plan_code=tideline')).toMatch(/Only plan tideline\./);
  const [, movements = ''] = /href="(\/reports\/movements\?[^"]*kind=new[^"]*)"/.exec(page.html) ?? [];
  const moved = await finance.get(movements.replaceAll('&amp;', '&'));
  expect(textIn(moved.html)).toMatch(/Only currency USD, movement new\./);
  expect(moved.html).toMatch(/href="\/subscriptions\/[0-9a-f]{32}\?back=/);
  expect(textIn(page.html)).toMatch(/2026-11, until 20 /);
  expect(page.html).toMatch(/class="bar-labels" aria-hidden="true">.*<span>2026-11, until 20<\/span>/);
  expect(await words(finance, '/')).toMatch(/MRR, \+\$\d+\.\d\d in 30 days/);
  expect(await words(finance, '/reports/churn')).toContain('MRR at first');
  expect(await words(finance, '/reports/cohorts')).toMatch(
    /First month Customers MRR Month 0 2026-11 \d+ \$\d+\.\d\d 100 % \* /,
  );
});

it('leads from a number to the rows that it adds up, in every report that counts or adds up', async () => {
  const { account } = await newSubscriber(service);
  const linked = async (name: string) =>
    [...(await finance.get(`/reports/${name}`)).html.matchAll(/<td[^>]*><a href="(\/reports\/[^"]*)"/g)].map(
      ([, href = '']) => href.replaceAll('&amp;', '&'),
    );
  for (const [name, target, row] of [
    ['ledger', '/reports/postings?', 'invoice.posted'],
    ['ledger', '/reports/postings?from=1970-01-01&', 'invoice.posted'],
    ['mrr', '/reports/mrr_subscriptions?', account],
    ['mrr_by_country', '/reports/mrr_subscriptions?', account],
    ['waterfall', '/reports/schedules?', account],
    ['churn', '/reports/customers?', account],
    ['cohorts', '/reports/customers?', account],
    ['payments', '/reports/attempts?', account],
  ] as const) {
    const found = (await linked(name)).filter((href) => href.startsWith(target));
    expect(found.length, name).toBeGreaterThan(0);
    const pages = await Promise.all(found.map(async (href) => (await finance.get(href)).html));
    expect(
      pages.some((page) => page.includes(row)),
      name,
    ).toBe(true);
  }
});

it('asks for every filter in its form, and keeps what was asked for', async () => {
  const { html } = await finance.get('/reports/sales?currency=USD&type=charge&invoice_date=2026-11');
  expect(html).toMatch(/<details class="further" open><summary>More filters/);
  expect(html).toMatch(/name="currency" value="USD"/);
  expect(html).toMatch(/<option value="charge" selected>/);
  // A month stands for its days.
  expect(textIn(html)).toMatch(/Only .*date 2026-11.*\. All rows/);
  expect(textIn(html)).toContain('$21.74');
  expect(await words(finance, '/reports/sales?invoice_date=2026-10')).toContain(
    'No row of these days has these values',
  );
  const wrong = await finance.get('/reports/cohorts?cohort=2026-13');
  expect([wrong.status, textIn(wrong.html)]).toEqual([422, expect.stringContaining('give a month such as 2026-10')]);
  expect(await words(finance, '/reports/aging?to=2020-01-31')).toContain('there was nothing by the end of this day');
});

it('gives the days of a report as a file, without names where the operator sees none', async () => {
  const { html } = await finance.get('/reports/sales?from=2026-11-01&to=2026-11-30');
  const file = await finance.get(downloadOf(html, '/reports/sales'));
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe(
    'attachment; filename="sales-demo-2026-11-01-to-2026-11-30.csv"',
  );
  expect(file.html).toMatch(/^invoice_number,.*customer,.*gross,gross_in_cents\r\n1\d{3},2026-11-20,charge,/);
  const analyst = await withRole(service, ['analyst']);
  const seen = await analyst.get('/reports/sales?format=csv');
  expect(seen.html.split('\r\n')[0]).not.toMatch(/,customer,|vat_number/);
});

it('says what is wrong with days, and knows no other report', async () => {
  const wrong = await finance.get('/reports/tax?to=tomorrow');
  expect([wrong.status, textIn(wrong.html)]).toEqual([422, expect.stringContaining('give a day such as 2026-11-30')]);
  const backwards = await finance.get('/reports/tax?from=2026-11-30&to=2026-11-01');
  expect([backwards.status, textIn(backwards.html)]).toEqual([422, expect.stringContaining('before it begins')]);
  expect((await finance.get('/reports/profit')).status).toBe(404);
});

it('refuses filters and plans that a report does not have, and names those that it has', async () => {
  for (const [path, sentence] of [
    ['tax?colour=blue', 'the report has no such filter; give one of country, currency, '],
    ['tax?plan_code=tideline', 'the report has no such filter; give one of country, currency, '],
    ['sales?customer=Ada', 'the report has no such filter; give one of '],
    ['mrr?plan_code=unknown', 'is not included in the list: tideline, '],
    ['sales?country=DE&country=US', 'has too many entries (maximum is 1)'],
    ['movements?kind=new,old', 'is not included in the list: opening, new, expansion, '],
  ] as const) {
    const refused = await finance.get(`/reports/${path}`);
    expect([refused.status, textIn(refused.html)], path).toEqual([422, expect.stringContaining(sentence)]);
  }
});

it('shows every report', async () => {
  for (const name of REPORT_NAMES) expect((await finance.get(`/reports/${name}`)).status, name).toBe(200);
});

// It moves the clock, so it is the last one.
it('leads from a line that was credited later to all postings of its revenue, each amount to those it comes from', async () => {
  // Billed on 20 November: 24.99, with the setup. Credited on 5 December.
  const { invoice, account } = await newSubscriber(service);
  await service.api('PUT', '/v2/sandbox/clock', '<clock><now>2026-12-05T12:00:00Z</now></clock>');
  const refund = await service.api(
    'POST',
    `/v2/invoices/${invoice}/refund`,
    '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
  );
  const credit = textOf(refund.xml, 'invoice_number') ?? '';
  expect(credit).toMatch(/^\d+$/);
  const page = await finance.get(`/reports/schedules?from=2026-12-01&to=2026-12-31&account_code=${account}`);
  expect(textIn(page.html)).toMatch(/ Credited by Deferred before /);
  expect(textIn(page.html)).toMatch(new RegExp(` ${credit} \\$`));
  const hrefs = [...page.html.matchAll(/href="(\/reports\/postings\?[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const found = await Promise.all(
    [...new Set(hrefs)].map(async (href) => {
      const postings = await finance.get(`${href}&format=csv`);
      const [head = '', ...rows] = postings.html.trim().split('\r\n');
      const place = head.split(',').indexOf('invoice_number');
      return [...new Set(rows.map((row) => row.split(',')[place]))].join(' and ');
    }),
  );
  // Deferred before, billed in the month, and earned or deferred after it.
  expect(found.sort()).toEqual([invoice, `${invoice} and ${credit}`, credit].sort());
  // The list of sales names the invoice that the credit is about.
  const sales = await finance.get(`/reports/sales?from=2026-12-01&to=2026-12-31&account_code=${account}`);
  expect(textIn(sales.html)).toMatch(new RegExp(`${credit} 2026-12-05 credit ${invoice} `));
  expect(sales.html).toContain(`href="/invoices/${invoice}?back=`);
});
