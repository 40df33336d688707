import { account } from '@service/billing/resources/account.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { address } from '@service/billing/resources/address.ts';
import { adjustment } from '@service/billing/resources/adjustment.ts';
import { businessEntity } from '@service/billing/resources/business-entity.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { editedInvoice } from '@service/billing/resources/edited-invoice.ts';
import { giftCard } from '@service/billing/resources/gift-card.ts';
import { invoiceTemplate } from '@service/billing/resources/invoice-template.ts';
import { item } from '@service/billing/resources/item.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import { offlinePayment } from '@service/billing/resources/offline-payment.ts';
import { plan } from '@service/billing/resources/plan.ts';
import type { Resource } from '@service/billing/resources/schema.ts';
import { shippingMethod } from '@service/billing/resources/shipping-method.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRoutes } from './routes.ts';
import { newSubscriber } from './subscriber.ts';

let service: TestService;
let owner: OperatorBrowser;
let account_code: string;
let invoice: string;
let paths: readonly string[];

beforeAll(async () => {
  const started = await withRoutes(() => startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } }));
  service = started.service;
  paths = started.routes.map(({ path }) => path);
  owner = await demoOwner(service);
  account_code = (await newSubscriber(service)).account;
  invoice = await unpaidInvoice(account_code);
  for (const type of ['liability', 'revenue']) {
    const made = await service.api(
      'POST',
      '/v2/general_ledger_accounts',
      `<general_ledger_account><code>${type}</code><account_type>${type}</account_type></general_ledger_account>`,
      { 'X-Api-Version': '2.29' },
    );
    expect(made.status, made.text).toBe(201);
  }
});
afterAll(() => service?.close());

/** Returns the number of an invoice that is to be paid by transfer, so that a payment can be recorded. */
const unpaidInvoice = async (code: string): Promise<string> => {
  const charge = '<adjustment><currency>USD</currency><unit_amount_in_cents>900</unit_amount_in_cents></adjustment>';
  await service.api('POST', `/v2/accounts/${code}/adjustments`, charge);
  const terms = '<invoice><collection_method>manual</collection_method><net_terms>30</net_terms></invoice>';
  const { xml } = await service.api('POST', `/v2/accounts/${code}/invoices`, terms);
  return textOf(xml, 'charge_invoice', 'invoice_number') ?? '';
};

interface Forms {
  readonly table: Resource;
  /** The pages whose forms write the record, as the routes name them. */
  readonly paths: readonly string[];
  /** The fields that no form has, with the reason. */
  readonly without: Readonly<Record<string, string>>;
  /** The fields that a form has under another name, or sets by what it does. */
  readonly named?: Readonly<Record<string, string>>;
}

const PROGRAMS = 'the own data of programs';
const CONFIRMATION = 'belongs to a payment that a browser confirms';
const OWN_PAGE = 'has an address of its own in the API, and a page or a command of its own';

const FORMS: readonly Forms[] = [
  {
    table: plan,
    paths: ['/catalogue/new-plan', '/catalogue/plans/:code/edit'],
    without: {
      pricing_model: 'a ramp is made by the API: its steps have prices in every currency',
      ramp_intervals: 'a ramp is made by the API: its steps have prices in every currency',
      custom_fields: PROGRAMS,
      dunning_campaign_id: 'assigned by those who manage dunning, by npm run dunning',
    },
  },
  {
    table: addOn,
    paths: [
      '/catalogue/plans/:code/new-add-on',
      '/catalogue/plans/:code/new-item-add-on',
      '/catalogue/plans/:code/add-ons/:addOn/edit',
    ],
    without: {},
  },
  { table: item, paths: ['/catalogue/new-item', '/catalogue/items/:code/edit'], without: { custom_fields: PROGRAMS } },
  {
    table: shippingMethod,
    paths: ['/catalogue/new-shipping-method', '/catalogue/shipping-methods/:code/edit'],
    without: {},
  },
  { table: measuredUnit, paths: ['/catalogue/new-measured-unit', '/catalogue/measured-units/:id/edit'], without: {} },
  {
    table: coupon,
    paths: ['/catalogue/new-coupon', '/catalogue/coupons/:code/edit', '/catalogue/coupons/:code/restore'],
    without: {
      single_use: 'the older name of a duration',
      applies_for_months: 'the older name of a duration',
      currency: 'ignored: each amount names its currency',
    },
  },
  {
    table: account,
    paths: ['/customers/:code/edit'],
    without: {
      account_code: 'written once, by who creates the account: the API, or the customer at a checkout',
      billing_info: 'entered by the customer on the account pages, to keep numbers out of the console',
      external_accounts: OWN_PAGE,
      shipping_addresses: OWN_PAGE,
      shipping_address: OWN_PAGE,
      parent_account_code: 'moves the invoices of accounts together, which programs decide',
      bill_to: 'moves the invoices of accounts together, which programs decide',
      username: PROGRAMS,
      accept_language: 'sent by the browser of the customer; an operator chooses preferred_locale',
      custom_fields: PROGRAMS,
      account_acquisition: OWN_PAGE,
      dunning_campaign_id: 'chosen at /customers/:code/campaign, with a permission of its own',
      transaction_type: CONFIRMATION,
    },
    named: { address: 'address1' },
  },
  {
    table: address,
    paths: ['/customers/:code/edit'],
    without: {
      name_on_account: 'of the address of a bank account',
    },
    named: { company: 'company_name' },
  },
  {
    table: adjustment,
    paths: ['/customers/:code/charge', '/customers/:code/credit'],
    without: {
      accounting_code: PROGRAMS,
      custom_fields: PROGRAMS,
      quantity: 'a form takes one amount',
      quantity_decimal: 'a form takes one amount',
      item_code: 'an item is sold with a subscription, or by the API',
      origin: 'external: for sales elsewhere, which programs bring',
      product_code: PROGRAMS,
      tax_code: PROGRAMS,
      tax_exempt: PROGRAMS,
      tax_inclusive: PROGRAMS,
      origin_tax_address_source: PROGRAMS,
      destination_tax_address_source: PROGRAMS,
      shipping_address: 'of goods that are sent, which programs sell',
      shipping_address_id: 'of goods that are sent, which programs sell',
      start_date: 'now',
      end_date: 'of a service for a time, which programs sell',
      revenue_schedule_type: PROGRAMS,
      liability_gl_account_id: PROGRAMS,
      revenue_gl_account_id: PROGRAMS,
      performance_obligation_id: PROGRAMS,
    },
    named: { unit_amount_in_cents: 'amount', credit_reason_code: 'reason' },
  },
  {
    table: editedInvoice,
    paths: ['/invoices/:number/edit'],
    without: {
      address: 'a wrong address is on a credit invoice and a new invoice in most countries; the API replaces it',
      net_terms: 'moves the due date, on which dunning depends',
      net_terms_type: 'moves the due date, on which dunning depends',
      vat_reverse_charge_notes: 'set for all invoices in the settings',
      gateway_code: 'names the gateway of retries, which routing decides',
      billing_info_uuid: 'the payment method of retries, which the customer decides',
    },
  },
  {
    table: offlinePayment,
    paths: ['/invoices/:number/record-payment'],
    without: { currency: 'that of the invoice' },
    named: { amount_in_cents: 'amount', collected_at: 'collected_on' },
  },
];

/** Pages that create or edit what is no resource of the API. */
const OTHERS = ['/settings/gateways/:code/edit', '/webhooks/endpoints/:id/edit'];

const writable = ({ fields }: Resource): readonly string[] =>
  Object.entries(fields).flatMap(([name, { input, writer, aliasOf }]) =>
    input === undefined || writer === 'service' || aliasOf !== undefined ? [] : [name],
  );

/** The names of the fields of a page, amounts without their currency. */
const namesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<(?:input|select|textarea)\b[^>]*? name="([^"]+)"/g)].map(([, name = '']) =>
    name.replace(/\.[A-Z]{3}$/, ''),
  );

const addressOf = (path: string): string =>
  path
    .replace('/customers/:code', `/customers/${account_code}`)
    .replace(':number', invoice)
    .replace('/plans/:code', '/plans/tideline');

describe.each(FORMS.map((forms) => [forms.table.name, forms] as const))('the forms of %s', (_, forms) => {
  const { table, without, named = {} } = forms;

  it('have every field that the API accepts, but those with a reason', async () => {
    // A page that creates has the fields that are written once, too.
    const creating = forms.paths.filter((path) => path.includes('/new-'));
    const pages = await Promise.all(
      (creating.length > 0 ? creating : forms.paths).map((path) => owner.get(addressOf(path))),
    );
    for (const { status, html } of pages) expect(status, html).toBe(200);
    const found = new Set(pages.flatMap(({ html }) => namesIn(html)));
    const missing = writable(table).filter((name) => !found.has(named[name] ?? name));
    expect(missing.sort()).toEqual(Object.keys(without).sort());
  });
});

test('every page that creates or edits a record is among them', () => {
  const writing = paths.filter((path) => /\/new-[a-z-]+$|\/edit$/.test(path));
  const known = new Set([...FORMS.flatMap((forms) => forms.paths), ...OTHERS]);
  expect([...new Set(writing)].filter((path) => !known.has(path))).toEqual([]);
  for (const path of known) expect(paths).toContain(path);
});

test('other records of the catalogue and the settings are written by no form', () => {
  // Gift cards are bought by customers; the others are made by commands.
  for (const table of [businessEntity, invoiceTemplate]) expect(writable(table)).toEqual([]);
  expect(writable(giftCard).length).toBeGreaterThan(0);
  expect(paths.filter((path) => /gift-cards|business-entities|invoice-templates/.test(path)).sort()).not.toContainEqual(
    expect.stringMatching(/new-|edit/),
  );
});
