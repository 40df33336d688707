import { atLeast, LATEST, minor, type Version } from '@service/billing/resources/version.ts';
import { defineCustomField } from '@service/billing/usecases/custom-fields/define-custom-field.ts';
import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../src/apis/xml/endpoints.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { fresh, textOf, within } from '../service.ts';
import { addOn, addOns, openChangingShop, quantity, timeframe, unit, usd } from './changing.ts';
import { onSqlite } from './engines.ts';
import { cardInfo } from './subscription-shop.ts';
import { BACKUP } from './wallet-shop.ts';

const VERSIONS = Array.from(
  { length: minor(LATEST) - minor('2.4') + 1 },
  (_, n): Version => `2.${minor('2.4') + n}` as Version,
);

/** Endpoints that read a record which the same address changes: every one has its records below. */
const changeable = () => {
  const all = endpoints({} as Parameters<typeof endpoints>[0]);
  const isRead = (path: string) => all.some((one) => one.method === 'GET' && one.path === path);
  return all.filter(({ method, path, body }) => method === 'PUT' && body && isRead(path)).map(({ name }) => name);
};

type Shop = Awaited<ReturnType<typeof openChangingShop>>;

/** Creates a record of a kind, and returns its address. */
type Made = (shop: Shop) => Promise<string>;

const ADDRESS = '<address1>1 Pier</address1><city>Reno</city><state>NV</state><zip>89501</zip><country>US</country>';
const SHIPPING = `<shipping_address><first_name>A</first_name><last_name>B</last_name>${ADDRESS}</shipping_address>`;
const CUSTOM = '<custom_fields><custom_field><name>size</name><value>7A</value></custom_field></custom_fields>';
const tiers = (...prices: readonly string[]) =>
  `<tiers type="array">${prices.map((price, at) => `<tier>${at < prices.length - 1 ? `<ending_quantity>${(at + 1) * 10}</ending_quantity>` : ''}${price}</tier>`).join('')}</tiers>`;
const interval = (from: number, price: string) =>
  `<ramp_interval><starting_billing_cycle>${from}</starting_billing_cycle>${price}</ramp_interval>`;

const posted = async (shop: Shop, path: string, body: string, status = 201) => {
  const answer = await shop.api('POST', path, body);
  expect(answer.status, answer.text).toBe(status);
  return answer.xml;
};

const account = async (shop: Shop, inner = '') => {
  const code = fresh('sent');
  await posted(shop, '/v2/accounts', `<account><account_code>${code}</account_code>${inner}</account>`);
  return code;
};

const method = async (shop: Shop, inner: string, holder = '<name_on_account>Ada</name_on_account>') => {
  const code = await account(shop);
  const path = `/v2/accounts/${code}/billing_info`;
  await posted(shop, path, `<billing_info>${holder}${inner}</billing_info>`);
  return path;
};

const added = async (shop: Shop, planCode: string, inner: string) => {
  const xml = await posted(shop, `/v2/plans/${planCode}/add_ons`, `<add_on>${inner}</add_on>`);
  return `/v2/plans/${planCode}/add_ons/${textOf(xml, 'add_on_code')}`;
};

const measured = async (shop: Shop) => {
  const body = `<measured_unit><name>${fresh('unit')}</name><display_name>Units</display_name></measured_unit>`;
  return textOf(await posted(shop, '/v2/measured_units', body), 'id') ?? '';
};

const usage = async (shop: Shop) =>
  `<add_on_type>usage</add_on_type><measured_unit_id>${await measured(shop)}</measured_unit_id>`;

const item = async (shop: Shop, inner = '') => {
  const code = fresh('item');
  await posted(shop, '/v2/items', `<item><item_code>${code}</item_code><name>Mug</name>${inner}</item>`);
  return code;
};

const sold = async (shop: Shop, planCode: string, inner = '', info = cardInfo()) =>
  `/v2/subscriptions/${await shop.subscribe(await account(shop, info), planCode, inner)}`;

const percentages = `<percentage_tiers type="array">${['USD']
  .map(
    (currency) =>
      `<percentage_tier><currency>${currency}</currency><tiers type="array"><tier><ending_amount_in_cents>2000</ending_amount_in_cents><usage_percentage>7.5</usage_percentage></tier><tier><usage_percentage>2.25</usage_percentage></tier></tiers></percentage_tier>`,
  )
  .join('')}</percentage_tiers>`;

const invoice = async (shop: Shop, inner = '', code?: string) => {
  const buyer = code ?? (await account(shop, cardInfo()));
  const xml = await posted(
    shop,
    '/v2/purchases',
    `<purchase><account><account_code>${buyer}</account_code></account><currency>USD</currency>${inner}<adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`,
    200,
  );
  return `/v2/invoices/${textOf(within(xml, 'charge_invoice'), 'invoice_number')}`;
};

const coupon = async (shop: Shop, inner: string) => {
  const code = fresh('coupon');
  await posted(shop, '/v2/coupons', `<coupon><coupon_code>${code}</coupon_code><name>c</name>${inner}</coupon>`);
  return `/v2/coupons/${code}`;
};

const used = async (shop: Shop, inner: string, more = '') => {
  const gold = await shop.plan();
  await added(shop, gold, `<add_on_code>used</add_on_code><name>Used</name>${await usage(shop)}${inner}`);
  const path = `${await sold(shop, gold, addOns(addOn('used', more)))}/add_ons/used/usage`;
  const xml = await posted(shop, path, '<usage><amount>5</amount><merchant_tag>a</merchant_tag></usage>');
  return `${path}/${textOf(xml, 'id')}`;
};

const rising = async (shop: Shop) => {
  const code = fresh('ramp');
  const prices = [500, 900].map((cents) => usd('unit_amount_in_cents', cents));
  const intervals = prices.map((price, at) => interval(1 + 3 * at, price)).join('');
  const ramp = `<pricing_model>ramp</pricing_model><ramp_intervals type="array">${intervals}</ramp_intervals>`;
  await posted(shop, '/v2/plans', `<plan><plan_code>${code}</plan_code><name>Rising</name>${ramp}</plan>`);
  return code;
};

const RECORDS: Readonly<Record<string, Readonly<Record<string, Made>>>> = {
  update_account: {
    'an account': async (shop) => `/v2/accounts/${await account(shop)}`,
    'an account with everything': async (shop) =>
      `/v2/accounts/${await account(
        shop,
        `<parent_account_code>${await account(shop)}</parent_account_code><bill_to>parent</bill_to><username>u</username><email>a@example.com</email><cc_emails>b@example.com,c@example.com</cc_emails><first_name>A</first_name><last_name>B</last_name><company_name>C</company_name><tax_exempt>true</tax_exempt><exemption_certificate>E</exemption_certificate><entity_use_code>A</entity_use_code><accept_language>de</accept_language><preferred_locale>de-DE</preferred_locale><preferred_time_zone>Europe/Berlin</preferred_time_zone><address>${ADDRESS}<phone>1</phone></address>${CUSTOM}<transaction_type>moto</transaction_type>${SHIPPING}${cardInfo()}`,
      )}`,
  },
  update_account_acquisition: {
    'an acquisition': async (shop) => {
      const path = `/v2/accounts/${await account(shop)}/acquisition`;
      await posted(
        shop,
        path,
        '<account_acquisition><cost_in_cents>199</cost_in_cents><currency>USD</currency><channel>blog</channel><subchannel>s</subchannel><campaign>c</campaign></account_acquisition>',
      );
      return path;
    },
  },
  update_shipping_address: {
    'a shipping address': async (shop) => {
      const path = `/v2/accounts/${await account(shop)}/shipping_addresses`;
      const xml = await posted(shop, path, SHIPPING);
      return `${path}/${textOf(xml, 'id')}`;
    },
  },
  update_external_account: {
    'an external account': async (shop) => {
      const path = `/v2/accounts/${await account(shop)}/external_accounts`;
      const xml = await posted(
        shop,
        path,
        '<external_account><external_account_code>x</external_account_code><external_connection_type>AppleAppStore</external_connection_type></external_account>',
      );
      return `${path}/${textOf(xml, 'id')}`;
    },
  },
  update_external_product: {
    'an external product': async (shop) => {
      const xml = await posted(
        shop,
        '/v2/external_products',
        `<external_product><name>Gold</name><plan_code>${await shop.plan()}</plan_code><external_product_references><external_product_reference><reference_code>${fresh('ref')}</reference_code><external_connection_type>apple_app_store</external_connection_type></external_product_reference></external_product_references></external_product>`,
      );
      return `/v2/external_products/${textOf(xml, 'id')}`;
    },
  },
  update_billing_info: {
    'a card': async (shop) =>
      `/v2/accounts/${await account(shop, cardInfo().replace('<country>', `<address1>1</address1><city>Reno</city><state>NV</state><phone>1</phone><company>C</company><ip_address>127.0.0.1</ip_address><card_network_preference>visa</card_network_preference><country>`))}/billing_info`,
    'a bank account': (shop) =>
      method(
        shop,
        '<routing_number>123456780</routing_number><account_number>111111111</account_number><account_type>checking</account_type>',
      ),
    'a SEPA debit': (shop) => method(shop, '<iban>DE89370400440532013000</iban>'),
    'a BACS debit': (shop) =>
      method(shop, '<type>bacs</type><sort_code>200000</sort_code><account_number>55779911</account_number>'),
    'a BECS debit': (shop) =>
      method(shop, '<type>becs</type><bsb_code>062000</bsb_code><account_number>123456</account_number>'),
    'a method of a gateway token': (shop) =>
      method(
        shop,
        '<gateway_code>test</gateway_code><gateway_token>test-token-mastercard-4711</gateway_token>',
        '<first_name>A</first_name><last_name>B</last_name>',
      ),
  },
  update_wallet_billing_info: {
    'a backup': async (shop) => {
      const path = `/v2/accounts/${await account(shop, cardInfo())}/billing_infos`;
      const body = cardInfo('5555555555554444').replace('</billing_info>', `${BACKUP}</billing_info>`);
      return `${path}/${textOf(await posted(shop, path, body), 'uuid')}`;
    },
    'a primary': async (shop) => {
      const path = `/v2/accounts/${await account(shop, cardInfo())}/billing_infos`;
      await posted(shop, path, cardInfo('5555555555554444'));
      return `${path}/${textOf((await shop.api('GET', path)).xml?.children[0], 'uuid')}`;
    },
  },
  update_subscription: {
    'a subscription': async (shop) => sold(shop, await shop.plan()),
    'a subscription with everything': async (shop) => {
      const buyer = await account(shop, cardInfo());
      const gold = await shop.plan('<total_billing_cycles>12</total_billing_cycles>');
      const body = `${quantity(2)}${unit(2500)}<po_number>7</po_number><terms_and_conditions>T</terms_and_conditions><customer_notes>N</customer_notes><vat_reverse_charge_notes>V</vat_reverse_charge_notes>${CUSTOM}<auto_renew>false</auto_renew><renewal_billing_cycles>6</renewal_billing_cycles><revenue_schedule_type>evenly</revenue_schedule_type><tax_inclusive>true</tax_inclusive><net_terms_type>eom</net_terms_type><shipping_method_code>parcel</shipping_method_code><shipping_amount_in_cents>490</shipping_amount_in_cents>${SHIPPING}`;
      return `/v2/subscriptions/${await shop.subscribe(buyer, gold, body)}`;
    },
    'a manual one': async (shop) =>
      sold(shop, await shop.plan(), '<collection_method>manual</collection_method><net_terms>30</net_terms>', ''),
    'one with fixed add-ons': async (shop) => {
      const gold = await shop.plan();
      await shop.sells(gold, 'seats', 600);
      await shop.sells(gold, 'support', 900);
      return sold(shop, gold, addOns(addOn('seats', quantity(3)), addOn('support', unit(100))));
    },
    'one with tiers of the plan and of its own': async (shop) => {
      const gold = await shop.plan();
      const own = (cents: number) => `<unit_amount_in_cents>${cents}</unit_amount_in_cents>`;
      for (const code of ['tiered', 'volume', 'stairstep', 'own'])
        await added(
          shop,
          gold,
          `<add_on_code>${code}</add_on_code><name>${code}</name><tier_type>${code === 'own' ? 'tiered' : code}</tier_type>${tiers(usd('unit_amount_in_cents', 300), usd('unit_amount_in_cents', 100))}`,
        );
      return sold(
        shop,
        gold,
        addOns(
          addOn('tiered', quantity(12)),
          addOn('volume', quantity(12)),
          addOn('stairstep', quantity(12)),
          addOn('own', quantity(12) + tiers(own(200), own(90))),
        ),
      );
    },
    'one with usage': async (shop) => {
      const gold = await shop.plan();
      const uses = await usage(shop);
      const rows = [
        ['price', `<usage_type>price</usage_type>${usd('unit_amount_in_cents', 37)}`],
        [
          'last',
          `<usage_type>price</usage_type><usage_calculation_type>last_in_period</usage_calculation_type>${usd('unit_amount_in_cents', 37)}`,
        ],
        ['share', '<usage_type>percentage</usage_type><usage_percentage>1.5</usage_percentage>'],
        [
          'shares',
          `<usage_type>percentage</usage_type><tier_type>tiered</tier_type><usage_timeframe>subscription_term</usage_timeframe>${percentages}`,
        ],
      ] as const;
      for (const [code, inner] of rows)
        await added(shop, gold, `<add_on_code>${code}</add_on_code><name>${code}</name>${uses}${inner}`);
      return sold(shop, gold, addOns(addOn('price', unit(30)), addOn('last'), addOn('share'), addOn('shares')));
    },
    'one with an item and an add-on of the same code': async (shop) => {
      const gold = await shop.plan('<allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>');
      const mug = await item(shop, '<external_sku>M</external_sku>');
      await added(shop, gold, `<item_code>${mug}</item_code>${usd('unit_amount_in_cents', 200)}`);
      const source = '<add_on_source>item</add_on_source>';
      return sold(shop, gold, addOns(addOn(mug, quantity(2)), addOn(mug, source + unit(300) + quantity(4))));
    },
    'one with an item': async (shop) => {
      const gold = await shop.plan('<allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>');
      const mug = await item(shop);
      return sold(shop, gold, addOns(addOn(mug, `<add_on_source>item</add_on_source>${unit(300)}`)));
    },
    'one with an inactive item': async (shop) => {
      const gold = await shop.plan('<allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>');
      const mug = await item(shop);
      const path = await sold(shop, gold, addOns(addOn(mug, `<add_on_source>item</add_on_source>${unit(300)}`)));
      expect((await shop.api('DELETE', `/v2/items/${mug}`)).status).toBe(204);
      return path;
    },
    'one with an add-on that the plan has no more': async (shop) => {
      const gold = await shop.plan();
      await shop.sells(gold, 'seats', 600);
      const path = await sold(shop, gold, addOns(addOn('seats', quantity(3))));
      expect((await shop.api('DELETE', `/v2/plans/${gold}/add_ons/seats`)).status).toBe(204);
      return path;
    },
    'one of a plan that is not sold any more': async (shop) => {
      const gold = await shop.plan();
      const path = await sold(shop, gold);
      expect((await shop.api('DELETE', `/v2/plans/${gold}`)).status).toBe(204);
      return path;
    },
    'one with the ramp of its plan': async (shop) => sold(shop, await rising(shop)),
    'one with a ramp of its own': async (shop) =>
      sold(
        shop,
        await rising(shop),
        `<ramp_intervals type="array">${interval(1, unit(400))}${interval(3, unit(700))}</ramp_intervals>`,
      ),
    'a trial': async (shop) =>
      sold(
        shop,
        await shop.plan(
          '<trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit>',
        ),
      ),
    'a future one': async (shop) => sold(shop, await shop.plan(), '<starts_at>2031-01-01T00:00:00Z</starts_at>'),
    'a canceled one': async (shop) => {
      const path = await sold(shop, await shop.plan());
      await shop.api('PUT', `${path}/cancel`);
      return path;
    },
    'one that pauses': async (shop) => {
      const path = await sold(shop, await shop.plan());
      await shop.api(
        'PUT',
        `${path}/pause`,
        '<subscription><remaining_pause_cycles>2</remaining_pause_cycles></subscription>',
      );
      return path;
    },
    'one with its own method': async (shop) => {
      const buyer = await account(shop, cardInfo());
      const path = `/v2/accounts/${buyer}/billing_infos`;
      const uuid = textOf(await posted(shop, path, cardInfo('5555555555554444')), 'uuid');
      return `/v2/subscriptions/${await shop.subscribe(buyer, await shop.plan(), `<billing_info_uuid>${uuid}</billing_info_uuid>`)}`;
    },
  },
  update_usage: {
    'usage by price': (shop) => used(shop, `<usage_type>price</usage_type>${usd('unit_amount_in_cents', 37)}`),
    'usage by percentage': (shop) =>
      used(shop, '<usage_type>percentage</usage_type><usage_percentage>1.5</usage_percentage>'),
    'usage by percentages': (shop) =>
      used(shop, `<usage_type>percentage</usage_type><tier_type>tiered</tier_type>${percentages}`),
  },
  update_invoice: {
    'a paid invoice': (shop) => invoice(shop),
    'an invoice with everything': async (shop) => {
      const buyer = await account(shop, `<address>${ADDRESS}</address>${cardInfo()}`);
      return invoice(
        shop,
        '<po_number>7</po_number><terms_and_conditions>T</terms_and_conditions><customer_notes>N</customer_notes><vat_reverse_charge_notes>V</vat_reverse_charge_notes>',
        buyer,
      );
    },
    'an invoice that is paid by hand': async (shop) =>
      invoice(shop, '<collection_method>manual</collection_method><net_terms>30</net_terms>'),
    'a credit invoice': async (shop) => {
      const path = await invoice(shop);
      const xml = await posted(shop, `${path}/refund`, '<invoice><amount_in_cents>900</amount_in_cents></invoice>');
      return `/v2/invoices/${textOf(xml, 'invoice_number')}`;
    },
  },
  update_plan: {
    'a plan': async (shop) => `/v2/plans/${await shop.plan()}`,
    'a plan with everything': async (shop) =>
      `/v2/plans/${await shop.plan(
        `${usd('setup_fee_in_cents', 500)}<description>D</description><accounting_code>a</accounting_code><setup_fee_accounting_code>b</setup_fee_accounting_code><success_url>https://example.com/a</success_url><cancel_url>https://example.com/b</cancel_url><plan_interval_length>2</plan_interval_length><plan_interval_unit>months</plan_interval_unit><trial_interval_length>7</trial_interval_length><trial_interval_unit>days</trial_interval_unit><trial_requires_billing_info>false</trial_requires_billing_info><total_billing_cycles>12</total_billing_cycles><auto_renew>false</auto_renew><tax_exempt>true</tax_exempt><tax_code>digital</tax_code><unit_name>seat</unit_name><display_quantity>true</display_quantity><revenue_schedule_type>evenly</revenue_schedule_type><setup_fee_revenue_schedule_type>evenly</setup_fee_revenue_schedule_type><allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>${CUSTOM}`,
      )}`,
    'a plan with a ramp': async (shop) => `/v2/plans/${await rising(shop)}`,
  },
  update_add_on: {
    'a fixed add-on': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<add_on_code>seats</add_on_code><name>Seats</name>${usd('unit_amount_in_cents', 600)}<default_quantity>2</default_quantity><display_quantity_on_hosted_page>true</display_quantity_on_hosted_page><optional>false</optional><accounting_code>a</accounting_code><tax_code>digital</tax_code><revenue_schedule_type>evenly</revenue_schedule_type>`,
      ),
    'an add-on with tiers': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<add_on_code>seats</add_on_code><name>Seats</name><tier_type>volume</tier_type>${tiers(usd('unit_amount_in_cents', 300), usd('unit_amount_in_cents', 100))}`,
      ),
    'an add-on of an item': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<item_code>${await item(shop, '<external_sku>M</external_sku>')}</item_code>${usd('unit_amount_in_cents', 200)}`,
      ),
    'an add-on of usage by price': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<add_on_code>used</add_on_code><name>Used</name>${await usage(shop)}<usage_type>price</usage_type><usage_calculation_type>last_in_period</usage_calculation_type>${usd('unit_amount_in_cents', 37)}`,
      ),
    'an add-on of usage by percentage': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<add_on_code>used</add_on_code><name>Used</name>${await usage(shop)}<usage_type>percentage</usage_type><usage_percentage>1.5</usage_percentage>`,
      ),
    'an add-on of usage by percentages': async (shop) =>
      added(
        shop,
        await shop.plan(),
        `<add_on_code>used</add_on_code><name>Used</name>${await usage(shop)}<usage_type>percentage</usage_type><tier_type>tiered</tier_type><usage_timeframe>subscription_term</usage_timeframe>${percentages}`,
      ),
  },
  update_measured_unit: { 'a measured unit': async (shop) => `/v2/measured_units/${await measured(shop)}` },
  update_item: {
    'an item': async (shop) =>
      `/v2/items/${await item(shop, `<description>D</description><external_sku>M</external_sku><accounting_code>a</accounting_code><revenue_schedule_type>evenly</revenue_schedule_type><tax_exempt>true</tax_exempt><tax_code>digital</tax_code>${CUSTOM}`)}`,
    'an inactive item': async (shop) => {
      const code = await item(shop);
      expect((await shop.api('DELETE', `/v2/items/${code}`)).status).toBe(204);
      return `/v2/items/${code}`;
    },
  },
  update_general_ledger_account: {
    'a ledger account': async (shop) => {
      const body = `<general_ledger_account><code>${fresh('gl')}</code><account_type>revenue</account_type><description>D</description></general_ledger_account>`;
      return `/v2/general_ledger_accounts/${textOf(await posted(shop, '/v2/general_ledger_accounts', body), 'id')}`;
    },
  },
  update_coupon: {
    'a coupon in percent': (shop) =>
      coupon(
        shop,
        '<discount_type>percent</discount_type><discount_percent>10</discount_percent><duration>temporal</duration><temporal_unit>month</temporal_unit><temporal_amount>3</temporal_amount><max_redemptions>9</max_redemptions><max_redemptions_per_account>1</max_redemptions_per_account><description>D</description><invoice_description>I</invoice_description><redeem_by_date>2031-01-01T00:00:00Z</redeem_by_date>',
      ),
    'a coupon of amounts': (shop) =>
      coupon(shop, `<discount_type>dollars</discount_type>${usd('discount_in_cents', 300)}`),
    'a coupon of free time': (shop) =>
      coupon(
        shop,
        '<discount_type>free_trial</discount_type><free_trial_amount>2</free_trial_amount><free_trial_unit>week</free_trial_unit>',
      ),
    'a coupon of some plans and items': async (shop) =>
      coupon(
        shop,
        `<discount_type>percent</discount_type><discount_percent>10</discount_percent><applies_to_all_plans>false</applies_to_all_plans><plan_codes><plan_code>${await shop.plan()}</plan_code></plan_codes><item_codes><item_code>${await item(shop)}</item_code></item_codes>`,
      ),
    'a bulk coupon': (shop) =>
      coupon(
        shop,
        `<discount_type>percent</discount_type><discount_percent>10</discount_percent><coupon_type>bulk</coupon_type><unique_code_template>'x'99999</unique_code_template>`,
      ),
  },
};

/** Records that cannot be sent back to change nothing, beside those of older versions that have no such endpoint. */
const WITHOUT_RECORDS = [
  // The moment that was read has passed.
  'travel',
];

const SINCE = new Map(endpoints({} as Parameters<typeof endpoints>[0]).map(({ name, since }) => [name, since]));

/** Programs read a record, change one of its fields in memory, and send all of it. */
onSqlite('a record that is sent back as it was read', (service) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openChangingShop(service(), {}, LATEST);
    const deps = { storage: service().service.opened.storage, world: openWorld(service().clock) };
    const caller = { site: shop.site, actor: 'test', at: 1_811_808_000, correlation: 'test' };
    await createShippingMethod(deps)(caller, 'parcel', { name: 'Parcel' });
    for (const record of ['account', 'item', 'plan', 'subscription'] as const)
      await defineCustomField(deps)(caller, record, 'size', {});
  });

  it('is one of every endpoint that changes what it shows', () => {
    expect([...Object.keys(RECORDS), ...WITHOUT_RECORDS].sort()).toEqual(changeable().sort());
  });

  /** Returns what goes wrong when a record is read and sent back in a version. */
  const faultsIn = async (path: string, version: Version): Promise<string[]> => {
    const at = { 'X-Api-Version': version };
    const read = await shop.api('GET', path, undefined, at);
    expect(read.status, read.text).toBe(200);
    const before = (await shop.api('GET', path)).text.split('\n');
    const answer = await shop.api('PUT', path, read.text, at);
    const after = (await shop.api('GET', path)).text.split('\n');
    const changed = [
      ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
      ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
    ].filter((line) => !line.includes('<updated_at'));
    return [...(answer.status === 200 ? [] : [answer.text]), ...changed].map((fault) => `${version}: ${fault}`);
  };

  describe.each(Object.entries(RECORDS))(
    'is accepted by %s in every version, and changes nothing:',
    (endpoint, made) => {
      const since = SINCE.get(endpoint);
      it.each(Object.entries(made))('%s', { timeout: 60_000 }, async (_, make) => {
        const path = await make(shop);
        const faults: string[] = [];
        for (const version of VERSIONS.filter((one) => !since || atLeast(one, since)))
          faults.push(...(await faultsIn(path, version)));
        expect(faults).toEqual([]);
      });
    },
  );

  it('clears a pending change, which is what a subscription without other changes says', async () => {
    const path = await sold(shop, await shop.plan());
    const change = `<subscription>${timeframe('renewal')}${quantity(3)}</subscription>`;
    expect((await shop.api('PUT', path, change)).status).toBe(200);
    expect((await faultsIn(path, LATEST)).map((fault) => fault.slice(0, 30))).toContain(
      '2.29: - <pending_subscription ',
    );
  });

  it('is refused where nothing can change: a coupon that is not redeemable any more', async () => {
    const path = await coupon(shop, '<discount_type>percent</discount_type><discount_percent>10</discount_percent>');
    expect((await shop.api('DELETE', path)).status).toBe(204);
    expect((await faultsIn(path, LATEST)).join('')).toContain('<symbol>coupon_not_redeemable</symbol>');
  });
});
