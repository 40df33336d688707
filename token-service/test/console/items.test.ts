import { afterAll, beforeAll, expect, test } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
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

const entriesOf = async (action: string) =>
  service.service.opened.storage
    .of((await service.service.opened.sites.find('demo'))?.id ?? '')
    .auditLog.list({ action }, 9);

const LATER = { 'X-Api-Version': '2.29' };
const api = (method: string, path: string, body?: string) => service.api(method, path, body, LATER);

test('an item is created, found in the list, changed under a new code, deactivated and reactivated', async () => {
  expect(textIn((await owner.get('/catalogue/items')).html)).toMatch(/An item is a product without a price of its own/);
  const { html } = await owner.arrive('/catalogue/new-item', {
    name: 'Oar <b>',
    item_code: 'oar',
    external_sku: 'SKU-9',
    description: 'Of ash wood',
    tax_code: 'wood',
    revenue_schedule_type: 'at_range_start',
  });
  expect(html).toContain('Oar &lt;b&gt;');
  expect(textIn(html)).toMatch(
    /can be sold.*active.*oar.*Of ash wood.*SKU SKU-9 Tax code wood.*Revenue at range start/,
  );
  expect((await api('GET', '/v2/items/oar')).text).toContain('<external_sku>SKU-9</external_sku>');
  expect((await entriesOf('item.created'))[0]).toMatchObject({ subject: 'oar', actor: 'operator:demo owner' });

  const edited = await owner.arrive('/catalogue/items/oar/edit', { item_code: 'oar-2', tax_exempt: 'yes' });
  expect(textIn(edited.html)).toMatch(/The item was saved.*oar-2.*Tax code exempt/);
  expect(textIn((await owner.get('/catalogue/items')).html)).toMatch(
    /1 item .*Oar &lt;b&gt; oar-2 active SKU-9 exempt/,
  );
  expect((await owner.get('/catalogue/items/oar')).status).toBe(404);
  expect(textIn((await owner.arrive('/catalogue/items/oar-2/edit')).html)).toMatch(/Nothing was changed/);

  const asked = await owner.get('/catalogue/items/oar-2/deactivate');
  expect(textIn(asked.html)).toMatch(/not sold any more.*can be reactivated/);
  const gone = await owner.arrive('/catalogue/items/oar-2/deactivate');
  expect(textIn(gone.html)).toMatch(/was deactivated.*inactive.*Inactive since/);
  expect(gone.html).toContain('/catalogue/items/oar-2/reactivate"');
  expect(textIn((await owner.get('/catalogue/items?state=active')).html)).toMatch(/Nothing matches these filters/);
  expect(textIn((await owner.get('/catalogue/items?state=inactive')).html)).toMatch(/oar-2 inactive/);
  const back = await owner.arrive('/catalogue/items/oar-2/reactivate');
  expect(textIn(back.html)).toMatch(/was reactivated and can be sold.*active/);
  for (const action of ['item.updated', 'item.deactivated', 'item.reactivated']) {
    expect((await entriesOf(action))[0], action).toMatchObject({ subject: 'oar-2', actor: 'operator:demo owner' });
  }
  const { html: csv } = await owner.get('/catalogue/items?format=csv');
  expect(csv).toMatch(/name,item_code,state,external_sku,tax_code,accounting_code,created_at\r\nOar <b>,oar-2,active/);
});

test('what cannot be right is said at its field, and what another operator changed is not overwritten', async () => {
  await owner.arrive('/catalogue/new-item', { name: 'Sail', item_code: 'sail' });
  const taken = await owner.submit('/catalogue/new-item', { name: 'Another', item_code: 'sail' });
  expect(taken.status).toBe(422);
  expect(taken.html).toContain('value="Another"');
  expect(textIn(taken.html)).toMatch(/New item Code has already been taken/);
  expect(taken.html).toContain('<details class="further">');
  // The folded part opens where something in it is wrong.
  const long = await owner.submit('/catalogue/new-item', { name: 'Big', item_code: 'BIG', tax_code: 'x'.repeat(51) });
  expect(textIn(long.html)).toMatch(/New item Code is invalid.*Tax code is too long/);
  expect(long.html).toContain('<details class="further" open>');

  const path = '/catalogue/items/sail/edit';
  const seen = formValues((await owner.get(path)).html, path);
  await api('PUT', '/v2/items/sail', '<item><description>Of canvas</description></item>');
  const stale = await owner.post(path, { ...seen, description: 'Of linen' });
  expect(stale.status).toBe(409);
  expect(textIn(stale.html)).toMatch(/was changed meanwhile by .*It is now “Of canvas”/);
});

test('an item refers to accounts and obligations of the site, and keeps one that is not offered any more', async () => {
  const account =
    '<general_ledger_account><code>4000</code><account_type>revenue</account_type></general_ledger_account>';
  const made = await api('POST', '/v2/general_ledger_accounts', account);
  const [, id = ''] = /<id>(\w+)</.exec(made.text) ?? [];
  const { storage, sites } = service.service.opened;
  const site = (await sites.find('demo'))?.id ?? '';
  const at = Math.floor(service.clock.now() / 1000);
  const stamp = { created_at: at, updated_at: at };
  const own = { key: '9'.repeat(32), id: '7', name: 'When it floats', state: 'active', ...stamp } as const;
  await storage.transaction(site, ({ performanceObligations }) => performanceObligations.add(own));
  const form = await owner.get('/catalogue/new-item');
  expect(form.html).toContain(`<option value="${id}">4000</option>`);
  // The site has no account of the other type.
  expect(form.html).not.toContain('liability_gl_account_id');
  const { html } = await owner.arrive('/catalogue/new-item', {
    name: 'Rudder',
    item_code: 'rudder',
    revenue_gl_account_id: id,
    performance_obligation_id: '7',
  });
  expect(textIn(html)).toMatch(/General ledger account of the revenue 4000 Performance obligation When it floats/);
  await storage.transaction(site, ({ performanceObligations }) =>
    performanceObligations.save({ ...own, state: 'inactive' }),
  );
  await owner.arrive('/catalogue/items/rudder/edit', { description: 'Of steel' });
  const { text } = await api('GET', '/v2/items/rudder');
  expect(text).toContain('<description>Of steel</description>');
  expect(text).toContain(`<revenue_gl_account_id>${id}</revenue_gl_account_id>`);
  expect(text).toContain('<performance_obligation_id>7</performance_obligation_id>');
});

test('a plan sells an item as an add-on at a price of its own; name and code stay those of the item', async () => {
  await owner.arrive('/catalogue/new-item', { name: 'Anchor', item_code: 'anchor', tax_code: 'iron' });
  const path = '/catalogue/plans/tideline/new-item-add-on';
  const { html } = await owner.arrive(path, { item_code: 'anchor', 'unit_amount_in_cents.USD': '75' });
  expect(textIn(html)).toMatch(/The item “Anchor” is sold as an add-on.*Anchor anchor each period \$75.00 if chosen/);
  expect(html).toContain('href="/catalogue/items/anchor"');
  const edit = await owner.get('/catalogue/plans/tideline/add-ons/anchor/edit');
  expect(edit.html).not.toMatch(/name="(name|tax_code|item_code)"/);
  const saved = await owner.arrive('/catalogue/plans/tideline/add-ons/anchor/edit', {
    'unit_amount_in_cents.USD': '80',
  });
  expect(textIn(saved.html)).toMatch(/Anchor anchor each period \$80.00/);
  await owner.arrive('/catalogue/items/anchor/deactivate');
  expect((await owner.get(path)).html).not.toContain('value="anchor"');
});

test('who only sees the catalogue reads items, and is refused the forms', async () => {
  const support = await withRole(service, ['support']);
  const { html } = await support.get('/catalogue/items/sail');
  expect(textIn(html)).toMatch(/Sail/);
  expect(html).not.toMatch(/Edit item|Deactivate/);
  for (const path of [
    '/catalogue/new-item',
    '/catalogue/items/sail/edit',
    '/catalogue/items/sail/deactivate',
    '/catalogue/items/rudder/reactivate',
    '/catalogue/plans/tideline/new-item-add-on',
  ]) {
    expect((await support.get(path)).status, path).toBe(403);
  }
});
