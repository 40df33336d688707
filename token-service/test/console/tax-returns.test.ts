import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService } from '../service.ts';
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

it('shows the rows that can be computed, names each missing rate, and has no file until it is entered', async () => {
  const { sites } = service.service.opened;
  const site = await sites.find('demo');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'GB', tax_registrations: [] });
  await newSubscriber(service);
  const path = `/reports/vat_uk?${NOVEMBER}`;
  const lacking = await finance.get(path);
  expect(lacking.status).toBe(200);
  expect(textIn(lacking.html)).toMatch(/these exchange rates are not stored.* for GBP.* for USD/);
  expect(textIn(lacking.html)).toContain('$');
  expect(textIn(lacking.html)).not.toMatch(/Sums to file (?!, without the rows that lack a rate)/);
  expect(lacking.html).not.toMatch(/Download CSV|Run in the background/);
  const file = await finance.get(`${path}&format=csv`);
  expect([file.status, textIn(file.html)]).toEqual([422, expect.stringMatching(/not stored.* for USD/)]);
  const entering = [...lacking.html.matchAll(/href="(\/reports\/exchange-rates\/enter[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(entering).toHaveLength(2);
  for (const address of entering) {
    expect((await finance.get(address)).html).toMatch(/value="(USD|GBP)"/);
    const { day = '', currency = '', back = '' } = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
    const rate = { day, currency, rate: currency === 'USD' ? '1.25' : '0.85' };
    const saved = await finance.submit(address, { ...rate, back });
    expect([saved.status, saved.location]).toEqual([
      303,
      expect.stringContaining('/reports/vat_uk?from=2026-11-01&to=2026-11-30'),
    ]);
    const after = await finance.get(saved.location);
    expect(after.status).toBe(200);
    expect(textIn(after.html)).toContain(`The rate of ${currency} on ${day} was saved`);
    const elsewhere = await finance.submit(address, { ...rate, back: 'https://example.com/reports/vat_uk' });
    expect(elsewhere.location).toMatch(/^\/reports\/exchange-rates\?day=/);
  }
  const whole = await finance.get(path);
  expect(textIn(whole.html)).toContain('Box 6, GBP');
  expect(textIn(whole.html)).toContain('not in return');
  expect(whole.html).toMatch(/Download CSV/);
  expect(textIn((await finance.get('/reports/exchange-rates')).html)).toMatch(/GBP .* USD/);
  await sites.save(site as NonNullable<typeof site>);
});

it('keeps corrections apart, and leads from every sum and number to its rows and back', async () => {
  const { sites } = service.service.opened;
  const site = await sites.find('demo');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'GB', tax_registrations: [] });
  const path = `/reports/vat_uk?from=2026-11-01&to=2026-11-30`;
  const { html } = await finance.get(path);
  const text = textIn(html);
  expect(text).toMatch(/Sums to file .*Box 1, GBP.*in return/);
  expect(text).toMatch(/Sums in the currencies of the invoices .*in return, USD/);
  const leads = [...html.matchAll(/href="(\/reports\/sales\?[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  expect(leads.length).toBeGreaterThan(3);
  const sales = await finance.get(leads[0] ?? '');
  const back = /<p class="back"><a href="([^"]*)">([^<]*)</.exec(sales.html);
  expect(back?.slice(1)).toEqual([path.replaceAll('&', '&amp;'), 'VAT return (UK)']);
  // The form of the rows keeps the link back, and so does an invoice among them.
  expect(sales.html).toContain(`name="back" value="${path.replaceAll('&', '&amp;')}"`);
  const invoice = /href="(\/invoices\/[^"]*)"/.exec(sales.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const opened = await finance.get(invoice);
  const toSales = /<p class="back"><a href="([^"]*)">Sales and credits</
    .exec(opened.html)?.[1]
    ?.replaceAll('&amp;', '&');
  expect(textIn((await finance.get(toSales ?? '')).html)).toContain('VAT return (UK)');
  const sum = /href="(\/reports\/vat_uk\?[^"]*part=in_return[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const narrowed = await finance.get(sum);
  expect(textIn(narrowed.html)).toContain('Only part in return');
  // It leads back to the sums.
  const toSums = /<p class="back"><a href="([^"]*)">VAT return \(UK\)</.exec(narrowed.html)?.[1];
  expect(toSums?.replaceAll('&amp;', '&')).toBe(path);
  await sites.save(site as NonNullable<typeof site>);
});

it('names a tax with its country on its pages, and leaves the value of programs in files', async () => {
  const { sites } = service.service.opened;
  const site = await sites.find('demo');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'GB', tax_registrations: ['GB'] });
  const token = await service.token({ country: 'GB', postal_code: 'N1 1AA' });
  await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${fresh('briton')}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>` +
      '<currency>USD</currency><subscriptions><subscription><plan_code>tideline</plan_code></subscription></subscriptions></purchase>',
  );
  const page = textIn((await finance.get('/reports/tax?from=2026-11-01&to=2026-11-30')).html);
  expect(page).toContain('United Kingdom, VAT');
  expect(page).not.toMatch(/\bgb\b/);
  expect((await finance.get('/reports/tax?from=2026-11-01&to=2026-11-30&format=csv')).html).toContain('VAT,gb,20');
  // No report shows the code of a country, or the name of a tax as a region.
  const cells: string[] = [];
  for (const report of ['vat_uk', 'tax_oss', 'ec_sales', 'sales', 'tax', 'payments', 'mrr_by_country']) {
    const { status, html } = await finance.get(`/reports/${report}?from=2026-11-01&to=2026-11-30`);
    if (status !== 200) continue;
    cells.push(
      ...[...html.matchAll(/<td data-label="(?:Country|Region|Consumed in)"[^>]*>([^<]*)/g)].map(
        ([, cell = '']) => cell,
      ),
    );
  }
  expect(cells).toContain('United Kingdom');
  expect(cells.filter((cell) => /^[A-Z]{2,3}$/.test(cell) && cell !== 'CA')).toEqual([]);
  const { html } = await finance.get('/reports/sales?from=2026-11-01&to=2026-11-30&country=GB');
  expect(textIn(html)).toContain('Only country United Kingdom.');
  expect(html).toMatch(/<option value="GB" selected>United Kingdom<\/option>/);
  await sites.save(site as NonNullable<typeof site>);
});

it('leads from a VAT number that several customers have to the lines of all of them', async () => {
  const { sites } = service.service.opened;
  const site = await sites.find('demo');
  await sites.save({ ...(site as NonNullable<typeof site>), seller_country: 'DE', tax_registrations: ['EU'] });
  const codes = [fresh('north'), fresh('south')];
  for (const code of [...codes, fresh('other')]) {
    const token = await service.token({ country: 'FR', postal_code: '69001' });
    const number = codes.includes(code) ? 'FR40303265045' : 'FR23334175221';
    const bought = await service.api(
      'POST',
      '/v2/subscriptions',
      `<subscription><plan_code>tideline</plan_code><currency>EUR</currency><account><account_code>${code}</account_code>` +
        `<vat_number>${number}</vat_number><billing_info><token_id>${token}</token_id></billing_info></account></subscription>`,
    );
    expect(bought.status, bought.text).toBe(201);
  }
  const { html } = await finance.get('/reports/ec_sales?from=2026-11-01&to=2026-11-30&part=in_return');
  // What is listed is the net amount, which has a sum; elsewhere a line of two taxes is in two rows.
  expect(textIn(html)).toMatch(/Sums by currency Part Net Tax in return, EUR €[1-9][\d.,]* €0\.00/);
  const all = textIn((await finance.get('/reports/ec_sales?from=2026-11-01&to=2026-11-30')).html);
  expect(all).toMatch(/not in return, USD – \$/);
  const row = html.split('<tr>').find((each) => each.includes(codes[0] ?? '?')) ?? '';
  expect(textIn(row)).toContain(codes.toSorted().join(', '));
  const [, lines = ''] = /href="(\/reports\/sales\?[^"]*)"/.exec(row) ?? [];
  const sales = await finance.get(lines.replaceAll('&amp;', '&'));
  const text = textIn(sales.html);
  for (const code of codes) expect(text).toContain(code);
  expect(text).toContain(`customer code ${codes.toSorted().join(' or ')}`);
  expect(text).not.toContain('other');
  // The sum is that of the row.
  const net = /€[\d.]+/.exec(textIn(row))?.[0];
  expect(text).toContain(`EUR ${net}`);
  await sites.save(site as NonNullable<typeof site>);
});

it('says of a period that is not over that more is still to come, and of one that is nothing', async () => {
  const said = async (period: string) => textIn((await finance.get(`/reports/vat_uk?period=${period}`)).html);
  expect(await said('2026-Q4')).toContain('The period is not over: what is sold until its end is still to come.');
  expect(await said('2026-Q3')).not.toContain('The period is not over');
});
