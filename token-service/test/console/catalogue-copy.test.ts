import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { type OtherSite, startTestService, type TestService } from '../service.ts';
import { WITH_CONSOLE } from './browser.ts';
import { formValues } from './form-values.ts';
import { type RoleBrowser, withRole } from './with-role.ts';

let service: TestService;
let shop: OtherSite;
let admin: RoleBrowser;

const PATH = '/s/demo/catalogue/copy';

beforeAll(async () => {
  service = await startTestService({ env: WITH_CONSOLE });
  shop = await service.openSite({ mode: 'production', currencies: ['USD', 'EUR'] });
  admin = await withRole(service, ['admin']);
  await service.service.opened.operators.assign({ operator_id: admin.id, site_id: shop.site.id, role: 'admin' });
  await service.api(
    'POST',
    '/v2/coupons',
    '<coupon><coupon_code>autumn</coupon_code><name>Autumn</name><discount_type>percent</discount_type><discount_percent>20</discount_percent></coupon>',
  );
  // The shop sells one of the plans already, at another price and with a currency of its own.
  await shop.api(
    'POST',
    '/v2/plans',
    '<plan><plan_code>tideline</plan_code><name>Tideline</name><unit_amount_in_cents><USD>1500</USD></unit_amount_in_cents></plan>',
  );
  await shop.api(
    'POST',
    '/v2/plans',
    '<plan><plan_code>tideline-yearly</plan_code><name>Tideline</name><unit_amount_in_cents><USD>1500</USD></unit_amount_in_cents></plan>',
  );
});
afterAll(() => service.close());

const compared = () => admin.get(`${PATH}?to=${shop.site.subdomain}`);
const outcomes = (html: string) =>
  [...html.matchAll(/<tr><td data-label="Copy">.*?<\/tr>/gs)].map(([row]) => textIn(`<main ${row}`));
const copying = async (changes: Readonly<Record<string, string | undefined>> = {}) => {
  const page = (await compared()).html;
  const values = Object.entries({ ...formValues(page, PATH), ...changes });
  const sent = values.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return admin.submit(`${PATH}?to=${shop.site.subdomain}`, Object.fromEntries(sent), PATH);
};

test('the page has what copying would do, from and to, and copies nothing', async () => {
  const chosen = await admin.get(PATH);
  expect(chosen.html).toContain(`<option value="${shop.site.subdomain}"`);
  const { html, status } = await compared();
  expect(status).toBe(200);
  const rows = outcomes(html);
  expect(rows.find((row) => / plan tideline /.test(row))).toMatch(/changed .*Unit amount: \$15.00 → \$19.99, €18.99 /);
  expect(rows.find((row) => / plan tideline-trial /.test(row))).toMatch(/ new \$19.99, €18.99 /);
  expect(rows.find((row) => / plan tideline-yearly /.test(row))).toMatch(
    /cannot be copied .*Plan interval length: 1 → 12 .*Plan interval length is written once/,
  );
  expect(rows.find((row) => / coupon autumn /.test(row))).toMatch(/ new /);
  expect((await shop.api('GET', '/v2/plans/tideline-trial')).status).toBe(404);
});

test('a form that shows another state of a catalogue copies nothing', async () => {
  const { status, html } = await copying({ version: 'before' });
  expect(status).toBe(409);
  expect(textIn(html)).toMatch(/A catalogue was changed meanwhile. Nothing was copied/);
  expect((await shop.api('GET', '/v2/plans/tideline-trial')).status).toBe(404);
});

test('chosen records are created and changed at the other site, each with its audit entry', async () => {
  const page = (await compared()).html;
  const values = formValues(page, PATH);
  delete values['copy.coupon.autumn'];
  const sent = await admin.post(PATH, values);
  expect(sent.status, textIn(sent.html)).toBe(303);
  const { text } = await shop.api('GET', '/v2/plans/tideline');
  expect(text).toContain('<USD type="integer">1999</USD>');
  expect(text).toContain('<EUR type="integer">1899</EUR>');
  expect(text).not.toContain('GBP');
  expect((await shop.api('GET', '/v2/coupons/autumn')).status).toBe(404);
  expect((await shop.api('GET', '/v2/plans/tideline/add_ons/archive')).text).toContain(
    '<usage_type>price</usage_type>',
  );
  const updated = await shop.records().auditLog.list({ action: 'plan.updated' }, 9);
  expect(updated).toMatchObject([{ subject: 'tideline', actor: `operator:${admin.email}` }]);
  expect(await shop.records().auditLog.list({ action: 'add_on.created' }, 99)).not.toHaveLength(0);
});

test('copying again does what is left', async () => {
  const rows = outcomes((await compared()).html);
  expect(rows.find((row) => / plan tideline /.test(row))).toMatch(/ unchanged /);
  expect(rows.filter((row) => / new | changed /.test(row))).toHaveLength(1);
  const sent = await copying();
  expect(sent.status, textIn(sent.html)).toBe(303);
  expect((await shop.api('GET', '/v2/coupons/autumn')).status).toBe(200);
  expect(textIn((await compared()).html)).toMatch(/There is nothing to copy/);
});

test('what the other site refuses is said, and the rest is copied', async () => {
  await service.api(
    'POST',
    '/v2/plans',
    '<plan><plan_code>dinghy</plan_code><name>Dinghy</name><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents></plan>',
  );
  const coupon = (code: string, more: string) =>
    `<coupon><coupon_code>${code}</coupon_code><name>${code}</name><discount_type>percent</discount_type><discount_percent>5</discount_percent>${more}</coupon>`;
  const only =
    '<applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>dinghy</plan_code></plan_codes>';
  await service.api('POST', '/v2/coupons', coupon('afloat', only));
  await service.api('POST', '/v2/coupons', coupon('ashore', ''));
  const { status, html } = await copying({ 'copy.plan.dinghy': '' });
  expect(status).toBe(422);
  expect(textIn(html)).toMatch(/1 record was created. “afloat” was refused: Plan codes/);
  expect((await shop.api('GET', '/v2/coupons/ashore')).status).toBe(200);
  expect((await shop.api('GET', '/v2/coupons/afloat')).status).toBe(404);
});

test('items are copied before what sells them and coupons for them; one that is off sale there is not', async () => {
  const latest = { 'X-Api-Version': '2.29' };
  const item = (code: string) => `<item><item_code>${code}</item_code><name>The ${code}</name></item>`;
  for (const code of ['rope', 'anchor']) await service.api('POST', '/v2/items', item(code), latest);
  await shop.api('POST', '/v2/items', item('anchor'), latest);
  await shop.api('DELETE', '/v2/items/anchor', undefined, latest);
  await service.api(
    'POST',
    '/v2/plans/dinghy/add_ons',
    '<add_on><item_code>rope</item_code><unit_amount_in_cents><USD>300</USD></unit_amount_in_cents></add_on>',
    latest,
  );
  const made = await service.api(
    'POST',
    '/v2/coupons',
    '<coupon><coupon_code>ropes</coupon_code><name>Ropes</name><discount_type>percent</discount_type><discount_percent>5</discount_percent><applies_to_all_plans>false</applies_to_all_plans><applies_to_all_items>false</applies_to_all_items><item_codes><item_code>rope</item_code></item_codes></coupon>',
    latest,
  );
  expect(made.status, made.text).toBe(201);
  const rows = outcomes((await compared()).html);
  expect(rows.find((row) => / item rope /.test(row))).toMatch(/ new /);
  expect(rows.find((row) => / item anchor /.test(row))).toMatch(/ cannot be copied .*the item is inactive there/);
  const sent = await copying();
  expect(sent.status, textIn(sent.html)).toBe(303);
  expect((await shop.api('GET', '/v2/coupons/ropes', undefined, latest)).text).toContain('<item_code>rope</item_code>');
  expect((await shop.api('GET', '/v2/plans/dinghy/add_ons/rope', undefined, latest)).text).toContain('The rope');
  expect((await shop.api('GET', '/v2/items/anchor', undefined, latest)).text).toContain('<state>inactive</state>');
});

test('an operator who may not change the other catalogue is refused', async () => {
  const { operators } = service.service.opened;
  const support = await withRole(service, ['admin']);
  await operators.assign({ operator_id: support.id, site_id: shop.site.id, role: 'support' });
  const asked = await support.get(`${PATH}?to=${shop.site.subdomain}`);
  expect(textIn(asked.html)).toMatch(/You may change the catalogue of no other site/);
  const refused = await support.post(PATH, {
    ...formValues((await support.get('/s/demo/catalogue/new-plan')).html, '/s/demo/catalogue/new-plan'),
    to: shop.site.subdomain,
  });
  expect(refused.status).toBe(403);
});
