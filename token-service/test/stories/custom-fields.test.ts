import { siteTime } from '@service/billing/resources/site.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { removeCustomField } from '@service/billing/usecases/custom-fields/remove-custom-field.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { type ApiResponse, findings, fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };

onBothEngines('custom fields', (service) => {
  const open = async (setting: readonly string[] = []) => {
    const shop = await openShop(service(), { custom_fields: setting });
    const world = openWorld(service().clock);
    const deps = { storage: service().service.opened.storage, world };
    const caller = {
      site: shop.site,
      at: siteTime(shop.site, world.clock),
      actor: 'command line',
      correlation: 'test',
    };
    const define = (record: Parameters<ReturnType<typeof defineCustomField>>[1], name: string) =>
      defineCustomField(deps)(caller, record, name, { display_name: `The ${name}` });
    const remove = (record: Parameters<ReturnType<typeof defineCustomField>>[1], name: string) =>
      removeCustomField(deps)(caller, record, name);
    const api = (method: string, path: string, body?: string, headers = NEWEST) =>
      shop.api(method, path, body, headers);
    return { ...shop, api, define, remove };
  };
  const fields = (name: string, value: string) =>
    `<custom_fields><custom_field><name>${name}</name><value>${value}</value></custom_field></custom_fields>`;
  const held = ({ xml }: Pick<ApiResponse, 'xml'>) =>
    within(xml, 'custom_fields')?.children.map((one) => `${textOf(one, 'name')}=${textOf(one, 'value')}`);

  it('are defined by operators, and read by clients', async () => {
    const { api, define, remove } = await open();
    const size = await define('account', 'size');
    await define('item', 'material');
    const listed = (await api('GET', '/v2/custom_field_definitions?sort=created_at&order=asc')).xml?.children ?? [];
    expect(listed.map((one) => [textOf(one, 'related_type'), textOf(one, 'name')])).toEqual([
      ['account', 'size'],
      ['item', 'material'],
    ]);
    const filtered = await api('GET', '/v2/custom_field_definitions?related_type=item');
    expect(filtered.xml?.children).toHaveLength(1);
    const wrong = await api('GET', '/v2/custom_field_definitions?related_type=invoice');
    expect([wrong.status, textOf(wrong.xml, 'symbol')]).toEqual([400, 'related_type']);
    const one = await api('GET', `/v2/custom_field_definitions/${size.id}`);
    expect(['user_access', 'display_name', 'tooltip'].map((name) => textOf(one.xml, name))).toEqual([
      'api_only',
      'The size',
      '',
    ]);
    // A text of digits, unlike the ids of older records.
    expect(within(one.xml, 'id')?.attributes.has('type')).toBe(false);
    expect(one.xml?.attributes.get('href')).toMatch(new RegExp(`/custom_field_definitions/${size.id}$`));
    await remove('account', 'size');
    expect((await api('GET', '/v2/custom_field_definitions')).xml?.children).toHaveLength(1);
    expect((await api('GET', '/v2/custom_field_definitions/99')).status).toBe(404);
    const early = await api('GET', '/v2/custom_field_definitions', undefined, { 'X-Api-Version': '2.28' });
    expect([early.status, textOf(early.xml, 'symbol')]).toEqual([400, 'unavailable_in_api_version']);
  });

  it('have values on plans, items and charges, which change one by one', async () => {
    const { api, define, account } = await open();
    for (const record of ['plan', 'item', 'charge'] as const) await define(record, 'batch');
    await define('plan', 'audience');
    const code = fresh('plan');
    const plan = `<plan_code>${code}</plan_code><name>Plan</name><unit_amount_in_cents><USD>100</USD></unit_amount_in_cents>`;
    const made = await api('POST', '/v2/plans', `<plan>${plan}${fields('batch', '7A')}</plan>`);
    expect([made.status, held(made)], made.text).toEqual([201, ['batch=7A']]);
    const put = (inner: string) => api('PUT', `/v2/plans/${code}`, `<plan>${inner}</plan>`);
    expect(held(await put(fields('audience', 'all')))).toEqual(['batch=7A', 'audience=all']);
    expect(held(await put('<custom_fields type="array"/>'))).toEqual(['batch=7A', 'audience=all']);
    expect(held(await put(fields('batch', '')))).toEqual(['audience=all']);
    const old = await api('GET', `/v2/plans/${code}`, undefined, { 'X-Api-Version': '2.28' });
    expect(within(old.xml, 'custom_fields')).toBeUndefined();

    const item = fresh('mug');
    const mug = await api('POST', '/v2/items', `<item><item_code>${item}</item_code><name>Mug</name></item>`);
    expect(held(mug)).toEqual([]);
    expect(held(await api('PUT', `/v2/items/${item}`, `<item>${fields('batch', '8')}</item>`))).toEqual(['batch=8']);

    const buyer = await account();
    const charge = (inner: string) =>
      `<adjustment><unit_amount_in_cents>500</unit_amount_in_cents>${inner}</adjustment>`;
    const pending = await api(
      'POST',
      `/v2/accounts/${buyer}/adjustments`,
      charge(`<currency>USD</currency>${fields('batch', '9')}`),
    );
    expect([pending.status, held(pending)], pending.text).toEqual([201, ['batch=9']]);
    const bought = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${buyer}</account_code></account><currency>USD</currency><adjustments>${charge(fields('batch', '10'))}</adjustments></purchase>`,
    );
    expect(bought.status, bought.text).toBe(200);
    const lines = within(bought.xml, 'charge_invoice', 'line_items')?.children ?? [];
    expect(lines.map((line) => held({ xml: line })).toSorted()).toEqual([['batch=10'], ['batch=9']]);
    const refused = await api(
      'POST',
      '/v2/purchases',
      `<purchase><account><account_code>${buyer}</account_code></account><currency>USD</currency><adjustments>${charge(fields('colour', 'red'))}</adjustments></purchase>`,
    );
    expect(findings(refused.xml)).toEqual(['purchase.adjustments[0].custom_fields[0].name invalid']);
  });

  it('follow the definitions of their record; without any, the setting of the site', async () => {
    const { api, define, account, plan, subscribe } = await open(['nick']);
    const buyer = await account();
    const put = (name: string, value: string) =>
      api('PUT', `/v2/accounts/${buyer}`, `<account>${fields(name, value)}</account>`);
    expect(held(await put('nick', 'Zac'))).toEqual(['nick=Zac']);
    expect(findings((await put('size', 'M')).xml)).toEqual(['account.custom_fields[0].name invalid']);
    await define('account', 'size');
    expect(held(await put('size', 'M'))).toEqual(['nick=Zac', 'size=M']);
    // The value that it has is no change; another one is.
    expect((await put('nick', 'Zac')).status).toBe(200);
    expect(findings((await put('nick', 'Zoe')).xml)).toEqual(['account.custom_fields[0].name invalid']);
    const uuid = await subscribe(buyer, await plan());
    const note = (name: string) =>
      api('PUT', `/v2/subscriptions/${uuid}/notes`, `<subscription>${fields(name, 'x')}</subscription>`);
    expect((await note('nick')).status).toBe(200);
    await define('subscription', 'gate');
    expect((await note('gate')).status).toBe(200);
    expect(findings((await note('size')).xml)).toEqual(['subscription.custom_fields[0].name invalid']);
  });

  it('never hold a card number, in a sandbox either', async () => {
    const { api, define, account } = await open();
    await define('account', 'size');
    const buyer = await account();
    const refused = await api(
      'PUT',
      `/v2/accounts/${buyer}`,
      `<account>${fields('size', '4111 1111 1111 1111')}</account>`,
    );
    expect([refused.status, findings(refused.xml)]).toEqual([
      422,
      ['account.custom_fields[0].value contains_card_number'],
    ]);
  });
});
