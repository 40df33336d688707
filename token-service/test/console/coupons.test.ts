import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const send = async (path: string, changes: Readonly<Record<string, string>> = {}) => {
  const { html, status } = await owner.get(path);
  expect(status, html).toBe(200);
  return owner.post(path, { ...formValues(html, path), ...changes });
};

const arrive = async (path: string, changes: Readonly<Record<string, string>> = {}) => {
  const sent = await send(path, changes);
  expect(sent.status, textIn(sent.html)).toBe(303);
  return owner.get(sent.location);
};

const entriesOf = async (action: string) =>
  service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))?.id ?? '')
    .auditLog.list({ action }, 9);

const redeem = (code: string, account: string) =>
  service.api(
    'POST',
    `/v2/coupons/${code}/redeem`,
    `<redemption><account_code>${account}</account_code><currency>USD</currency></redemption>`,
  );

test('a coupon is created, edited, expired and restored', async () => {
  const made = await arrive('/catalogue/new-coupon', {
    name: 'Autumn <b>',
    coupon_code: 'autumn',
    discount_percent: '20',
    duration: 'temporal',
    temporal_amount: '3',
    temporal_unit: 'month',
    redeem_by_date: '2026-12-31',
    max_redemptions: '5',
  });
  expect(made.html).toContain('Autumn &lt;b&gt;');
  expect(textIn(made.html)).toMatch(/redeemable autumn · 20 % for 3 months/);
  expect(textIn(made.html)).toMatch(/Redeemable until 2026-12-31 Redemptions 0 of 5/);
  const edited = await arrive('/catalogue/coupons/autumn/edit', { max_redemptions: '6' });
  expect(textIn(edited.html)).toMatch(/Redeemable until 2026-12-31 Redemptions 0 of 6/);
  const expired = await arrive('/catalogue/coupons/autumn/expire');
  expect(textIn(expired.html)).toMatch(/withdrawn autumn/);
  expect(textIn((await owner.get('/catalogue/coupons?state=inactive')).html)).toMatch(/1 coupon .*autumn/);
  const restored = await arrive('/catalogue/coupons/autumn/restore');
  expect(textIn(restored.html)).toMatch(/redeemable autumn/);
  for (const action of ['coupon.created', 'coupon.updated', 'coupon.expired', 'coupon.restored']) {
    expect((await entriesOf(action))[0]).toMatchObject({ subject: 'autumn', actor: 'operator:demo owner' });
  }
});

test('a coupon without its amount is refused', async () => {
  const { status, html } = await send('/catalogue/new-coupon', {
    name: 'None',
    coupon_code: 'none',
    discount_type: 'dollars',
  });
  expect(status).toBe(422);
  expect(textIn(html)).toMatch(/Amount can't be blank/);
});

test('a coupon for items has links to them, and a code that no item has is named under its field', async () => {
  const item = fresh('mug');
  await arrive('/catalogue/new-item', { item_code: item, name: 'Mug' });
  const code = fresh('mugs');
  const typed = { name: 'Mugs', coupon_code: code, discount_percent: '10', item_codes: `${item}, no-such-item` };
  const unticked = {
    ...formValues((await owner.get('/catalogue/new-coupon')).html, '/catalogue/new-coupon'),
    ...typed,
  };
  const { applies_to_all_plans: _, ...forItems } = unticked as Record<string, string>;
  const refused = await owner.post('/catalogue/new-coupon', forItems);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain(
    '<p class="problem" id="item_codes-problem">Codes of items, number 2, could not be found.</p>',
  );
  const both = await owner.post('/catalogue/new-coupon', {
    ...forItems,
    item_codes: item,
    applies_to_all_items: 'yes',
  });
  expect(both.html).toContain('<p class="problem" id="item_codes-problem">');
  const made = await owner.post('/catalogue/new-coupon', { ...forItems, item_codes: item });
  const { html } = await owner.get(made.location);
  expect(textIn(html)).toMatch(new RegExp(`Plans none Items ${item} One-time charges no`));
  expect(html).toContain(`href="/catalogue/items/${item}"`);
  expect((await service.api('GET', `/v2/coupons/${code}`, undefined, { 'X-Api-Version': '2.29' })).text).toContain(
    `<item_code>${item}</item_code>`,
  );
});

test('redemptions are listed with the customer, by name only for those who may see it', async () => {
  const { code } = await newCustomer(service, { account: '<first_name>Ada</first_name>' });
  expect((await redeem('autumn', code)).status).toBe(201);
  const { html } = await owner.get('/catalogue/coupons/autumn');
  expect(html).toContain(`<a class="row-link" href="/customers/${code}">Ada</a>`);
  expect(textIn(html)).toMatch(/1 redemption .* active all that the customer buys \$0.00/);
  const analyst = await withRole(service, ['analyst']);
  const seen = await analyst.get('/catalogue/coupons/autumn');
  expect(seen.html).toContain(`>${code}</a>`);
  expect(seen.html).not.toContain('>Ada<');
});

test('unique codes are generated, downloaded and revoked, and each is shown in the file alone', async () => {
  await arrive('/catalogue/new-coupon', {
    name: 'Fair',
    coupon_code: 'fair',
    coupon_type: 'bulk',
    unique_code_template: "'fair-'999999",
    discount_type: 'dollars',
    'discount_in_cents.USD': '5',
    max_redemptions_per_account: '1',
  });
  expect(textIn((await send('/catalogue/coupons/fair/generate', { number_of_unique_codes: '201' })).html)).toMatch(
    /too many|at most 200/i,
  );
  const made = await arrive('/catalogue/coupons/fair/generate', { number_of_unique_codes: '3' });
  expect(textIn(made.html)).toMatch(/3 codes were generated.*Unused 3 Redeemed 0 Revoked 0/);
  expect(made.html).not.toMatch(/fair-\d{6}/);

  const file = await send('/catalogue/coupons/fair/codes');
  expect(file.headers.get('content-type')).toContain('text/csv');
  const codes = [...file.html.matchAll(/fair-\d{6}/g)].map(([code]) => code);
  expect(codes).toHaveLength(3);
  expect((await entriesOf('coupon.codes_read')).map(({ subject }) => subject)).toEqual(['fair']);

  const { code: account } = await newCustomer(service);
  expect((await redeem(codes[0] ?? '', account)).status).toBe(201);
  // The address of a code leads to its coupon, and no page has the code.
  const led = await owner.get(`/catalogue/coupons/${codes[0]}`);
  expect([led.status, led.location]).toEqual([303, '/catalogue/coupons/fair']);
  expect((await owner.get('/catalogue/coupons/fair')).html).not.toContain(codes[0]);

  const revoked = await arrive('/catalogue/coupons/fair/revoke');
  expect(textIn(revoked.html)).toMatch(/2 unused codes were revoked.*Unused 0 Redeemed 1 Revoked 2/);
  expect((await redeem(codes[1] ?? '', account)).status).toBe(422);
  const [entry] = await entriesOf('coupon.codes_revoked');
  expect(entry).toMatchObject({ subject: 'fair', changes: { unused_codes: { from: 2, to: 0 } } });
  const all = await send('/catalogue/coupons/fair/codes', { which: 'all' });
  expect(all.html.match(/,(redeemed|revoked),/g)?.sort()).toEqual([',redeemed,', ',revoked,', ',revoked,']);
});

test('codes need the permission, and a proof that is fresh', async () => {
  const support = await withRole(service, ['support']);
  expect((await support.get('/catalogue/coupons/fair')).html).not.toMatch(/Download codes|Revoke \d|Generate codes/);
  expect((await support.get('/catalogue/coupons/fair/codes')).status).toBe(403);
  expect((await support.get('/catalogue/coupons/fair/generate')).status).toBe(403);
  const late = await withRole(service, ['admin'], { provedAgo: 6 * 60_000 });
  const asked = await late.get('/catalogue/coupons/fair/codes');
  expect([asked.status, asked.location]).toEqual([303, '/prove?to=%2Fcatalogue%2Fcoupons%2Ffair%2Fcodes']);
});

test('the code of a gift card is shown once, to those who may see it, and the audit log has it', async () => {
  const { code: gifter } = await newCustomer(service);
  const bought = await service.api(
    'POST',
    '/v2/gift_cards',
    `<gift_card><gifter_account><account_code>${gifter}</account_code></gifter_account><product_code>tideline</product_code>` +
      '<currency>USD</currency><unit_amount_in_cents>2000</unit_amount_in_cents>' +
      '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>',
  );
  expect(bought.status, bought.text).toBe(201);
  const [id, secret] = [textOf(bought.xml, 'id') ?? '', textOf(bought.xml, 'redemption_code') ?? ''];
  const list = await owner.get(`/catalogue/gift-cards?gifter_account_code=${gifter}`);
  expect(textIn(list.html)).toMatch(/1 gift card .* open \$20.00 tideline/);
  const page = await owner.get(`/catalogue/gift-cards/${id}`);
  expect(textIn(page.html)).toMatch(/Email friend@example.com/);
  const shown = await arrive(`/catalogue/gift-cards/${id}/code`);
  expect(shown.html).toContain(secret);
  for (const { html } of [list, page, await owner.get(`/catalogue/gift-cards/${id}`)])
    expect(html).not.toContain(secret);
  const [entry] = await entriesOf('gift_card.code_read');
  expect(entry).toMatchObject({ subject: id, actor: 'operator:demo owner' });
  expect(JSON.stringify(entry)).not.toContain(secret);
  const auditor = await withRole(service, ['auditor']);
  expect((await auditor.get(`/catalogue/gift-cards/${id}`)).html).not.toContain('Show redemption code');
  expect((await auditor.get(`/catalogue/gift-cards/${id}/code`)).status).toBe(403);
});
