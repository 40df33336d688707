import { afterAll, beforeAll, expect, it } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

const MONTH = 31 * 86_400;
let service: TestService;
let owner: OperatorBrowser;
let lena = '';
let grace = '';

/** Lena has a card in the United States and no address; Grace has such a card too, and an address in Ireland. */
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  ({ code: lena } = await newCustomer(service, { account: '<first_name>Lena</first_name>' }));
  ({ code: grace } = await newCustomer(service, {
    account:
      '<first_name>Grace</first_name><address><city>Cork</city><zip>T12 X8N6</zip><country>IE</country></address>',
  }));
  const token = await service.token({ number: '4000 0000 0000 0341', country: 'US', postal_code: '94107' });
  const info = `<billing_info><token_id>${token}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${lena}/billing_info`, info);
  const clock = `<clock><advance_in_seconds>${MONTH}</advance_in_seconds></clock>`;
  await service.api('PUT', '/v2/sandbox/clock', clock);
  await service.dueWork();
});
afterAll(() => service?.close());

it('the customer page says where the country is from, and which address taxes follow', async () => {
  const text = textIn((await owner.get(`/customers/${lena}`)).html);
  expect(text).toContain('Country United States, of the payment method');
  expect(text).toContain('Billing address, by which payments are taxed 94107, United States');
  expect(textIn((await owner.get(`/customers/${grace}`)).html)).toMatch(/Country Ireland Customer since/);
});

it('the list, its filter and its file have the same country as the page', async () => {
  expect(textIn((await owner.get('/customers?country=us')).html)).toMatch(/1 customer .*Lena .* United States /);
  const ireland = textIn((await owner.get('/customers?country=IE')).html);
  expect(ireland).toMatch(/1 customer .*Grace/);
  expect(ireland).not.toContain('Lena');
  expect(textIn((await owner.get('/customers?state=past_due&country=US')).html)).toMatch(/1 customer .*Lena/);
  expect((await owner.get('/customers?format=csv&country=US')).html).toMatch(new RegExp(`^Lena,.*${lena}.*,US,`, 'm'));
});

it('the list is filtered by email, and by a part of name, email or code, for operators who see them', async () => {
  const email = `${grace}@example.com`;
  await service.api('PUT', `/v2/accounts/${grace}`, `<account><email>${email}</email></account>`);
  for (const query of [
    { email },
    { email: email.toUpperCase() },
    { q: 'GRAC' },
    { q: email.slice(2, 20) },
    { q: grace },
  ]) {
    const path = `/customers?${new URLSearchParams(query as Record<string, string>)}`;
    expect(textIn((await owner.get(path)).html), path).toMatch(/1 customer .*Grace/);
  }
  const kept = await owner.get('/customers?q=gra&country=IE');
  expect(kept.html).toMatch(/name="q" type="text" value="gra"/);
  expect((await owner.get('/customers?format=csv&q=grac')).html).toMatch(/^Grace,/m);
  expect(textIn((await owner.get(`/customers?email=${grace}`)).html)).toContain('Nothing matches these filters');
  const number = await owner.get('/customers?q=4242+4242+4242+4242');
  expect([number.status, textIn(number.html)]).toEqual([422, expect.stringContaining('last four digits')]);
  expect(number.html).not.toContain('4242');
  const analyst = await withRole(service, ['analyst']);
  const { html } = await analyst.get('/customers?q=grac');
  expect(html).not.toContain('name="q" type="text"');
  const countIn = (page: string) => /(\d+) customers?\b/.exec(textIn(page))?.[1];
  expect(countIn(html)).toBe(countIn((await analyst.get('/customers')).html));
});

it('the list is filtered by city and postal code for operators who see addresses', async () => {
  for (const query of ['city=cork', 'postal_code=T12', 'postal_code=t12x8n6', 'city=Cork&country=IE']) {
    expect(textIn((await owner.get(`/customers?${query}`)).html), query).toMatch(/1 customer .*Grace/);
  }
  expect(textIn((await owner.get('/customers?city=Dublin')).html)).toContain('Nothing matches these filters');
  expect((await owner.get('/customers?format=csv&city=cork')).html).toMatch(/^Grace,/m);
  // The city is a column of its own, on the page if it is chosen, and always in the file.
  const columns = '/customers?city=Cork&columns=name,city';
  expect(textIn((await owner.get(columns)).html)).toMatch(/Customer City Grace Cork/);
  const csv = (await owner.get('/customers?format=csv&city=cork')).html.split('\r\n').map((line) => line.split(','));
  expect(csv[1]?.[csv[0]?.indexOf('city') ?? -1]).toBe('Cork');
  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get('/customers?format=csv')).html).not.toContain(',city,');
  const { html } = await analyst.get('/customers?city=Dublin');
  expect(html).not.toContain('filter-city');
  const all = /\d+ customers/.exec(textIn((await analyst.get('/customers')).html))?.[0];
  expect(textIn(html)).toContain(all);
});

it('so does the search, for what they owe as well', async () => {
  const found = textIn((await owner.get('/search?q=country:US')).html);
  expect(found).toMatch(/Lena/);
  expect(found).not.toMatch(/Grace/);
  expect(textIn((await owner.get('/search?q=state:past_due+country:US')).html)).toMatch(
    /Customers 1 hit .*Lena .*Invoices 1 hit/,
  );
  expect(textIn((await owner.get('/search?q=state:past_due+country:IE')).html)).toContain('Nothing was found');
});

it('other payment methods than the primary say nothing about the country', async () => {
  const token = await service.token({ number: '5555 5555 5555 4444', country: 'FR', postal_code: '75001' });
  const body = `<billing_info><token_id>${token}</token_id></billing_info>`;
  const added = await service.api('POST', `/v2/accounts/${lena}/billing_infos`, body, { 'X-Api-Version': '2.29' });
  expect(added.status, added.text).toBe(201);
  for (const path of ['/customers?country=FR', '/search?q=country:FR']) {
    expect(textIn((await owner.get(path)).html), path).not.toContain('Lena');
  }
  expect(textIn((await owner.get('/customers?country=US')).html)).toMatch(/1 customer .*Lena .* United States /);
});

it('the balance is in the currencies that the customer pays in', async () => {
  const { code } = await newCustomer(service);
  expect(textIn((await owner.get(`/customers/${code}`)).html)).toContain('Balance $0.00');
  const token = await service.token({ country: 'DE', postal_code: '80331' });
  const euro = `berta-${code}`.slice(0, 50);
  await service.api(
    'POST',
    '/v2/subscriptions',
    `<subscription><plan_code>tideline</plan_code><currency>EUR</currency><account><account_code>${euro}</account_code>` +
      `<billing_info><token_id>${token}</token_id></billing_info></account></subscription>`,
  );
  const page = textIn((await owner.get(`/customers/${euro}`)).html);
  expect(page).toContain('Balance €0.00');
  expect(page).not.toContain('$0.00');
});
