import { withEvents } from '@service/billing/engine/recording/events/with-events.ts';
import type { ExternalImport } from '@service/billing/resources/external-import.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { importExternal } from '@service/billing/usecases/external/import-external.ts';
import { createPermission } from '@service/billing/usecases/permissions/create-permission.ts';
import { expect, it } from 'vitest';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';
import { openShop } from './subscription-shop.ts';

const NEWEST = { 'X-Api-Version': '2.29' };
const REFERENCE = { reference_code: 'com.example.gold', external_connection_type: 'apple_app_store' } as const;

onBothEngines('records of app stores', (service) => {
  const open = async () => {
    const shop = await openShop(service());
    await shop.travel('2027-01-01T00:00:00Z');
    const world = openWorld(service().clock);
    const deps = { storage: withEvents(service().service.opened.storage, world), world };
    const caller = () => ({
      site: shop.site,
      at: siteTime(shop.site, world.clock),
      actor: 'command line',
      correlation: 'test',
    });
    const send = (method: string, path: string, body?: string) => shop.api(method, `/v2/${path}`, body, NEWEST);
    return {
      ...shop,
      deps,
      caller,
      send,
      imports: (value: ExternalImport) => importExternal(deps)(caller(), { value, issues: [] }),
      async held(account: string) {
        const { xml } = await send('GET', `accounts/${account}/permissions`);
        return within(xml, 'codes')?.children.map(({ text }) => text);
      },
    };
  };

  const file = (plan_code: string, account_code: string, changes: object = {}): ExternalImport => ({
    products: [{ name: 'Gold', plan_code, references: [REFERENCE] }],
    subscriptions: [
      {
        external_id: 'store-1',
        account_code,
        reference: REFERENCE,
        state: 'active',
        expires_at: 1_801_440_000,
        phases: [
          {
            started_at: null,
            ends_at: null,
            starting_billing_period_index: 1,
            ending_billing_period_index: null,
            offer_type: null,
            offer_name: null,
            period_count: 2,
            period_length: '2 MONTHS',
            amount: '4.99',
            currency: 'USD',
          },
        ],
        invoices: [
          {
            external_id: 'store-1-1',
            currency: 'USD',
            total: '4.99',
            purchased_at: 1_798_761_600,
            phase: 1,
            line_items: [{ reference: REFERENCE, description: 'Gold', unit_amount: '4.99', quantity: 1 }],
          },
        ],
        ...changes,
      },
    ],
  });

  it('are imported, read by every form of their ids, and imported again without another record', async () => {
    const { plan, account, imports, send } = await open();
    const [gold, ada] = [await plan(), await account()];
    const counts = { products: 1, accounts: 0, subscriptions: 1, invoices: 1, phases: 1 };
    expect(await imports(file(gold, ada))).toEqual(counts);
    expect(await imports(file(gold, ada))).toEqual(counts);
    for (const list of ['external_products', 'external_subscriptions', 'external_invoices']) {
      expect((await send('GET', list)).xml?.children, list).toHaveLength(1);
    }
    const { xml } = await send('GET', 'external_subscriptions/external-id-store-1');
    expect(xml?.children.map(({ name }) => name).slice(0, 5)).toEqual([
      'account',
      'external_invoices',
      'external_payment_phases',
      'external_id',
      'external_product_reference',
    ]);
    const uuid = textOf(xml, 'uuid') ?? '';
    for (const id of [uuid, `uuid-${uuid}`]) {
      expect((await send('GET', `external_subscriptions/${id}`)).status).toBe(200);
    }
    expect((await send('GET', 'external_subscriptions/external-id-other')).status).toBe(404);
    const phase = (await send('GET', `external_subscriptions/${uuid}/external_payment_phases`)).xml?.children[0];
    expect(textOf(phase, 'period_length')).toBe('2 MONTHS');
    expect((await send('GET', `external_payment_phases/${textOf(phase, 'id')}`)).status).toBe(200);
    const invoice = (await send('GET', `accounts/${ada}/external_invoices`)).xml?.children[0];
    expect(textOf(invoice, 'line_items', 'external_charge', 'unit_amount')).toBe('4.99');
    expect(within(invoice, 'external_payment_phase')?.attributes.get('href')).toContain(textOf(phase, 'id') ?? '-');
    expect((await send('GET', `external_subscriptions/${uuid}/external_invoices`)).xml?.children).toHaveLength(1);
    expect((await send('GET', 'external_invoices/external-id-store-1-1')).status).toBe(200);
    expect((await send('GET', `accounts/${ada}/external_subscriptions`)).xml?.children).toHaveLength(1);
  });

  it('grant what the plan of their product grants, until they end', async () => {
    const { plan, account, imports, held, deps, caller, travel, send, records } = await open();
    const [gold, ada] = [await plan(), await account()];
    await createPermission(deps)(caller(), 'hd-video', { plans: [gold] });
    await imports(file(gold, ada));
    expect(await held(ada)).toEqual(['hd-video']);
    const { xml } = await send('GET', `accounts/${ada}/entitlements`);
    expect(within(xml, 'entitlement', 'granted_by', 'external_subscription')?.attributes.get('href')).toContain('/v2/');
    await imports(file(gold, ada, { state: 'past_due' }));
    expect(await held(ada)).toEqual([]);
    await imports(file(gold, ada, { state: 'past_due', in_grace_period: true }));
    expect(await held(ada)).toEqual(['hd-video']);
    await imports(file(gold, ada, { state: 'canceled' }));
    expect(await held(ada)).toEqual(['hd-video']);
    // It ends on 2027-02-01, though the store has not told.
    await travel('2027-02-02T00:00:00Z');
    expect(await held(ada)).toEqual([]);
    await imports(file(gold, ada, { state: 'active', verb: 'refunded' }));
    const { id } = (await records().accounts.find(ada)) ?? { id: '' };
    const told = await records().events.latest(id, 'g', 50);
    expect(
      told
        .map(({ type }) => type)
        .filter((type) => type.includes('external'))
        .toSorted(),
    ).toEqual(
      ['new', 'renewal_failure', 'canceled', 'refunded'].map((verb) => `${verb}_external_subscription`).toSorted(),
    );
  });

  it('are imported as a whole or not at all', async () => {
    const { plan, account, imports, send } = await open();
    const [gold, ada] = [await plan(), await account()];
    const wrong = file(gold, ada);
    const [subscription] = wrong.subscriptions ?? [];
    const broken = { ...wrong, subscriptions: [subscription, { ...subscription, account_code: 'unknown' }] };
    await expect(imports(broken as ExternalImport)).rejects.toMatchObject({
      issues: [
        { field: 'external.subscriptions[1].account_code', symbol: 'invalid' },
        { field: 'external.subscriptions[1].external_id', symbol: 'taken' },
        { field: 'external.subscriptions[1].invoices[0].external_id', symbol: 'taken' },
      ],
    });
    expect((await send('GET', 'external_products')).xml?.children).toEqual([]);
  });

  it('of products are written by clients: plan, references, and never another name', async () => {
    const { plan, send } = await open();
    const gold = await plan();
    const reference =
      '<external_product_reference><reference_code>g</reference_code>' +
      '<external_connection_type>google_play_store</external_connection_type></external_product_reference>';
    const body = (inner: string) => `<external_product>${inner}</external_product>`;
    const references = `<external_product_references type="array">${reference}</external_product_references>`;
    const created = await send('POST', 'external_products', body(`<name>Gold</name>${references}`));
    expect(created.status, created.text).toBe(201);
    const path = `external_products/${textOf(created.xml, 'id')}`;
    const blank = await send('POST', 'external_products', body(''));
    expect([blank.status, blank.text]).toEqual([422, expect.stringContaining('external_product.name')]);
    const unknown = await send('POST', 'external_products', body('<name>A</name><plan_code>unknown</plan_code>'));
    expect(unknown.status).toBe(404);
    const taken = await send('POST', 'external_products', body(`<name>B</name>${references}`));
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('taken')]);

    const empty = '<external_product_references type="array"></external_product_references>';
    const planned = await send('PUT', path, body(`<plan_code>${gold}</plan_code>${empty}`));
    expect([planned.status, textOf(planned.xml, 'plan', 'plan_code')]).toEqual([200, gold]);
    expect(within(planned.xml, 'external_product_references')?.children).toHaveLength(1);
    expect((await send('PUT', path, body(references))).status).toBe(200);
    const named = await send('PUT', path, body('<name>Silver</name>'));
    expect([named.status, textOf(named.xml, 'symbol')]).toEqual([400, 'name']);

    const listed = (await send('GET', `${path}/external_product_references`)).xml?.children[0];
    const one = `external_product_references/${textOf(listed, 'id')}`;
    for (const each of [`${path}/${one}`, one]) expect((await send('GET', each)).status).toBe(200);
    expect((await send('DELETE', `${path}/${one}`)).status).toBe(204);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
  });

  it('of customers come with their account or by themselves, and belong to one account', async () => {
    const { account, send } = await open();
    const store = (code: string) =>
      `<external_account><external_account_code>${code}</external_account_code>` +
      '<external_connection_type>AppleAppStore</external_connection_type></external_account>';
    const [bob, code] = [await account(), fresh('ada')];
    const list = `<external_accounts type="array">${store('a-1')}</external_accounts>`;
    const created = await send('POST', 'accounts', `<account><account_code>${code}</account_code>${list}</account>`);
    expect(created.status, created.text).toBe(201);
    expect((await send('PUT', `accounts/${code}`, `<account>${list}</account>`)).status).toBe(200);
    const held = (await send('GET', `accounts/${code}/external_accounts`)).xml?.children ?? [];
    expect(held.map((one) => textOf(one, 'external_account_code'))).toEqual(['a-1']);
    const path = `accounts/${code}/external_accounts/${textOf(held[0], 'id')}`;
    const taken = await send('POST', `accounts/${bob}/external_accounts`, store('a-1'));
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('taken')]);
    expect((await send('PUT', `accounts/${bob}`, `<account>${list}</account>`)).status).toBe(422);
    expect((await send('POST', `accounts/${bob}/external_accounts`, '<external_account/>')).status).toBe(422);
    expect((await send('PUT', path, store('a-2'))).status).toBe(200);
    expect((await send('POST', `accounts/${bob}/external_accounts`, store('a-1'))).status).toBe(201);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).status).toBe(404);
  });
});
