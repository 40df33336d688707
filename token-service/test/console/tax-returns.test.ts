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

const NOVEMBER = 'period=2026-11';

it('shows a return of a quarter or a month, and leads to the lines of each row', async () => {
  const { html } = await finance.get(`/reports/sales_tax_us?${NOVEMBER}`);
  expect(textIn(html)).toMatch(/In return|in return/);
  expect(textIn(html)).toContain('The taxes of all rows agree with the report Tax');
  expect(html).toMatch(/name="period" value="2026-11"/);
  const [, lines = ''] = /href="(\/reports\/sales\?[^"]*)"/.exec(html) ?? [];
  expect(textIn((await finance.get(lines.replaceAll('&amp;', '&'))).html)).toContain('$27.18');
  expect((await finance.get('/reports/sales_tax_us')).html).toMatch(/name="period" value="2026-Q3"/);
});

it('leaves its part out in words of its own, and refuses a period that is none', async () => {
  const { html } = await finance.get(`/reports/sales_tax_us?${NOVEMBER}&part=not_in_return`);
  expect(textIn(html)).toContain('No row of these days has these values.');
  const refused = await finance.get('/reports/sales_tax_us?period=autumn');
  expect([refused.status, textIn(refused.html)]).toEqual([422, expect.stringContaining('such as 2026-Q3')]);
});

it('says in its form and in place of its file which exchange rates are missing', async () => {
  const { storage, sites } = service.service.opened;
  const site = await sites.find('demo');
  const records = storage.of(site?.id ?? '');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'GB', tax_registrations: [] });
  await newSubscriber(service);
  for (const format of ['', '&format=csv']) {
    const missing = await finance.get(`/reports/vat_uk?${NOVEMBER}&part=in_return${format}`);
    expect([missing.status, textIn(missing.html)]).toEqual([422, expect.stringMatching(/No ECB rate of .* for USD/)]);
  }
  const days = /ECB rate of (\d+ \w+ \d+)/.exec((await finance.get(`/reports/vat_uk?${NOVEMBER}`)).html)?.[1] ?? '';
  const day = new Date(`${days} UTC`).toISOString().slice(0, 10);
  await records.exchangeRates.keep([
    { day, currency: 'USD', rate: '1.25' },
    { day, currency: 'GBP', rate: '0.85' },
  ]);
  const text = textIn((await finance.get(`/reports/vat_uk?${NOVEMBER}`)).html);
  expect(text).toContain('Box 6, GBP');
  expect(text).toContain('not in return');
  await sites.save(site as NonNullable<typeof site>);
});
