import type { Random } from './random.ts';
import { element } from './random-parts.ts';

/** The plans of the catalogue that the parts below sell, besides those of the demo site. */
const OPEN = 'harbour';
const RISING = 'rising';
const ITEMS = ['mug', 'atlas'];

const inCurrencies = (name: string, cents: number): string =>
  element(name, `<USD>${cents}</USD><EUR>${cents - 5}</EUR><JPY>${cents + 7}</JPY>`);
const intervals = (...steps: readonly (readonly [from: number, price: string])[]): string =>
  element(
    'ramp_intervals',
    steps.map(([from, price]) => element('ramp_interval', element('starting_billing_cycle', from) + price)).join(''),
  );
const shares = (...steps: readonly (readonly [ending: number | null, share: string])[]): string =>
  element(
    'tiers',
    steps
      .map(([ending, share]) =>
        element(
          'tier',
          (ending === null ? '' : element('ending_amount_in_cents', ending)) + element('usage_percentage', share),
        ),
      )
      .join(''),
  );
const tier = (ending: number | null, price: string): string =>
  element('tier', (ending === null ? '' : element('ending_quantity', ending)) + price);

/** Returns the requests that create the catalogue: `unit` is the id of a measured unit. */
export const newestCatalogue = (unit: string): readonly (readonly [path: string, body: string])[] => {
  const usage = `<add_on_type>usage</add_on_type>${element('measured_unit_id', unit)}`;
  const percentages = ['USD', 'EUR', 'JPY'].map((currency) =>
    element('percentage_tier', element('currency', currency) + shares([2000, '7.5'], [null, '2.25'])),
  );
  return [
    ...ITEMS.map(
      (code) =>
        [
          '/v2/items',
          element('item', element('item_code', code) + element('name', code) + element('tax_code', 'physical')),
        ] as const,
    ),
    [
      '/v2/plans',
      element(
        'plan',
        `${element('plan_code', OPEN)}<name>Harbour</name><allow_any_item_on_subscriptions>true</allow_any_item_on_subscriptions>` +
          inCurrencies('unit_amount_in_cents', 1234) +
          inCurrencies('setup_fee_in_cents', 321),
      ),
    ],
    [
      '/v2/plans',
      element(
        'plan',
        `${element('plan_code', RISING)}<name>Rising</name><pricing_model>ramp</pricing_model>` +
          intervals(
            [1, inCurrencies('unit_amount_in_cents', 700)],
            [2, inCurrencies('unit_amount_in_cents', 1100)],
            [4, inCurrencies('unit_amount_in_cents', 1500)],
          ),
      ),
    ],
    [
      `/v2/plans/${OPEN}/add_ons`,
      element('add_on', element('item_code', 'mug') + inCurrencies('unit_amount_in_cents', 250)),
    ],
    [
      `/v2/plans/${OPEN}/add_ons`,
      element(
        'add_on',
        '<add_on_code>berths</add_on_code><name>Berths</name><tier_type>tiered</tier_type>' +
          element(
            'tiers',
            tier(2, inCurrencies('unit_amount_in_cents', 333)) + tier(null, inCurrencies('unit_amount_in_cents', 111)),
          ),
      ),
    ],
    [
      `/v2/plans/${OPEN}/add_ons`,
      element(
        'add_on',
        `<add_on_code>water</add_on_code><name>Water</name>${usage}<usage_type>price</usage_type>` +
          inCurrencies('unit_amount_in_cents', 37),
      ),
    ],
    [
      `/v2/plans/${OPEN}/add_ons`,
      element(
        'add_on',
        `<add_on_code>fees</add_on_code><name>Fees</name>${usage}<usage_type>percentage</usage_type><tier_type>tiered</tier_type>` +
          element('percentage_tiers', percentages.join('')),
      ),
    ],
  ];
};

export const HARBOUR_UNIT = '<measured_unit><name>cask</name><display_name>Casks</display_name></measured_unit>';

const ADDRESSES = [
  '<address1>1 Pier</address1><city>San Francisco</city><state>CA</state><zip>94105</zip><country>US</country>',
  '<address1>1 Kai</address1><city>Hamburg</city><state>HH</state><zip>20095</zip><country>DE</country>',
];

/** Random parts of requests that the newest version knows. */
export const newestParts = (random: Random) => {
  const cents = (most: number): number => 1 + random.below(most);
  const unit = (most = 2500): string => element('unit_amount_in_cents', cents(most));
  const address = (): string =>
    element(
      'shipping_address',
      `<first_name>Ada</first_name><last_name>Lovelace</last_name>${random.pick(ADDRESSES) ?? ''}`,
    );
  const fee = (): string =>
    `<shipping_method_code>parcel</shipping_method_code>${element('shipping_amount_in_cents', random.below(900))}`;
  const inclusive = (): string => (random.percent(30) ? '<tax_inclusive>true</tax_inclusive>' : '');
  const quarters = (): string => String(cents(20) / 4);

  const charge = (): string =>
    element(
      'adjustment',
      (random.percent(40) ? element('item_code', random.pick(ITEMS) ?? '') : '') +
        unit(5000) +
        (random.percent(40) ? element('quantity_decimal', quarters()) : element('quantity', cents(4))) +
        inclusive(),
    );
  const addOn = (code: string, inner: string): string =>
    element('subscription_add_on', element('add_on_code', code) + inner);
  const count = (most = 5): string => element('quantity', cents(most));
  const addOns = (): string => {
    const all = [
      () => addOn('mug', count()),
      () => addOn('mug', `<add_on_source>item</add_on_source>${unit(800)}${count()}`),
      () => addOn('atlas', `<add_on_source>item</add_on_source>${unit(800)}${count()}`),
      () =>
        addOn(
          'berths',
          count(7) + (random.percent(30) ? element('tiers', tier(3, unit(300)) + tier(null, unit(200))) : ''),
        ),
      () => addOn('water', random.percent(30) ? '<usage_calculation_type>last_in_period</usage_calculation_type>' : ''),
      () => addOn('fees', ''),
    ];
    const chosen = all.filter(() => random.percent(45)).map((one) => one());
    return chosen.length > 0 ? element('subscription_add_ons', chosen.join('')) : '';
  };
  const ramp = (): string => intervals([1, unit(900)], [1 + cents(3), unit(1500)]);
  const portion = (): string => random.pick(['full_amount', 'prorated_amount', 'none']) ?? '';
  const settings = (): string =>
    random.percent(40)
      ? element('proration_settings', element('charge', portion()) + element('credit', portion()))
      : '';
  return {
    charges: (): string => element('adjustments', Array.from({ length: random.below(3) }, charge).join('')),
    fees: (): string =>
      random.percent(30)
        ? element(
            'shipping_fees',
            element(
              'shipping_fee',
              `<shipping_method_code>parcel</shipping_method_code>${element('shipping_amount_in_cents', cents(900))}${address()}`,
            ),
          )
        : '',
    /** The elements of a subscription to one of the plans of the catalogue. */
    subscription: (): string => {
      const [plan, inner] = random.weighed<readonly [string, () => string]>([
        [6, [OPEN, () => addOns()]],
        [3, [RISING, () => (random.percent(40) ? ramp() : '')]],
      ]);
      return (
        element('plan_code', plan) +
        (random.percent(40) ? count(3) : '') +
        inner() +
        inclusive() +
        (random.percent(40) ? fee() + address() : '')
      );
    },
    /** The terms of a change at once, or later. */
    terms: (): string => {
      const later = random.percent(20) ? '<timeframe>bill_date</timeframe>' : '';
      return (
        random.weighed<() => string>([
          [4, count],
          [5, () => addOns() || '<subscription_add_ons></subscription_add_ons>'],
          [4, () => fee() + address()],
          [2, () => ramp()],
          [2, () => element('plan_code', random.pick([OPEN, RISING, 'tideline']) ?? '')],
          [2, () => count() + unit()],
        ])() + (later || settings())
      );
    },
    /** A part of a line that is refunded. */
    part: (): string =>
      random.weighed<() => string>([
        [2, () => element('amount_in_cents', cents(1500))],
        [2, () => element('percentage', cents(100))],
        [3, () => element('quantity_decimal', quarters())],
        [1, () => element('quantity', cents(3))],
      ])(),
    /** An amount of an add-on of the catalogue: `fees` are of whole cents. */
    used: (code: string): string =>
      code === 'fees' ? element('amount', cents(5000)) : element('amount_decimal', quarters()),
    roles: (): string =>
      random.weighed<string>([
        [3, ''],
        [2, '<primary_payment_method>true</primary_payment_method>'],
        [4, '<backup_payment_method>true</backup_payment_method>'],
        [1, '<backup_payment_method>false</backup_payment_method>'],
      ]),
  };
};
