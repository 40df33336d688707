import type { EntitySettings } from '@service/billing/domain/business-entities/record.ts';
import type { TemplateSettings } from '@service/billing/domain/invoice-templates/record.ts';
import type { Caller } from '@service/billing/ports/caller.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { addBusinessEntity } from '@service/billing/usecases/business-entities/add-business-entity.ts';
import { removeBusinessEntity } from '@service/billing/usecases/business-entities/remove-business-entity.ts';
import { addInvoiceTemplate } from '@service/billing/usecases/invoice-templates/add-invoice-template.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { textIn } from '../account-pages/customer.ts';
import { startTestService, type TestService, textOf } from '../service.ts';
import { demoOwner, type OperatorBrowser, WITH_CONSOLE } from './browser.ts';
import { withRole } from './with-role.ts';

let service: TestService;
let owner: OperatorBrowser;

beforeAll(async () => {
  service = await startTestService({ env: { ...WITH_CONSOLE, RATE_LIMIT: 'off' } });
  owner = await demoOwner(service);
});
afterAll(() => service.close());

const deps = () => ({ storage: service.service.opened.storage, world: openWorld(machineClock) });
const caller = async (): Promise<Caller> => ({
  site: (await service.service.opened.sites.find('demo')) as Site,
  actor: 'command line',
  at: Math.floor(service.clock.now() / 1000),
  correlation: 'test',
});

const HAMBURG = {
  address1: 'Kai 1',
  address2: null,
  city: 'Hamburg',
  state: null,
  zip: '20457',
  country: 'DE',
  phone: null,
};
const GERMANY: EntitySettings = {
  name: 'Küste GmbH',
  invoice_display_address: HAMBURG,
  tax_address: HAMBURG,
  origin_tax_address_source: 'origin',
  destination_tax_address_source: 'destination',
  subscriber_location_countries: ['DE', 'AT'],
  default_vat_number: 'DE123456789',
  default_registration_number: null,
  default_liability_gl_account_id: null,
  default_revenue_gl_account_id: null,
  is_default: false,
  invoice_number_prefix: 'DE',
  customer_notes: 'Vielen Dank.',
  terms_and_conditions: null,
  vat_reverse_charge_notes: null,
  mail_from: null,
};
const WHOLESALE: TemplateSettings = {
  name: 'Wholesale',
  description: 'For shops',
  is_default: false,
  header_image: null,
  footer_image: null,
  address: null,
  hide_line_dates: true,
  hide_zero_lines: false,
  text: 'Thank you',
  line_text: null,
};

const bill = async (account: string, inner = ''): Promise<string> => {
  const { xml, text } = await service.api(
    'POST',
    '/v2/purchases',
    `<purchase><account><account_code>${account}</account_code>${inner}</account><collection_method>manual</collection_method>
    <currency>EUR</currency><adjustments><adjustment><unit_amount_in_cents>1000</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    { 'X-Api-Version': '2.29' },
  );
  return textOf(xml, 'charge_invoice', 'invoice_number') ?? text;
};

const seen = async (path: string): Promise<string> => textIn((await owner.get(path)).html);

test('the companies that sell are listed, and each has its invoices, which name it', async () => {
  const { id } = await addBusinessEntity(deps())(await caller(), 'germany', GERMANY);
  const number = await bill('lena', `<override_business_entity_id>${id}</override_business_entity_id>`);
  const other = await bill('grace');
  expect(number).toMatch(/^\d+$/);

  expect((await owner.get('/settings')).html).toContain('href="/settings/business-entities"');
  expect(await seen('/settings/business-entities')).toMatch(
    /Küste GmbH germany Kai 1, 20457 Hamburg, Germany Germany, Austria DE123456789 DE/,
  );
  const page = await seen(`/settings/business-entities/${id}`);
  expect(page).toMatch(new RegExp(`Invoices of the entity .* DE${number} lena .* €10\\.00`));
  expect(page).toMatch(/VAT number DE123456789 .*Invoice numbers of its own, DE…/);
  expect(page).toMatch(/Notes for the customer Vielen Dank\./);

  const filtered = await owner.get(`/invoices?business_entity_id=${id}`);
  expect(textIn(filtered.html)).toMatch(/1 invoice .*€10\.00 in total/);
  expect(filtered.html).toContain(`<option value="${id}" selected>Küste GmbH</option>`);
  expect(await seen(`/invoices/DE${number}`)).toContain('Sold by Küste GmbH');
  expect(await seen(`/invoices/${other}`)).not.toContain('Sold by');
  expect(await seen('/customers/lena')).toContain('Sold to by Küste GmbH');

  const analyst = await withRole(service, ['analyst']);
  expect((await analyst.get(`/settings/business-entities/${id}`)).status).toBe(403);
  const { html } = await analyst.get(`/invoices/DE${number}`);
  expect(textIn(html)).toContain('Sold by Küste GmbH');
  expect(html).not.toContain('/settings/business-entities');

  // Its invoices stay with it.
  await removeBusinessEntity(deps())(await caller(), 'germany');
  expect(await seen(`/settings/business-entities/${id}`)).toMatch(/Küste GmbH removed/);
  expect((await owner.get(`/invoices?business_entity_id=${id}`)).html).toContain(`<option value="${id}" selected>`);
  expect((await owner.get('/settings/business-entities/nothing')).status).toBe(404);
});

test('an invoice template shows its look, and the customer that names it names it', async () => {
  const { uuid } = await addInvoiceTemplate(deps())(await caller(), 'wholesale', WHOLESALE, []);
  await bill('shop', `<invoice_template_uuid>${uuid}</invoice_template_uuid>`);
  expect(await seen('/settings/invoice-templates')).toMatch(/Wholesale wholesale if it is named For shops/);
  expect(await seen(`/settings/invoice-templates/${uuid}`)).toMatch(
    /Picture at the head the logo .*Dates of lines hidden Lines without an amount shown Text above the lines Thank you .*Customers that name it 1/,
  );
  expect(await seen('/customers/shop')).toContain('Invoice template Wholesale');
});
