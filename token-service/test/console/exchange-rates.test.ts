import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let finance: RoleBrowser;
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  finance = await withRole(service, ['finance']);
});
afterAll(() => service.close());

const PAGE = '/reports/exchange-rates';
const words = async (path: string, browser = finance): Promise<string> => textIn((await browser.get(path)).html);
const CSV = 'Date,USD,SEK,\n2026-11-27,1.1740,11.0565,\n2026-11-26,1.17,N/A,\n2019-01-02,1.14,10.2,\n';

it('says that no rates are stored, and offers to import them', async () => {
  const text = await words(PAGE);
  expect(text).toMatch(/Import a file Enter a rate .*No rates are stored/);
  expect(await words('/reports')).toContain('rates of the European Central Bank');
});

it('imports what is pasted, since the day that is asked for, and shows it by day and by currency', async () => {
  const done = await finance.submit(`${PAGE}/import`, { text: CSV });
  expect([done.status, done.html]).toEqual([303, '']);
  expect(await words(done.location)).toMatch(
    /Rates of 2026-11-26 to 2026-11-27: 3 added, 0 replaced, 0 stored already.*SEK 2026-11-27 2026-11-27 1 USD 2026-11-26 2026-11-27 2 .*Rates of 2026-11-27.*SEK 11.0565.*USD 1.1740/,
  );
  expect(await words(`${PAGE}?day=2026-11-26`)).toMatch(/Rates of 2026-11-26 .*USD 1.17/);
  expect(await words(`${PAGE}?day=2026-11-22`)).toContain('No rates of 2026-11-22 are stored');
  expect(await words(`${PAGE}?day=soon`)).toContain('No rates of soon are stored');
  expect(await words(`${PAGE}?currency=USD`)).toMatch(
    /Rates of USD in 2026-11 2026-10 · 2026-12 .*2026-11-26 USD 1.17 2026-11-27 USD 1.1740/,
  );
  expect(await words(`${PAGE}?currency=USD&month=2026-10`)).toContain('No rates of USD in 2026-10 are stored');
  await finance.submit(`${PAGE}/import`, { text: CSV, since: '' });
  expect(await words(PAGE)).toMatch(/SEK 2019-01-02 2026-11-27 2/);
});

it('imports a file that is uploaded', async () => {
  const { html } = await finance.get(`${PAGE}/import`);
  expect(html).toContain('enctype="multipart/form-data"');
  const done = await finance.upload(
    `${PAGE}/import`,
    'file',
    new File(['Date,GBP,\n2026-11-27,0.8730,\n'], 'rates.csv'),
  );
  expect(done.status, done.html).toBe(303);
  expect(await words(`${PAGE}?currency=GBP`)).toContain('2026-11-27 GBP 0.8730');
});

it.each([
  [{}, 'Choose a file, or paste its content.'],
  [{ text: 'Datum;USD' }, 'The first line does not begin with Date.'],
  [{ text: CSV, since: '2027-01-01' }, 'has no rates since 2027-01-01'],
  [{ text: CSV, since: 'May' }, 'Enter a day such as 2026-01-01.'],
  [{ text: 'Date,SEK,\n2026-11-27,12,\n', since: '' }, 'SEK of 2026-11-27 as 11.0565, not 12'],
])('an import of %j is refused', async (fields: Record<string, string>, message) => {
  const refused = await finance.submit(`${PAGE}/import`, fields);
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining(message)]);
});

it('enters a single rate, and replaces another only if that is asked for', async () => {
  const rate = { day: '2026-11-27', currency: 'kwd', rate: '0.3588' };
  const saved = await finance.submit(`${PAGE}/enter`, rate);
  expect(await words(saved.location)).toContain('The rate of KWD on 2026-11-27 was saved: 1 EUR = 0.3588 KWD.');
  const other = await finance.submit(`${PAGE}/enter`, { ...rate, rate: '0.36' });
  expect([other.status, textIn(other.html)]).toEqual([422, expect.stringContaining('tick “Replace rates')]);
  const replaced = await finance.submit(`${PAGE}/enter`, { ...rate, rate: '0.36', replace: 'yes' });
  expect(await words(replaced.location)).toContain('was replaced');
  for (const [wrong, message] of [
    [{ currency: 'EUR' }, 'EUR has no rate'],
    [{ currency: 'K' }, '“K” is no currency'],
    [{ rate: '0,36' }, '“0,36” is no rate'],
    [{ day: '2026-02-30' }, 'is no day'],
  ] as const) {
    const refused = await finance.submit(`${PAGE}/enter`, { ...rate, ...wrong });
    expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining(message)]);
  }
});

it('lets an analyst see the rates, and not change them', async () => {
  const analyst = await withRole(service, ['analyst']);
  expect(await words(PAGE, analyst)).not.toContain('Import a file');
  expect((await analyst.get(`${PAGE}/import`)).status).toBe(403);
  expect((await analyst.get(`${PAGE}/enter`)).status).toBe(403);
});
