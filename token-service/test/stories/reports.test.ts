import type { ReportColumn } from '@service/billing/domain/reports/report.ts';
import { reportFilters } from '@service/billing/queries/reports/open-report.ts';
import { REPORT_NAMES, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportTool } from '../../src/cli/report.ts';
import { runTool } from '../../src/cli/tool.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { WITH_CONSOLE } from '../console/browser.ts';
import { newSubscriber } from '../console/subscriber.ts';
import { withRole } from '../console/with-role.ts';
import { startTestService, type TestService, textOf } from '../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  await newSubscriber(service);
});
afterAll(() => service.close());

const asked = async (path: string, accept: string) =>
  fetch(new URL(path, service.apiUrl), {
    headers: {
      Accept: accept,
      'X-Api-Version': '2.29',
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
    },
  });

test('programs read reports as XML, JSON and CSV, with the same numbers', async () => {
  const { xml } = await service.api('GET', '/v2/reports/tax?from=2026-11-01&to=2026-11-30');
  expect([textOf(xml, 'name'), textOf(xml, 'agrees')]).toEqual(['tax', 'true']);
  const json = await (await asked('/v2/reports/tax', 'application/json')).json();
  expect(json).toMatchObject({
    name: 'tax',
    from: '2026-11-01',
    agrees: true,
    differences: [],
    rows: [{ country: 'US', state: 'CA', region: 'CA', treatment: 'taxed', tax_in_cents: 219, net_in_cents: 2499 }],
  });
  const csv = await (await asked('/v2/reports/tax', 'text/csv')).text();
  expect(csv.split('\r\n')[1]).toMatch(/^US,CA,CA,.*,24\.99,2499,2\.19,219,0\.00,0,0$/);
});

test('an unknown report is 404, and days that are none are refused by name', async () => {
  expect((await service.api('GET', '/v2/reports/profit')).status).toBe(404);
  const wrong = await service.api('GET', '/v2/reports/aging?to=yesterday');
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('give a day such as 2026-11-30')]);
  const backwards = await service.api('GET', '/v2/reports/tax?from=2026-12-01&to=2026-11-01');
  expect([backwards.status, backwards.text]).toEqual([422, expect.stringContaining('before it begins')]);
  for (const days of ['aging?to=2031-01-01', 'tax?from=2031-01-01&to=2031-01-31', 'tax?to=2031-01-31']) {
    const ahead = await service.api('GET', `/v2/reports/${days}`);
    expect([ahead.status, ahead.text]).toEqual([422, expect.stringContaining('in the future')]);
  }
  const ignored = await service.api('GET', '/v2/reports/aging?from=2026-01-01');
  expect([ignored.status, ignored.text]).toEqual([422, expect.stringContaining('from')]);
});

test('the rows of every report are filtered by each of its texts and days, and all other parameters are refused', async () => {
  for (const name of REPORT_NAMES) {
    const columns = reportFilters(REPORTS[name].columns);
    const all = await (await asked(`/v2/reports/${name}`, 'application/json')).json();
    for (const column of columns) {
      const value = column === 'plan_code' ? 'tideline' : (all.rows[0]?.[column] ?? '–');
      const answer = await asked(`/v2/reports/${name}?${column}=${encodeURIComponent(value)}`, 'application/json');
      const { rows } = await answer.json();
      expect(answer.status, `${name} ${column}`).toBe(200);
      for (const row of rows) expect(row[column] ?? '–', `${name} ${column}`).toBe(value);
      const described = REPORTS[name].columns.find((each: ReportColumn) => each.name === column);
      if (described?.values || column === 'plan_code') continue;
      const other = { day: '1999-01-01', month: '1999-01' }[String(described?.kind)] ?? 'none';
      const found = await asked(`/v2/reports/${name}?${column}=${other}`, 'application/json');
      expect((await found.json()).rows).toEqual([]);
    }
    const refused = await service.api('GET', `/v2/reports/${name}?colour=blue`);
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining(`give one of ${columns[0] && [...columns].sort()[0]}`),
    ]);
  }
  const unknown = await service.api('GET', '/v2/reports/sales?plan_code=unknown');
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('tideline')]);
  expect((await service.api('GET', '/v2/reports/tax?plan_code=tideline')).status).toBe(422);
  const twice = await service.api('GET', '/v2/reports/sales?country=DE&country=US');
  expect([twice.status, twice.text]).toEqual([422, expect.stringContaining('maximum is 1')]);
});

test('a file is the same to the byte from the API, the console and the command line', async () => {
  const [site] = await service.service.opened.sites.all();
  const finance = await withRole(service, ['finance']);
  const days = 'from=2026-11-01&to=2026-11-20';
  for (const name of ['sales', 'revenue'] as const) {
    const api = await (await asked(`/v2/reports/${name}?${days}&currency=USD`, 'text/csv')).text();
    const page = await finance.get(`/reports/${name}?${days}&currency=USD&format=csv`);
    const written: string[] = [];
    const { status, text } = await runTool(
      reportTool,
      [site?.subdomain ?? '', name, '--from', '2026-11-01', '--to', '2026-11-20', '--where', 'currency=USD', '--csv'],
      {},
      {
        world: () => openWorld(service.clock),
        open: async () => ({ ...service.service.opened, close: async () => {} }),
        write: async (part) => void written.push(part),
      },
    );
    expect([status, text]).toEqual([0, '']);
    expect(api.split('\r\n').length).toBeGreaterThan(2);
    expect(api.replaceAll('\r\n', '')).not.toContain('\n');
    expect([page.html, written.join('')]).toEqual([api, api]);
  }
});

test('a return that lacks rates is never taken for whole: JSON has its rows with status 412, and there is no file', async () => {
  const path = '/v2/reports/vat_uk?from=2026-11-01&to=2026-11-30';
  const { sites } = service.service.opened;
  const site = await sites.find('demo');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'GB', tax_registrations: [] });
  await newSubscriber(service);
  const json = await asked(path, 'application/json');
  expect(json.status).toBe(412);
  const lacking = await json.json();
  const missing_rates = expect.arrayContaining([{ day: expect.stringMatching(/^2026-11-/), currency: 'USD' }]);
  expect(lacking).toMatchObject({ symbol: 'precondition_failed', missing_rates, name: 'vat_uk' });
  expect(lacking.description).toMatch(/^No ECB rate of .* for USD is stored\. Import /);
  const [row] = lacking.rows.filter(({ part }: { part: string }) => part === 'in_return');
  expect(row).toMatchObject({ currency: 'USD', net_in_cents: expect.any(Number), box_6_in_cents: null });
  for (const accept of ['text/csv', 'application/xml']) {
    const refused = await asked(path, accept);
    const text = await refused.text();
    expect([refused.status, text], accept).toEqual([412, expect.stringContaining('No ECB rate of')]);
    expect(text, accept).not.toContain('in_return');
  }
  await sites.save(site as NonNullable<typeof site>);
  const whole = await asked('/v2/reports/sales_tax_us', 'application/json');
  expect([whole.status, (await whole.json()).missing_rates]).toEqual([200, []]);
});
