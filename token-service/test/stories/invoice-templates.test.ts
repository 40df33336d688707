import type { TemplateSettings } from '@service/billing/domain/invoice-templates/record.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { addInvoiceTemplate } from '@service/billing/usecases/invoice-templates/add-invoice-template.ts';
import { changeInvoiceTemplate } from '@service/billing/usecases/invoice-templates/change-invoice-template.ts';
import { removeInvoiceTemplate } from '@service/billing/usecases/invoice-templates/remove-invoice-template.ts';
import { expect, it } from 'vitest';
import { pictureFileOf } from '../../src/documents/brand/picture-file.ts';
import { pngOf } from '../../src/documents/brand/png.fixture.ts';
import { pagesOfText } from '../../src/documents/invoice-pdf/read-pdf.fixture.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const PLAIN: TemplateSettings = {
  name: 'Plain',
  description: null,
  is_default: false,
  header_image: null,
  footer_image: null,
  address: null,
  hide_line_dates: false,
  hide_zero_lines: false,
  text: null,
  line_text: null,
};

onBothEngines('invoice templates', (service) => {
  const open = async () => {
    const shop = await openShop(service(), { company: 'Tideline', company_address: ['9 Mole'] }, '2.29');
    const deps = { storage: service().service.opened.storage, world: openWorld(machineClock) };
    const caller = { site: shop.site, actor: 'command line', at: 1_800_000_000, correlation: 'test' };
    const define = defineCustomField(deps);
    for (const type of ['account', 'subscription', 'plan', 'charge'] as const) await define(caller, type, 'note', {});
    const add = (
      code: string,
      settings: Partial<TemplateSettings> = {},
      files = [] as Parameters<ReturnType<typeof addInvoiceTemplate>>[3],
    ) => addInvoiceTemplate(deps)(caller, code, { ...PLAIN, ...settings }, files);
    const change = (code: string, settings: Partial<TemplateSettings>) =>
      changeInvoiceTemplate(deps)(caller, code, settings);
    const remove = (code: string) => removeInvoiceTemplate(deps)(caller, code);
    const field = (value: string) =>
      `<custom_fields><custom_field><name>note</name><value>${value}</value></custom_field></custom_fields>`;
    const assign = (account: string, uuid: string) =>
      shop.api(
        'PUT',
        `/v2/accounts/${account}`,
        `<account><invoice_template_uuid>${uuid}</invoice_template_uuid></account>`,
      );
    /** Bills a charge by hand, and returns the number of the invoice. */
    const bill = async (account: string, inner = ''): Promise<string> => {
      const charge = `<adjustment><unit_amount_in_cents>10000</unit_amount_in_cents><description>Oilskins</description>${inner}</adjustment>`;
      const sold = await shop.api(
        'POST',
        '/v2/purchases',
        `<purchase><account><account_code>${account}</account_code></account><collection_method>manual</collection_method><currency>USD</currency><adjustments>${charge}</adjustments></purchase>`,
      );
      expect(sold.status, sold.text).toBe(200);
      return textOf(sold.xml, 'charge_invoice', 'invoice_number') ?? '';
    };
    const printed = async (number: string): Promise<string[]> =>
      pagesOfText(await shop.pdf(number))
        .flat()
        .map(({ text }) => text);
    return { ...shop, deps, add, change, remove, field, assign, bill, printed };
  };

  it('are listed and shown with their accounts, from 2.29 on', async () => {
    const { api, add, account, assign } = await open();
    const template = await add('plain', { description: 'For all' });
    const path = `/v2/invoice_templates/${template.uuid}`;
    const { xml } = await api('GET', path);
    expect(xml?.attributes.has('href')).toBe(false);
    expect(xml?.children.map(({ name, text }) => [name, text])).toEqual([
      ['accounts', ''],
      ['uuid', template.uuid],
      ['name', 'Plain'],
      ['code', 'plain'],
      ['description', 'For all'],
      ['created_at', '2027-01-15T08:00:00Z'],
      ['updated_at', '2027-01-15T08:00:00Z'],
    ]);
    expect((await api('GET', '/v2/invoice_templates')).xml?.children).toEqual([xml]);
    const unknown = await api('GET', '/v2/invoice_templates/unknown');
    expect([unknown.status, textOf(unknown.xml, 'symbol')]).toEqual([404, 'not_found']);
    for (const address of ['/v2/invoice_templates', path, `${path}/accounts`]) {
      const refused = await api('GET', address, undefined, { 'X-Api-Version': '2.28' });
      expect([refused.status, textOf(refused.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
    }

    const [open_, closed, other] = [await account(), await account(), await account()];
    for (const one of [open_, closed]) expect((await assign(one, template.uuid)).status).toBe(200);
    await api('DELETE', `/v2/accounts/${closed}`);
    const listed = async (query = '') =>
      (await api('GET', `${path}/accounts?order=asc${query}`)).xml?.children.map((one) => textOf(one, 'account_code'));
    expect(await listed()).toEqual([open_, closed]);
    expect(await listed('&state=active')).toEqual([open_]);
    expect((await api('HEAD', `${path}/accounts`)).headers.get('X-Records')).toBe('2');
    expect(await listed()).not.toContain(other);
  });

  it('are named by accounts, which go back to the default one with an empty value', async () => {
    const { api, add, remove, account, assign } = await open();
    const template = await add('plain');
    const code = fresh('named');
    const named = `<account><account_code>${code}</account_code><invoice_template_uuid>${template.uuid}</invoice_template_uuid></account>`;
    expect((await api('POST', '/v2/accounts', named)).status).toBe(201);
    const linkOf = async (of: string) =>
      within((await api('GET', `/v2/accounts/${of}`)).xml, 'invoice_template')?.attributes.get('href');
    expect(await linkOf(code)).toContain(`/v2/invoice_templates/${template.uuid}`);
    expect((await api('GET', `/v2/accounts/${code}`, undefined, { 'X-Api-Version': '2.28' })).text).not.toContain(
      'invoice_template',
    );
    expect((await assign(code, '')).status).toBe(200);
    expect(await linkOf(code)).toBeUndefined();

    const refused = await assign(await account(), 'unknown');
    expect([refused.status, findings(refused.xml)]).toEqual([422, ['account.invoice_template_uuid invalid']]);
    expect(refused.text).toContain('there is no invoice template with this uuid');
    expect((await assign(code, template.uuid)).status).toBe(200);
    await remove('plain');
    expect(await linkOf(code)).toBeUndefined();
    expect((await assign(code, template.uuid)).status).toBe(422);
  });

  it('shape the PDF of invoices from the next one on, and those that exist keep their look', async () => {
    const { api, add, change, remove, field, account, assign, bill, printed } = await open();
    const address = {
      address1: 'Kai 1',
      address2: null,
      city: 'Hamburg',
      state: null,
      zip: '20457',
      country: 'DE',
      phone: null,
    };
    const template = await add('books', {
      address,
      text: 'Cost centre: {account.note}\nThank you',
      line_text: 'Batch {charge.note}',
    });
    await add('plain', { text: 'By default', is_default: true });
    const code = await account();
    const before = await bill(code);
    expect(await printed(before)).toEqual(expect.arrayContaining(['By default', '9 Mole']));

    await assign(code, template.uuid);
    await api('PUT', `/v2/accounts/${code}`, `<account>${field('CC-7')}</account>`);
    const first = await bill(code, field('7A'));
    const look = ['Cost centre: CC-7', 'Thank you', 'Kai 1', 'Germany', 'Oilskins', 'Batch 7A'];
    expect(await printed(first)).toEqual(expect.arrayContaining(look));
    expect(await printed(first)).not.toContain('9 Mole');

    await change('books', { text: 'Now {account.note}', address: null });
    await api('PUT', `/v2/accounts/${code}`, `<account>${field('CC-8')}</account>`);
    const second = await printed(await bill(code));
    expect(second).toEqual(expect.arrayContaining(['Now CC-8', '9 Mole']));
    expect(second.join()).not.toContain('Batch');
    await remove('books');
    expect(await printed(await bill(code))).toContain('By default');
    expect(await printed(first)).toEqual(expect.arrayContaining(look));
    expect(await printed(before)).toContain('By default');
  });

  it('print the custom fields of subscriptions and plans, also of renewals', async () => {
    const { add, field, plan, account, subscribe, travel, api, printed } = await open();
    await travel('2027-03-10T00:00:00Z');
    await add('terms', {
      is_default: true,
      hide_line_dates: true,
      line_text: 'Seat {subscription.note}\nFor {plan.note}',
    });
    const code = await account();
    const gold = await plan(field('experts'));
    const uuid = await subscribe(code, gold, field('12'));
    const numbers = async () =>
      (await api('GET', `/v2/accounts/${code}/invoices?order=asc`)).xml?.children.map(
        (one) => textOf(one, 'invoice_number') ?? '',
      );
    const [first = ''] = (await numbers()) ?? [];
    expect(await printed(first)).toEqual(expect.arrayContaining(['Seat 12', 'For experts']));
    await api('PUT', `/v2/subscriptions/${uuid}/notes`, `<subscription>${field('13')}</subscription>`);
    await travel('2027-04-10T00:00:00Z');
    const [, second = ''] = (await numbers()) ?? [];
    const renewed = await printed(second);
    expect(renewed).toEqual(expect.arrayContaining(['Seat 13', 'For experts']));
    expect(renewed.join()).not.toContain('Apr 10, 2027 –');
  });

  it('shape the page of an invoice that customers see', async () => {
    const { add, field, account, bill, api, site } = await open();
    const file = pictureFileOf(pngOf(120, 20));
    const address = {
      address1: 'Kai 1',
      address2: null,
      city: 'Hamburg',
      state: null,
      zip: '20457',
      country: 'DE',
      phone: null,
    };
    const settings = {
      header_image: file.picture,
      text: 'Thank you, {account.note}',
      line_text: '{charge.note}',
      address,
    };
    await add('page', { ...settings, is_default: true }, [file]);
    const code = await account();
    await api('PUT', `/v2/accounts/${code}`, `<account><email>ada@example.com</email>${field('A &amp; B')}</account>`);
    const number = await bill(code, field('7A'));
    const token = textOf((await api('GET', `/v2/accounts/${code}`)).xml, 'hosted_login_token') ?? '';
    const signed = await fetch(new URL(`/account/${token}`, service().apiUrl), { redirect: 'manual' });
    const cookie = signed.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const page = await fetch(new URL(`/account/invoices/${number}`, service().apiUrl), { headers: { cookie } });
    const html = await page.text();
    expect(html).toContain('Thank you, A &amp; B');
    expect(html).toContain('<span class="quiet">7A</span>');
    expect(html).toContain('Kai 1\nHamburg, 20457\nGermany');
    const [, source = ''] =
      /<img class="letterhead" src="([^"]+)" alt="Tideline" width="120" height="20">/.exec(html) ?? [];
    const shown = await fetch(new URL(source, service().apiUrl));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(file.bytes);
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    const strange = source.replace(site.subdomain, 'demo');
    expect((await fetch(new URL(strange, service().apiUrl))).status).toBe(404);
  });

  it('are refused with a code, a name, a country or variables that cannot be', async () => {
    const { add, change } = await open();
    await add('first', { is_default: true });
    const refusals = (made: Promise<unknown>) =>
      made.then(
        () => [],
        (error: Error) => error.message.split(', '),
      );
    expect(await refusals(add('first'))).toEqual(['invoice_template.code taken']);
    expect(await refusals(add('Second', { name: ' ', is_default: true }))).toEqual([
      'invoice_template.code invalid',
      'invoice_template.name blank',
      'invoice_template.is_default taken',
    ]);
    const address = {
      address1: 'Kai 1',
      address2: null,
      city: null,
      state: null,
      zip: null,
      country: 'XX',
      phone: null,
    };
    expect(await refusals(add('second', { address }))).toEqual(['invoice_template.address.country inclusion']);
    expect(await refusals(add('second', { text: '{charge.note}', line_text: '{charge.other}' }))).toEqual([
      'invoice_template.text invalid',
      'invoice_template.line_text invalid',
    ]);
    expect(await refusals(change('first', { text: '{account.note' }))).toEqual(['invoice_template.text invalid']);
    expect(await refusals(change('unknown', { text: null }))).toEqual(['not_found']);
  });

  it('leave every change in the audit log, as accounts do', async () => {
    const { add, change, remove, assign, account, records } = await open();
    const { uuid } = await add('plain');
    await change('plain', { hide_zero_lines: true });
    await assign(await account(), uuid);
    await remove('plain');
    const entries = await records().auditLog.list({}, 20);
    const found = entries
      .filter(({ action }) => /invoice_template|account.updated/.test(action))
      .map(({ action, changes }) => [action, changes]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['invoice_template.created', null],
        ['invoice_template.updated', { hide_zero_lines: { from: false, to: true } }],
        ['account.updated', { invoice_template_uuid: { from: null, to: uuid } }],
        ['invoice_template.removed', null],
      ]),
    );
  });
});
