import { afterAll, beforeAll, expect, it } from 'vitest';
import { textIn } from '../account-pages/customer.ts';
import { fresh, startTestService, type TestService, textOf } from '../service.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

let service: TestService;
let owner: OperatorBrowser;
let parent: string;
let child: string;
let other: string;
let uuid: string;

/** A parent with a card; a child that is billed to it, with a subscription; and one that is billed itself. */
beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
  const open = async (name: string, inner: string) => {
    const code = fresh(name);
    const email = `<email>${name}@example.com</email>`;
    const body = `<account><account_code>${code}</account_code>${email}${inner}</account>`;
    const made = await service.api('POST', '/v2/accounts', body, NEWEST);
    expect(made.status, made.text).toBe(201);
    return code;
  };
  parent = await open('parent', cardInfo());
  const below = `<parent_account_code>${parent}</parent_account_code>`;
  child = await open('child', `<company_name>Harbour Branch</company_name>${below}<bill_to>parent</bill_to>`);
  other = await open('other', below);
  const sold = await service.api(
    'POST',
    '/v2/subscriptions',
    `<subscription><plan_code>tideline</plan_code><currency>USD</currency><account><account_code>${child}</account_code></account></subscription>`,
    NEWEST,
  );
  expect(sold.status, sold.text).toBe(201);
  uuid = textOf(sold.xml, 'uuid') ?? '';
});
afterAll(() => service?.close());

const read = async (path: string) => textIn((await owner.get(path)).html);

it('the page of a child says that it is billed to its parent, which pays', async () => {
  const { html } = await owner.get(`/customers/${child}`);
  expect(textIn(html)).toMatch(new RegExp(`${child} · billed to ${parent} `));
  expect(textIn(html)).toContain(`Paid by ${parent}`);
  expect(html).toContain(`href="/customers/${parent}"`);
  const alone = await read(`/customers/${other}`);
  expect(alone).toContain(`part of ${parent}`);
  expect(alone).toContain('Pays with Nothing on file');
});

it('a method of the child is shown as one that is not charged', async () => {
  const info = `<billing_info><token_id>${await service.token({ number: '5555 5555 5555 4444' })}</token_id></billing_info>`;
  await service.api('PUT', `/v2/accounts/${child}/billing_info`, info);
  expect(await read(`/customers/${child}`)).toMatch(/\(own method, not charged: MasterCard 4444/i);
});

it('the page of the parent lists its children, and so does the list of customers', async () => {
  const page = await read(`/customers/${parent}`);
  expect(page).toMatch(/Accounts that belong to it .*Harbour Branch/);
  expect(page).toMatch(/Harbour Branch .*this account/);
  expect(page).toMatch(/other@example\.com .*itself/);
  expect(await read(`/customers/${child}`)).not.toContain('Accounts that belong to it');
  const listed = await read(`/customers?parent=${parent}`);
  expect(listed).toMatch(/2 customers/);
  expect(listed).toContain(`Billed to ${parent}`);
  expect((await owner.get('/customers?parent=unknown')).status).toBe(404);
  const file = (await owner.get(`/customers?format=csv&parent=${parent}&columns=account_code,paid_by`)).html;
  expect(file).toContain(`${child},${parent}`);
  expect(file).toMatch(new RegExp(`^${other},\\s*$`, 'm'));
});

it('a subscription and the lines of an invoice name both accounts', async () => {
  expect(await read(`/subscriptions/${uuid}`)).toContain(`billed to ${parent}`);
  const { xml } = await service.api('GET', `/v2/accounts/${parent}/invoices`);
  const number = textOf(xml?.children[0], 'invoice_number');
  expect(await read(`/invoices/${number}`)).toContain(`for ${child}`);
});

it('invoicing the charges of the parent shows those of the child first, and tells the parent', async () => {
  await owner.arrive(`/customers/${child}/charge`, { amount: '5', currency: 'USD', description: 'Buoy' });
  expect(await read(`/customers/${parent}/invoice`)).toContain(`Buoy for ${child}`);
  const notice = textIn((await owner.arrive(`/customers/${child}/invoice`, { method: 'automatic' })).html);
  expect(notice).toMatch(
    new RegExp(`The parent ${parent} is sent a (receipt|confirmation).* to parent@example\\.com\\.`),
  );
});

it('a change counts the credit of the parent', async () => {
  const body = '<adjustment><unit_amount_in_cents>-100000</unit_amount_in_cents><currency>USD</currency></adjustment>';
  await service.api('POST', `/v2/accounts/${parent}/adjustments`, body);
  await service.api('POST', `/v2/accounts/${parent}/invoices`, '<invoice/>');
  const here = `/subscriptions/${uuid}/change?plan_code=tideline&quantity=2&timeframe=now`;
  expect(await read(here)).toMatch(/Next invoice on [^:]*: \$\d+\.\d\d, paid from credit/);
});
