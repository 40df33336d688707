import { withDefaultAccount } from '@service/billing/domain/journals/chart-changes.ts';
import { REPORT_NAMES, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { changeJournalChart } from '@service/billing/usecases/journals/change-journal-chart.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { expect, it } from 'vitest';
import {
  aCreditPayment,
  anAdjustment,
  anInvoice,
  aSubscription,
} from '../../src/adapters/storage/testing/selling-samples.ts';
import type { Endpoint, ListEndpoint } from '../../src/apis/xml/endpoint.ts';
import { endpoints, lists } from '../../src/apis/xml/endpoints.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { findings, fresh, type TestService, textOf, within } from '../service.ts';
import { onBothEngines } from './engines.ts';

/** Every read of one record, taken from the endpoint table, so that new endpoints are covered. */
const about = (): { method: string; path: string; root: string | undefined }[] => {
  const deps = {} as Parameters<typeof endpoints>[0];
  const all: (Endpoint | ListEndpoint)[] = [...endpoints(deps), ...lists(deps)];
  // No site has export files, so there are none to read; reports have the same names at every site.
  return all
    .filter(({ path }) => path.includes(':') && !/\/export_dates\/|\/reports\/:/.test(path))
    .map((one) => ({
      method: 'method' in one ? one.method : 'GET',
      path: one.path,
      root: 'body' in one ? one.body?.resource.name : undefined,
    }));
};

/** One record of each kind, and the parameters that identify it. */
const furnish = async (service: TestService): Promise<Record<string, string>> => {
  const account_code = fresh('theirs');
  const address =
    '<shipping_address><first_name>A</first_name><last_name>B</last_name><address1>C</address1><city>D</city><state>E</state><zip>F</zip><country>GB</country></shipping_address>';
  const opened = await service.api(
    'POST',
    '/v2/accounts',
    `<account><account_code>${account_code}</account_code><billing_info><token_id>${await service.token()}</token_id></billing_info>` +
      `<shipping_addresses>${address}</shipping_addresses><account_acquisition><channel>blog</channel></account_acquisition></account>`,
  );
  expect(opened.status, opened.text).toBe(201);
  const [plan_code, add_on_code] = [fresh('their-plan'), fresh('their-add-on')];
  const price = '<unit_amount_in_cents><USD>1</USD></unit_amount_in_cents>';
  const sold = [
    ['/v2/plans', `<plan><plan_code>${plan_code}</plan_code><name>A</name>${price}</plan>`],
    [
      `/v2/plans/${plan_code}/add_ons`,
      `<add_on><add_on_code>${add_on_code}</add_on_code><name>A</name>${price}</add_on>`,
    ],
    ['/v2/items', `<item><item_code>${plan_code}</item_code><name>A</name></item>`],
    ['/v2/measured_units', `<measured_unit><name>${plan_code}</name><display_name>A</display_name></measured_unit>`],
  ] as const;
  for (const [path, body] of sold) expect((await service.api('POST', path, body, NEWEST)).status, path).toBe(201);
  const coupon_code = fresh('their-coupon');
  const coupon = `<coupon><coupon_code>${coupon_code}</coupon_code><name>A</name><discount_type>percent</discount_type><discount_percent>1</discount_percent></coupon>`;
  expect((await service.api('POST', '/v2/coupons', coupon)).status).toBe(201);
  const redemption = `<redemption><account_code>${account_code}</account_code></redemption>`;
  const redeemed = await service.api('POST', `/v2/coupons/${coupon_code}/redeem`, redemption);
  const redemption_uuid = textOf(redeemed.xml, 'uuid') ?? '';
  const sale = await soldTo(service, account_code, redemption_uuid, add_on_code);
  const used = await service.api(
    'POST',
    `/v2/subscriptions/${sale.subscription_uuid}/add_ons/${add_on_code}/usage`,
    '<usage><amount>1</amount></usage>',
  );
  expect(used.status, used.text).toBe(201);
  const giftCards = await service.api('GET', '/v2/gift_cards');
  const wanted = `<purchase><account><account_code>${account_code}</account_code></account><currency>USD</currency><adjustments><adjustment><unit_amount_in_cents>100</unit_amount_in_cents></adjustment></adjustments></purchase>`;
  const held = await service.api('POST', '/v2/purchases/authorize', wanted);
  expect(held.status, held.text).toBe(200);
  const [authorization] = within(held.xml, 'charge_invoice', 'transactions')?.children ?? [];
  const units = await service.api('GET', '/v2/measured_units');
  const methods = await service.api('GET', `/v2/accounts/${account_code}/billing_infos`, undefined, NEWEST);
  const addresses = await service.api('GET', `/v2/accounts/${account_code}/shipping_addresses`);
  const transactions = await service.api('GET', `/v2/accounts/${account_code}/transactions`);
  return {
    account_code,
    plan_code,
    add_on_code,
    item_code: plan_code,
    code: 'parcel',
    coupon_code,
    redemption_uuid,
    ...sale,
    ...(await boughtInApp(service, account_code)),
    gift_card_id: textOf(giftCards.xml?.children[0], 'id') ?? '',
    redemption_code: textOf(giftCards.xml?.children[0], 'redemption_code') ?? '',
    transaction_uuid: textOf(authorization, 'uuid') ?? '',
    usage_id: textOf(used.xml, 'id') ?? '',
    measured_unit_id: textOf(units.xml?.children[0], 'id') ?? '',
    id: textOf(addresses.xml?.children[0], 'id') ?? '',
    ...(await configuredOf(service, account_code)),
    ...(await journalOf(service)),
    run_id: await reportRunOf(service),
    billing_info_uuid: textOf(methods.xml?.children[0], 'uuid') ?? '',
    uuid: textOf(transactions.xml?.children[0], 'uuid') ?? '',
  };
};

/** A report that was made in the background. */
const reportRunOf = async (service: TestService): Promise<string> => {
  const { xml } = await service.api('POST', '/v2/reports/ledger/runs', undefined, NEWEST);
  await service.dueWork();
  return textOf(xml, 'id') ?? '';
};

/** A batch with a movement of the ledger, and its only file. */
const journalOf = async ({ service: { opened }, clock }: TestService): Promise<Record<string, string>> => {
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('no demo site');
  const deps = { storage: opened.storage, world: openWorld({ ...machineClock, now: clock.now }) };
  const at = Math.floor(clock.now() / 1000);
  const caller = { site, at, actor: 'command line', correlation: 'journal' };
  const entries = [
    { account: 'fees', amount: 100 },
    { account: 'cash', amount: -100 },
  ] as const;
  const movement = { at, account_id: null, currency: 'USD', kind: 'dispute.fee', subject: 'fee', entries };
  await opened.storage.of(site.id).ledger.append({ id: deps.world.ids.uuid(), ...movement });
  await changeJournalChart(deps)(caller, (chart) => withDefaultAccount(chart, '9999'));
  await makeJournalBatch(deps)(caller, { detail: 'day', up_to: dayIn(site.time_zone, at) });
  const [latest] = await opened.storage.of(site.id).journals.list(undefined, 1);
  return { journal_number: String(latest?.number), journal_file: `journal-demo-${latest?.number}.csv` };
};

let sales = 900_000;

/** A version that has every endpoint. */
const NEWEST = { 'X-Api-Version': LATEST };

/** The seeded records of app stores, and an account at one. */
const boughtInApp = async ({ api }: TestService, account_code: string): Promise<Record<string, string>> => {
  const first = async (path: string) => (await api('GET', `/v2/${path}`, undefined, NEWEST)).xml?.children[0];
  const store =
    `<external_account><external_account_code>${account_code}</external_account_code>` +
    '<external_connection_type>store</external_connection_type></external_account>';
  const account = await api('POST', `/v2/accounts/${account_code}/external_accounts`, store, NEWEST);
  const product = await first('external_products');
  const external_subscription_id = textOf(await first('external_subscriptions'), 'uuid') ?? '';
  const phase = await first(`external_subscriptions/${external_subscription_id}/external_payment_phases`);
  const invoice = await first('external_invoices');
  return {
    external_account_id: textOf(account.xml, 'id') ?? '',
    external_product_id: textOf(product, 'id') ?? '',
    external_product_reference_id:
      textOf(product, 'external_product_references', 'external_product_reference', 'id') ?? '',
    external_subscription_id,
    external_payment_phase_id: textOf(phase, 'id') ?? '',
    external_invoice_id: `external-id-${textOf(invoice, 'external_id')}`,
  };
};

/** Records that the operator has made, and an obligation beside those that every site has. */
const configuredOf = async (
  { api, service: { opened } }: TestService,
  account_code: string,
): Promise<Record<string, string>> => {
  const site = await opened.sites.find('demo');
  const key = `0190d1e8-7b6a-7c3e-9f21-${account_code.slice(-8).padStart(12, '0')}`;
  const at = Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000);
  await opened.storage.of(site?.id ?? '').performanceObligations.add({
    key,
    id: account_code.slice(-8),
    name: account_code,
    state: 'active',
    created_at: at,
    updated_at: at,
  });
  const ledger = `<general_ledger_account><code>${account_code}</code><account_type>revenue</account_type></general_ledger_account>`;
  const made = await api('POST', '/v2/general_ledger_accounts', ledger, NEWEST);
  const idOf = async (path: string) => {
    const ids = (await api('GET', `/v2/${path}`, undefined, NEWEST)).xml?.children.map(
      (one) => textOf(one, 'id') ?? '',
    );
    return ids?.find((id) => id !== 'default') ?? '';
  };
  const templates = await api('GET', '/v2/invoice_templates', undefined, NEWEST);
  return {
    performance_obligation_id: account_code.slice(-8),
    general_ledger_account_id: textOf(made.xml, 'id') ?? '',
    business_entity_id: await idOf('business_entities'),
    invoice_template_uuid: textOf(templates.xml?.children[0], 'uuid') ?? '',
    custom_field_definition_id: await idOf('custom_field_definitions'),
    dunning_campaign_id: await idOf('dunning_campaigns'),
  };
};

/** A subscription, its invoice with a discount, and a credit invoice that was spent on it. */
const soldTo = async (
  { service: { opened } }: TestService,
  account_code: string,
  redemption: string,
  add_on_code: string,
): Promise<Record<string, string>> => {
  const site = await opened.sites.find('demo');
  const records = opened.storage.of(site?.id ?? '');
  const account = await records.accounts.find(account_code);
  if (!account) throw new Error('no account to sell to');
  sales += 2;
  const [invoice, credit] = [anInvoice(sales, account), anInvoice(sales + 1, account, { type: 'credit' })];
  const add_on_type = 'usage' as const;
  const sample = aSubscription(sales, account);
  const add_ons = sample.add_ons.map((addOn) => ({
    ...addOn,
    add_on_code,
    add_on_type,
    usage_type: 'price' as const,
    quantity: null,
  }));
  const now = Math.floor(Date.parse('2026-11-20T12:00:00Z') / 1000);
  const period = { current_period_started_at: now, current_period_ends_at: now + 86_400 };
  const subscription = { ...sample, add_ons, ...period };
  const line = anAdjustment(sales, account, {
    state: 'invoiced',
    invoice_id: invoice.uuid,
    subscription_id: subscription.uuid,
    discounts: [{ redemption, amount: 100 }],
  });
  const spent = { original_invoice_id: credit.uuid, applied_to_invoice_id: invoice.uuid };
  await records.subscriptions.add(subscription);
  for (const one of [invoice, credit]) await records.invoices.add(one);
  await records.adjustments.add(line);
  await records.creditPayments.add(aCreditPayment(sales, account, spent));
  return {
    subscription_uuid: subscription.uuid,
    adjustment_uuid: line.uuid,
    invoice_number: String(sales),
    credit_payment_uuid: line.uuid,
  };
};

onBothEngines('a site', (service) => {
  it('cannot read any record of another site', async () => {
    const theirs = await furnish(service());
    const other = await service().openSite();
    const requests = about();
    expect(requests.length).toBeGreaterThan(15);

    for (const { method, path, root } of requests) {
      const address = path.replace(/:(\w+)/g, (_, name: string) => {
        expect(theirs[name], `${name} of ${path}`).toMatch(/./);
        return theirs[name] ?? '';
      });
      const body = root === undefined ? undefined : `<${root}></${root}>`;
      const mine = method === 'GET' ? (await service().api('GET', address, undefined, NEWEST)).status : 200;
      // The seller has not said yet what an e-invoice needs.
      expect(mine, `${method} ${path} for its own site`).toBe(path.endsWith('/e_invoice') ? 422 : 200);
      const { status, text } = await other.api(method, address, body, NEWEST);
      // A gift card that is unknown is refused as a bad request.
      const refused = path.endsWith('/redeem') && path.includes('gift_cards') ? 400 : 404;
      expect(status, `${method} ${path} for another site: ${text}`).toBe(refused);
    }
    expect((await service().api('GET', `/v2/accounts/${theirs.account_code}`)).status).toBe(200);
  });

  it('lists and counts only its own records', async () => {
    await furnish(service());
    const other = await service().openSite();
    for (const path of [
      '/v2/accounts',
      '/v2/transactions',
      '/v2/subscriptions',
      '/v2/invoices',
      '/v2/credit_payments',
      '/v2/plans',
      '/v2/measured_units',
      '/v2/items',
      '/v2/coupons',
      '/v2/gift_cards',
    ]) {
      expect((await other.api('GET', path, undefined, NEWEST)).xml?.children).toEqual([]);
      expect((await other.api('HEAD', path, undefined, NEWEST)).headers.get('x-records')).toBe('0');
    }
  });

  it('reports nothing of another site', async () => {
    await furnish(service());
    const other = await service().openSite();
    for (const name of REPORT_NAMES) {
      const days = REPORTS[name].about === 'day' ? '' : '?from=2026-01-01';
      const { status, xml } = await other.api('GET', `/v2/reports/${name}${days}`, undefined, NEWEST);
      const rows = xml?.children.find((child) => child.name === 'rows');
      expect([status, rows?.children], name).toEqual([200, []]);
    }
  });

  it('cannot use a token of another site', async () => {
    const token = await service().token();
    const other = await service().openSite();
    const body = (code: string) =>
      `<account><account_code>${code}</account_code><billing_info><token_id>${token}</token_id></billing_info></account>`;
    const stolen = await other.api('POST', '/v2/accounts', body(fresh('thief')));
    expect(stolen.status).toBe(404);
    expect(textOf(stolen.xml, 'symbol')).toBe('token_invalid');
    expect((await service().api('POST', '/v2/accounts', body(fresh('owner')))).status).toBe(201);
  });

  it('may use account codes that other sites use', async () => {
    const { account_code } = await furnish(service());
    const other = await service().openSite();
    const opened = await other.api(
      'POST',
      '/v2/accounts',
      `<account><account_code>${account_code}</account_code></account>`,
    );
    expect(opened.status).toBe(201);
  });

  it('cannot adopt an account of another site', async () => {
    const { account_code } = await furnish(service());
    const other = await service().openSite();
    const body = `<account><account_code>${fresh('child')}</account_code><parent_account_code>${account_code}</parent_account_code></account>`;
    expect((await other.api('POST', '/v2/accounts', body)).status).toBe(422);
  });

  it('can neither sell nor charge records of another site', async () => {
    const theirs = await furnish(service());
    const other = await service().openSite();
    const plan = (code: string) =>
      `<plan><plan_code>${code}</plan_code><name>A</name><unit_amount_in_cents><USD>1</USD></unit_amount_in_cents></plan>`;
    expect((await other.api('POST', '/v2/plans', plan('own'))).status).toBe(201);
    const named = (code: string, addOn = '') =>
      `<subscriptions><subscription><plan_code>${code}</plan_code>${addOn}</subscription></subscriptions>`;
    const addOns = `<subscription_add_ons><subscription_add_on><add_on_code>${theirs.add_on_code}</add_on_code></subscription_add_on></subscription_add_ons>`;
    const attempts = [
      [named(theirs.plan_code ?? ''), 'purchase.subscriptions[0].plan_code invalid'],
      [named('own', addOns), 'purchase.subscriptions[0].subscription_add_ons[0].add_on_code invalid'],
      [
        `${named('own')}<coupon_codes><coupon_code>${theirs.coupon_code}</coupon_code></coupon_codes>`,
        'purchase.coupon_codes[0] invalid',
      ],
      [
        `${named('own')}<gift_card><redemption_code>${theirs.redemption_code}</redemption_code></gift_card>`,
        'purchase.gift_card.redemption_code not_found',
      ],
      [
        `${named('own')}<shipping_address_id>${theirs.id}</shipping_address_id>`,
        'purchase.shipping_address_id not_found',
      ],
    ] as const;
    for (const [inner, found] of attempts) {
      const account = `<account><account_code>${theirs.account_code}</account_code></account><currency>USD</currency>`;
      const response = await other.api('POST', '/v2/purchases/preview', `<purchase>${account}${inner}</purchase>`);
      expect(findings(response.xml), response.text).toContain(found);
    }
  });
});
