import type { EntitySettings } from '@service/billing/domain/business-entities/record.ts';
import { addBusinessEntity } from '@service/billing/usecases/business-entities/add-business-entity.ts';
import { changeBusinessEntity } from '@service/billing/usecases/business-entities/change-business-entity.ts';
import { removeBusinessEntity } from '@service/billing/usecases/business-entities/remove-business-entity.ts';
import { expect, it } from 'vitest';
import type { Element } from '../../src/documents/xml/codec/element.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

const germany = {
  address1: 'Kai 1',
  address2: null,
  city: 'Hamburg',
  state: null,
  zip: '20457',
  country: 'DE',
  phone: null,
};

const settings = (changes: Partial<EntitySettings> = {}): EntitySettings => ({
  name: 'Küste GmbH',
  invoice_display_address: germany,
  tax_address: germany,
  origin_tax_address_source: 'origin',
  destination_tax_address_source: 'destination',
  subscriber_location_countries: [],
  default_vat_number: 'DE123456789',
  default_registration_number: null,
  default_liability_gl_account_id: null,
  default_revenue_gl_account_id: null,
  is_default: false,
  invoice_number_prefix: '',
  customer_notes: null,
  terms_and_conditions: null,
  vat_reverse_charge_notes: null,
  mail_from: null,
  ...changes,
});

onBothEngines('business entities', (service) => {
  const open = async (changes: Parameters<typeof openShop>[1] = {}) => {
    const shop = await openShop(service(), changes);
    const deps = { storage: service().service.opened.storage, world: openWorld(machineClock) };
    const caller = { site: shop.site, actor: 'command line', at: 1_800_000_000, correlation: 'test' };
    const add = (code: string, more: Partial<EntitySettings> = {}) =>
      addBusinessEntity(deps)(caller, code, settings(more));
    const change = (code: string, more: Partial<EntitySettings>) => changeBusinessEntity(deps)(caller, code, more);
    const remove = (code: string) => removeBusinessEntity(deps)(caller, code);
    const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: string) => shop.api(method, path, body, NEWEST);
    /** Opens an account in a country, billed by hand. */
    const customer = async (country: string, inner = '', zip = '10115'): Promise<string> => {
      const code = fresh('customer');
      const address = `<address><address1>Street 1</address1><city>Town</city><zip>${zip}</zip><country>${country}</country></address>`;
      const made = await send(
        'POST',
        '/v2/accounts',
        `<account><account_code>${code}</account_code>${address}${inner}</account>`,
      );
      expect(made.status, made.text).toBe(201);
      return code;
    };
    /** Bills 100.00 by hand, and returns the invoice. */
    const bill = async (code: string): Promise<Element | undefined> => {
      const charge =
        '<adjustment><unit_amount_in_cents>10000</unit_amount_in_cents><description>Oilskins</description></adjustment>';
      const sold = await send(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${code}</account_code></account><collection_method>manual</collection_method><currency>USD</currency><adjustments>${charge}</adjustments></purchase>`,
      );
      expect(sold.status, sold.text).toBe(200);
      return within(sold.xml, 'charge_invoice');
    };
    return { ...shop, add, change, remove, send, customer, bill };
  };
  const numberOf = (invoice: Element | undefined) =>
    `${textOf(invoice, 'invoice_number_prefix') ?? ''}${textOf(invoice, 'invoice_number')}`;
  const sellerOf = (invoice: Element | undefined) =>
    within(invoice, 'business_entity')?.attributes.get('href')?.split('/').at(-1);

  it('are listed and shown with their invoices and accounts, from 2.29 on', async () => {
    const { api, send, add, customer, bill } = await open();
    const entity = await add('germany', { subscriber_location_countries: ['DE', 'AT'] });
    const path = `/v2/business_entities/${entity.id}`;
    const { xml } = await send('GET', path);
    expect(xml?.attributes.get('href')).toContain(path);
    expect(xml?.children.map(({ name }) => name)).toEqual([
      ...['invoices', 'id', 'code', 'name', 'invoice_display_address', 'tax_address', 'origin_tax_address_source'],
      ...['destination_tax_address_source', 'subscriber_location_countries', 'default_vat_number'],
      ...['default_registration_number', 'default_liability_gl_account_id', 'default_revenue_gl_account_id'],
      ...['created_at', 'updated_at'],
    ]);
    expect(textOf(xml, 'invoice_display_address', 'city')).toBe('Hamburg');
    expect(within(xml, 'subscriber_location_countries')?.children.map(({ name, text }) => [name, text])).toEqual([
      ['subscriber_location_country', 'DE'],
      ['subscriber_location_country', 'AT'],
    ]);
    expect((await send('GET', '/v2/business_entities')).xml?.children).toEqual([xml]);
    expect((await send('GET', '/v2/business_entities/unknown')).text).toContain('uuid');
    expect((await api('GET', path)).status).toBe(400);

    const german = await customer('DE');
    const french = await customer('FR', '', '75001');
    const named = await customer(
      'FR',
      `<override_business_entity_id>${entity.id}</override_business_entity_id>`,
      '75001',
    );
    await bill(german);
    await bill(french);
    const listed = async (what: string, name: string) =>
      (await send('GET', `${path}/${what}`)).xml?.children.map((one) => textOf(one, name));
    expect(await listed('accounts?order=asc', 'account_code')).toEqual([german, named]);
    expect(await listed('invoices', 'invoice_number')).toEqual(['1000']);
    const shown = await send('GET', `/v2/accounts/${named}`);
    expect(within(shown.xml, 'override_business_entity')?.attributes.get('href')).toContain(entity.id);
    expect(shown.text).not.toContain('override_business_entity_id');
    const refused = await send(
      'PUT',
      `/v2/accounts/${german}`,
      '<account><override_business_entity_id>x</override_business_entity_id></account>',
    );
    expect(findings(refused.xml)).toEqual(['account.override_business_entity_id invalid']);
  });

  it('sell by account, then by country, then by default, then not at all', async () => {
    const { send, add, change, remove, customer, bill } = await open();
    const german = await add('germany', { subscriber_location_countries: ['DE'] });
    const named = await add('named', { name: 'Named Ltd' });
    const override = `<override_business_entity_id>${named.id}</override_business_entity_id>`;
    const [byCountry, byAccount, other] = [
      await customer('DE'),
      await customer('DE', override),
      await customer('FR', '', '75001'),
    ];
    expect(sellerOf(await bill(byCountry))).toBe(german.id);
    expect(sellerOf(await bill(byAccount))).toBe(named.id);
    const plain = await bill(other);
    expect(sellerOf(plain)).toBeUndefined();
    await change('named', { is_default: true });
    expect(sellerOf(await bill(other))).toBe(named.id);
    await send('PUT', `/v2/accounts/${byAccount}`, '<account><override_business_entity_id/></account>');
    expect(sellerOf(await bill(byAccount))).toBe(german.id);
    await remove('germany');
    expect(sellerOf(await bill(byCountry))).toBe(named.id);
    const first = (await send('GET', `/v2/accounts/${byCountry}/invoices?order=asc`)).xml?.children[0];
    expect(sellerOf(first)).toBe(german.id);
    expect((await send('GET', `/v2/business_entities/${german.id}`)).status).toBe(200);
    expect((await send('GET', '/v2/business_entities')).xml?.children).toHaveLength(1);
  });

  it('have taxes of their own: the country of the tax address, and the sources of both addresses', async () => {
    const { add, change, customer, bill } = await open({ tax_registrations: ['DE', 'FR'], seller_country: 'US' });
    await add('germany', { subscriber_location_countries: ['AT', 'DE'] });
    const austrian = await customer('AT', '', '1010');
    const taxOf = async (code: string) => Number(textOf(await bill(code), 'tax_in_cents'));
    // From Germany to Austria, where the merchant is not registered: the 19 % of Germany. From the United States: none.
    expect(await taxOf(austrian)).toBe(1900);
    await change('germany', { origin_tax_address_source: 'destination' });
    // As if it were in Austria: the 20 % of Austria.
    expect(await taxOf(austrian)).toBe(2000);
    await change('germany', { origin_tax_address_source: 'origin', destination_tax_address_source: 'origin' });
    expect(await taxOf(austrian)).toBe(1900);
    await change('germany', { subscriber_location_countries: [] });
    expect(await taxOf(austrian)).toBe(0);
  });

  it('have texts, ledger accounts and invoice numbers of their own, which credit invoices repeat', async () => {
    const { send, add, customer, bill } = await open({ customer_notes: 'Thanks', terms_and_conditions: 'Net' });
    const body =
      '<general_ledger_account><code>4000</code><account_type>revenue</account_type></general_ledger_account>';
    const revenue = textOf((await send('POST', '/v2/general_ledger_accounts', body)).xml, 'id') ?? '';
    await add('germany', {
      subscriber_location_countries: ['DE'],
      invoice_number_prefix: 'DE',
      customer_notes: 'Danke',
      default_revenue_gl_account_id: revenue,
    });
    const [german, french] = [await customer('DE'), await customer('FR', '', '75001')];
    const first = await bill(german);
    expect([numberOf(first), numberOf(await bill(french)), numberOf(await bill(german))]).toEqual([
      'DE1000',
      '1000',
      'DE1001',
    ]);
    expect([textOf(first, 'customer_notes'), textOf(first, 'terms_and_conditions')]).toEqual(['Danke', 'Net']);
    expect(textOf(within(first, 'line_items')?.children[0], 'revenue_gl_account_code')).toBe('4000');

    expect(textOf((await send('GET', '/v2/invoices/DE1000')).xml, 'uuid')).toBe(textOf(first, 'uuid'));
    expect(textOf((await send('GET', '/v2/invoices/1000')).xml, 'customer_notes')).toBe('Thanks');
    expect((await send('GET', '/v2/invoices/FR1000')).status).toBe(404);
    const marked = await send('PUT', '/v2/invoices/DE1000/mark_successful');
    expect(marked.status).toBe(200);
    const refund = await send(
      'POST',
      '/v2/invoices/DE1000/refund',
      '<invoice><amount_in_cents>1000</amount_in_cents></invoice>',
    );
    expect(refund.status, refund.text).toBe(201);
    expect([numberOf(refund.xml), sellerOf(refund.xml)]).toEqual(['DE1002', sellerOf(first)]);
  });

  it('are refused for a country, a code, a default or values that cannot be', async () => {
    const { add } = await open();
    await add('germany', { subscriber_location_countries: ['DE'], is_default: true });
    const refusals = (code: string, more: Partial<EntitySettings>) =>
      add(code, more).then(
        () => [],
        (error: Error) => error.message.split(', '),
      );
    expect(await refusals('germany', {})).toEqual(['business_entity.code taken']);
    expect(await refusals('other', { subscriber_location_countries: ['AT', 'DE'], is_default: true })).toEqual([
      'business_entity.subscriber_location_countries taken',
      'business_entity.is_default taken',
    ]);
    const wrong = { name: ' ', invoice_number_prefix: 'DE1', mail_from: 'x', default_revenue_gl_account_id: 'x' };
    expect(await refusals('Other', { ...wrong, subscriber_location_countries: ['XX'] })).toEqual([
      'business_entity.code invalid',
      'business_entity.name blank',
      'business_entity.subscriber_location_countries inclusion',
      'business_entity.invoice_number_prefix invalid',
      'business_entity.mail_from invalid_email',
      'business_entity.default_revenue_gl_account_id invalid',
    ]);
  });

  it('sell renewals from the next period on, and what changes in the middle of one not', async () => {
    const { add, travel, plan, account, subscribe, send } = await open();
    await travel('2027-03-10T00:00:00Z');
    const gold = await plan();
    const code = await account();
    const uuid = await subscribe(code, gold);
    const entity = await add('america', { subscriber_location_countries: ['US'], invoice_number_prefix: 'US' });
    await travel('2027-03-20T00:00:00Z');
    await send('PUT', `/v2/subscriptions/${uuid}`, '<subscription><quantity>2</quantity></subscription>');
    await travel('2027-04-10T00:00:00Z');
    const { xml } = await send('GET', `/v2/accounts/${code}/invoices?order=asc`);
    expect(xml?.children.map((one) => [textOf(one, 'origin'), sellerOf(one), numberOf(one)])).toEqual([
      ['purchase', undefined, '1000'],
      ['immediate_change', undefined, '1001'],
      ['renewal', entity.id, 'US1000'],
    ]);
    expect(within((await send('GET', `/v2/subscriptions/${uuid}`)).xml, 'invoice')?.attributes.get('href')).toContain(
      '/US1000',
    );
  });

  it('number without gaps while many invoices are made at once', async () => {
    const { send, add, customer, bill } = await open();
    await add('germany', { subscriber_location_countries: ['DE'], invoice_number_prefix: 'DE' });
    const customers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => customer(n % 2 ? 'DE' : 'FR', '', '75001')),
    );
    await Promise.all(customers.map(bill));
    const { xml } = await send('GET', '/v2/invoices?per_page=50');
    const numbers = xml?.children.map(numberOf) ?? [];
    const series = (prefix: string) => Array.from({ length: 6 }, (_, n) => `${prefix}${1000 + n}`);
    expect(numbers.sort()).toEqual([...series(''), ...series('DE')].sort());
  });
});
