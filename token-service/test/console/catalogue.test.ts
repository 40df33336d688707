import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService } from '../service.ts';
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

/** Opens a form, changes fields of it, and sends it as a browser does. */
const send = async (path: string, changes: Readonly<Record<string, string>>, without: readonly string[] = []) => {
  const { html, status } = await owner.get(path);
  expect(status, html).toBe(200);
  const values = { ...formValues(html, path), ...changes };
  return owner.post(path, Object.fromEntries(Object.entries(values).filter(([name]) => !without.includes(name))));
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

test('a plan is created with typed amounts, and is sold under its code', async () => {
  const { html } = await arrive('/catalogue/new-plan', {
    name: 'Harbour <b>',
    plan_code: 'harbour',
    'unit_amount_in_cents.USD': '1,019.99',
    'unit_amount_in_cents.JPY': '500',
    'setup_fee_in_cents.USD': '5',
    trial_interval_length: '14',
    trial_interval_unit: 'days',
  });
  expect(html).toContain('Harbour &lt;b&gt;');
  expect(textIn(html)).toMatch(/was created and is on sale.*USD \$1,019.99 now \$5.00 0 JPY ¥500 now ¥0 0/);
  expect(textIn(html)).toMatch(/Trial 14 days, with a payment method Term until canceled/);
  const { text } = await service.api('GET', '/v2/plans/harbour');
  expect(text).toContain('<USD type="integer">101999</USD>');
  expect((await entriesOf('plan.created'))[0]).toMatchObject({ subject: 'harbour', actor: 'operator:demo owner' });
});

test('what cannot be right is said at its field, and what was typed stays', async () => {
  const { status, html } = await send('/catalogue/new-plan', {
    name: 'Again',
    plan_code: 'HARBOUR',
    'unit_amount_in_cents.USD': 'ten',
  });
  expect(status).toBe(422);
  expect(html).toContain('value="Again"');
  expect(textIn(html)).toMatch(/Enter an amount in USD such as 19.99/);
  const taken = await send('/catalogue/new-plan', { name: 'A', plan_code: 'HARBOUR', 'unit_amount_in_cents.USD': '1' });
  expect(textIn(taken.html)).toMatch(/New plan Code has already been taken/);
  const bare = await send('/catalogue/new-plan', {
    name: 'A',
    plan_code: 'bare',
    'unit_amount_in_cents.USD': '1',
    'setup_fee_in_cents.EUR': '1',
  });
  expect(textIn(bare.html)).toMatch(/A setup fee needs a price in EUR/);
});

test('a price change is for new sales only: the page has who pays which price', async () => {
  await newCustomer(service);
  const asked = await owner.get('/catalogue/plans/tideline/edit');
  expect(textIn(asked.html)).toMatch(/Changes apply to new sales only. 1 live subscription keeps its price/);
  const { html } = await arrive('/catalogue/plans/tideline/edit', { 'unit_amount_in_cents.USD': '24.99' });
  expect(textIn(html)).toMatch(/The new price is for new sales only: 1 live subscription keeps its price/);
  expect(textIn(html)).toMatch(/USD \$24.99 now \$5.00 0 USD \$19.99 earlier – 1/);
  expect(textIn(html)).not.toMatch(/Sold as/);
  expect(html).toContain('/subscriptions?plan_code=tideline&amp;currency=USD&amp;price=19.99&amp;state=live');
  expect(textIn((await owner.get('/catalogue')).html)).toMatch(/Tideline tideline \$24.99,.* every month none 1/);
  const { text } = await service.api('GET', '/v2/plans/tideline');
  // Nothing else was changed.
  expect(text).toContain('<EUR type="integer">1899</EUR>');
  expect(textIn((await arrive('/catalogue/plans/tideline/edit')).html)).toMatch(/Nothing was changed/);
});

test('subscriptions sold under an earlier code of a plan are counted, and each price leads to its own', async () => {
  const currencies = { 'unit_amount_in_cents.USD': '30' };
  await arrive('/catalogue/new-plan', { name: 'Mole', plan_code: 'mole', ...currencies });
  const { code } = await newCustomer(service, { plan: 'mole' });
  const renamed = await arrive('/catalogue/plans/mole/edit', { plan_code: 'pier' });
  expect(textIn(renamed.html)).toMatch(
    /Price Sold Sold as Setup fee .*USD \$30.00 now pier \S+ 0 USD \$30.00 earlier mole – 1/,
  );
  expect(textIn((await owner.get('/catalogue/plans/pier/edit')).html)).toMatch(/1 live subscription keeps its price/);
  const all = (await owner.get('/catalogue')).html;
  expect(all).toContain('/subscriptions?plan_code=mole&amp;state=live');
  const other = await newCustomer(service, { plan: 'pier' });
  await arrive('/catalogue/plans/pier/edit', { 'unit_amount_in_cents.USD': '32.5' });
  const { html } = await owner.get('/catalogue/plans/pier');
  expect(textIn(html)).toMatch(/USD \$32.50 now pier \S+ 0 USD \$30.00 earlier mole – 1 USD \$30.00 earlier pier – 1/);
  const links = [...html.matchAll(/href="[^"]*(\/subscriptions\?[^"]*)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  expect(links).toEqual(
    ['mole', 'pier'].map((sold) => `/subscriptions?plan_code=${sold}&currency=USD&price=30.00&state=live`),
  );
  const [sold, current] = await Promise.all(links.map(async (link) => (await owner.get(link)).html));
  expect(sold).toContain(`/customers/${code}"`);
  expect(current).toContain(`/customers/${other.code}"`);
  for (const page of [sold, current]) expect(textIn(page ?? '')).toMatch(/1 subscription /);
  const none = await owner.get('/subscriptions?plan_code=pier&currency=USD&price=32.50&state=live');
  expect(none.html).not.toContain('/customers/');
  // The plan has a link for each code.
  expect((await owner.get('/catalogue')).html).toMatch(/href="[^"?]*\/catalogue\/plans\/pier">2</);
});

test('a form of a plan that was changed meanwhile says what it is now and by whom, and saves all the same', async () => {
  const path = '/catalogue/plans/harbour/edit';
  const seen = formValues((await owner.get(path)).html, path);
  await service.api('PUT', '/v2/plans/harbour', '<plan><description>By the sea</description></plan>');
  const stale = await owner.post(path, { ...seen, description: 'Mine' });
  expect(stale.status).toBe(409);
  expect(textIn(stale.html)).toMatch(/was changed meanwhile by .*Nothing was saved/);
  expect(textIn(stale.html)).toMatch(/It is now “By the sea”/);
  const again = await owner.post(path, formValues(stale.html, path));
  expect(again.status, textIn(again.html)).toBe(303);
  expect((await service.api('GET', '/v2/plans/harbour')).text).toContain('<description>Mine</description>');
});

test('an add-on is created with tiers, edited and removed', async () => {
  const { html } = await arrive('/catalogue/plans/harbour/new-add-on', {
    name: 'Berths',
    add_on_code: 'berths',
    tier_type: 'tiered',
    tiers: 'up to 10: 5.00 USD\r\nabove: 3.5 USD',
  });
  expect(textIn(html)).toMatch(/Berths berths each period tiered up to 10: \$5.00 above: \$3.50/);
  const edit = '/catalogue/plans/harbour/add-ons/berths/edit';
  expect((await owner.get(edit)).html).toContain('10: 5.00 USD\nabove: 3.50 USD</textarea>');
  expect(textIn((await send(edit, { tiers: 'ten for 5' })).html)).toMatch(/Tiers cannot be understood/);
  expect(textIn((await send(edit, { tiers: '5: 4 USD' })).html)).toMatch(/The last tier has no end/);
  const saved = await arrive(edit, { tiers: '20: 4 USD\r\nabove: 3.5 USD' });
  expect(textIn(saved.html)).toMatch(/up to 20: \$4.00 above: \$3.50/);
  const removed = await arrive('/catalogue/plans/harbour/add-ons/berths/remove');
  expect(textIn(removed.html)).toMatch(/was taken off sale.*No add-ons/);
  expect((await entriesOf('add_on.removed'))[0]).toMatchObject({ subject: 'harbour/berths' });
});

test('a measured unit is created and edited, and stays while an add-on is counted in it', async () => {
  const made = await arrive('/catalogue/new-measured-unit', { name: 'ton', display_name: 'Tons of cargo' });
  expect(textIn(made.html)).toMatch(/The measured unit “ton” was created/);
  const [, here = ''] = /href="(\/catalogue\/measured-units\/\d+)\/edit" aria-label="Edit ton"/.exec(made.html) ?? [];
  expect(textIn((await arrive(`${here}/edit`, { display_name: 'Cargo, t' })).html)).toMatch(/ton Cargo, t/);
  const counted = await arrive('/catalogue/plans/harbour/new-add-on', {
    name: 'Cargo',
    add_on_code: 'cargo',
    add_on_type: 'usage',
    usage_type: 'price',
    measured_unit_id: here.split('/').at(-1) ?? '',
    'unit_amount_in_cents.USD': '2',
  });
  expect(textIn(counted.html)).toMatch(/Cargo cargo by usage, each unit \$2.00/);
  const fees = {
    name: 'Fees',
    add_on_code: 'fees',
    add_on_type: 'usage',
    usage_type: 'percentage',
    measured_unit_id: here.split('/').at(-1) ?? '',
    tier_type: 'tiered',
    usage_timeframe: 'subscription_term',
  };
  const percentages = 'USD: 2.9 % up to 2500.00, 1.5 % above';
  const create = '/catalogue/plans/harbour/new-add-on';
  const unclear = await send(create, { ...fees, percentage_tiers: 'USD: a lot' });
  expect(textIn(unclear.html)).toMatch(/Percentages by amount cannot be understood/);
  const tiered = await arrive(create, { ...fees, percentage_tiers: `${percentages}\r\nJPY: 3 % above` });
  expect(textIn(tiered.html)).toMatch(/tiered USD: 2.9 % up to 2500.00, 1.5 % above JPY: 3 % above/);
  const edit = '/catalogue/plans/harbour/add-ons/fees/edit';
  expect((await owner.get(edit)).html).toContain(`${percentages}\nJPY: 3 % above</textarea>`);
  await arrive('/catalogue/plans/harbour/add-ons/fees/remove');
  const refused = await send(`${here}/remove`, {});
  expect(refused.status).toBe(422);
  await arrive('/catalogue/plans/harbour/add-ons/cargo/remove');
  expect(textIn((await arrive(`${here}/remove`)).html)).toMatch(/The measured unit “ton” was removed/);
});

test('a shipping method is created and edited under its code, and removed', async () => {
  const unclear = await send('/catalogue/new-shipping-method', { name: 'By air', code: 'by air' });
  expect(unclear.status).toBe(422);
  expect(unclear.html).toContain('value="by air"');
  const made = await arrive('/catalogue/new-shipping-method', { name: 'By air', code: 'air', tax_code: 'freight' });
  expect(textIn(made.html)).toMatch(/“By air” was created.*2 shipping methods .*By air air freight Edit Remove/);
  const taken = await send('/catalogue/new-shipping-method', { name: 'By air', code: 'air' });
  expect(textIn(taken.html)).toMatch(/Code has already been taken/);
  const edit = '/catalogue/shipping-methods/air/edit';
  expect((await owner.get(edit)).html).not.toContain('name="code"');
  expect(textIn((await arrive(edit, { name: 'Express', tax_code: '' })).html)).toMatch(/Express air Edit Remove/);
  expect(textIn((await arrive(edit)).html)).toMatch(/Nothing was changed/);
  expect((await entriesOf('shipping_method.updated'))[0]).toMatchObject({
    subject: 'air',
    actor: 'operator:demo owner',
    changes: { name: { from: 'By air', to: 'Express' }, tax_code: { from: 'freight', to: null } },
  });
  const removed = await arrive('/catalogue/shipping-methods/air/remove');
  expect(textIn(removed.html)).toMatch(/“Express” was removed.*1 shipping method /);
  expect((await owner.get(edit)).status).toBe(404);
});

test('a plan is taken off sale once, however often the form is sent', async () => {
  const path = '/catalogue/plans/harbour/remove';
  const values = formValues((await owner.get(path)).html, path);
  const [first, second] = [await owner.post(path, values), await owner.post(path, values)];
  expect([first.status, second.status, second.location]).toEqual([303, 303, first.location]);
  expect(await entriesOf('plan.removed')).toHaveLength(1);
  expect((await owner.get('/catalogue/plans/harbour')).status).toBe(404);
});

test('who only sees the catalogue has no buttons, and is refused the forms', async () => {
  const support = await withRole(service, ['support']);
  const { html } = await support.get('/catalogue/plans/tideline');
  expect(textIn(html)).toMatch(/Prices/);
  expect(html).not.toMatch(/Edit plan|New add-on|>Remove</);
  for (const path of [
    '/catalogue/new-plan',
    '/catalogue/plans/tideline/edit',
    '/catalogue/plans/tideline/remove',
    '/catalogue/plans/tideline/new-add-on',
    '/catalogue/new-coupon',
    '/catalogue/new-measured-unit',
    '/catalogue/new-shipping-method',
  ]) {
    expect((await support.get(path)).status, path).toBe(403);
  }
});
