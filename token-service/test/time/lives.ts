import { newestCatalogue, newestParts } from '../money/newest-parts.ts';
import type { Random } from '../money/random.ts';
import { element } from '../money/random-parts.ts';
import { cardInfo } from '../stories/subscription-shop.ts';

/**
 * A request at a moment of the site's clock, the same in every run. In its path and body `:uuid` stands for the life's
 * latest subscription, `:invoice` for the latest charge invoice of its account, `:line` for the first line of that, and
 * `:method` for the newest payment method of its account.
 */
export interface DatedRequest {
  /** In seconds since 1970. */
  readonly at: number;
  /** The number of the life, which is its account's as well. */
  readonly life: number;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  /** Uses what the newest version of the API brought. */
  readonly isNewest?: true;
  /** Its answer holds the subscription. */
  readonly subscribes?: boolean;
}

const DAY = 86_400;
export const DAYS = 400;
/** A site's first moment: before the last days of a January, of which February has none. */
export const START = Date.UTC(2027, 0, 25, 8, 30) / 1000;
export const END = START + DAYS * DAY;
/** Days on which requests are made, in a few hours each: a jump from one to the next crosses several periods. */
const BUSY = [0, 4, 5, 6, 17, 34, 35, 45, 80, 81, 130, 200, 201, 290];
const BUSY_HOURS = 6;
/** Lives are sold on the first of these days, among them 29, 30 and 31 January. */
const SOLD_ON = 7;
/** Only so many lives have requests at the second of a boundary, which are on any day. */
const PUNCTUAL = 4;

const usd = (name: string, cents: number): string => element(name, element('USD', cents));

const plan = (code: string, cents: number, inner = ''): string =>
  element('plan', element('plan_code', code) + element('name', code) + usd('unit_amount_in_cents', cents) + inner);

const period = (unit: 'days' | 'months', length: number): string =>
  element('plan_interval_unit', unit) + element('plan_interval_length', length);

const TRIAL =
  '<trial_interval_unit>days</trial_interval_unit><trial_interval_length>14</trial_interval_length>' +
  '<trial_requires_billing_info>false</trial_requires_billing_info>';

const PLANS: Readonly<Record<string, string>> = {
  monthly: plan('monthly', 3000, usd('setup_fee_in_cents', 500)),
  dearer: plan('dearer', 4999),
  quarterly: plan('quarterly', 8000, `${period('months', 3)}<total_billing_cycles>2</total_billing_cycles>`),
  term: plan('term', 2550, '<total_billing_cycles>3</total_billing_cycles><auto_renew>false</auto_renew>'),
  yearly: plan('yearly', 30_000, period('months', 12)),
  fortnight: plan('fortnight', 1111, period('days', 14)),
  trial: plan('trial', 1999, TRIAL),
};
const PLAN_CODES = Object.keys(PLANS);

/** Long intervals are likelier, because every renewal takes its time in each run. */
const somePlan = (random: Random): string =>
  random.weighed([
    [5, 'fortnight'],
    [20, 'monthly'],
    [12, 'dearer'],
    [12, 'trial'],
    [15, 'term'],
    [22, 'quarterly'],
    [14, 'yearly'],
  ]);

const ADD_ONS = [
  `<add_on_code>seats</add_on_code><name>Seats</name>${usd('unit_amount_in_cents', 333)}`,
  `<add_on_code>support</add_on_code><name>Support</name>${usd('unit_amount_in_cents', 1250)}`,
];
const CALLS =
  '<add_on_code>calls</add_on_code><name>Calls</name><add_on_type>usage</add_on_type><usage_type>price</usage_type>' +
  usd('unit_amount_in_cents', 7);

const coupon = (code: string, inner: string): string =>
  element('coupon', element('coupon_code', code) + element('name', code) + inner);

const COUPONS: Readonly<Record<string, string>> = {
  TEN: coupon('TEN', '<discount_type>percent</discount_type><discount_percent>10</discount_percent>'),
  ONCE: coupon(
    'ONCE',
    `<discount_type>dollars</discount_type>${usd('discount_in_cents', 700)}<duration>single_use</duration>`,
  ),
  SEASON: coupon(
    'SEASON',
    '<discount_type>percent</discount_type><discount_percent>33</discount_percent><duration>temporal</duration>' +
      '<temporal_unit>month</temporal_unit><temporal_amount>3</temporal_amount>',
  ),
  POT: coupon('POT', `<discount_type>dollars</discount_type>${usd('discount_in_cents', 333)}`),
};

/** Returns the catalogue of the site: `unit` is the id of its measured unit. */
export const catalogue = (unit: string): readonly (readonly [path: string, body: string])[] => [
  ...Object.values(PLANS).map((body) => ['/v2/plans', body] as const),
  ...PLAN_CODES.flatMap((code) =>
    [...ADD_ONS, CALLS + element('measured_unit_id', unit)].map(
      (inner) => [`/v2/plans/${code}/add_ons`, element('add_on', inner)] as const,
    ),
  ),
  ...Object.values(COUPONS).map((body) => ['/v2/coupons', body] as const),
  ...newestCatalogue(unit),
];

export const MEASURED_UNIT = '<measured_unit><name>call</name><display_name>Calls</display_name></measured_unit>';

export const accountOf = (life: number): string => `life-${life}`;

const GOOD = '4111111111111111';
/** Stored, then declined at each charge: softly, for good, by a broken line, and never to be tried again. */
const DECLINING = ['4000000000000341', '4000000000009979', '4000000000005126', '4000000000009987'];
const BANK_ACCOUNT =
  '<billing_info><name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
  '<account_number>111111111</account_number><account_type>checking</account_type></billing_info>';

const iso = (at: number): string => new Date(at * 1000).toISOString();

/** The requests of so many random lives, by date; no two at the same second. */
export const randomLives = (random: Random, count: number): DatedRequest[] => {
  const requests = Array.from({ length: count }, (_, life) => requestsOf(random, life)).flat();
  const sorted = requests.toSorted((a, b) => a.at - b.at);
  let last = START;
  return sorted.map((request) => {
    last = Math.max(request.at, last + 1);
    return { ...request, at: last };
  });
};

type Request = Omit<DatedRequest, 'at' | 'life'>;

const requestsOf = (random: Random, life: number): DatedRequest[] => {
  const born = onDay(random, BUSY[random.below(SOLD_ON)]);
  const manual = random.percent(15);
  const account = element('account_code', accountOf(life)) + element('email', 'ada@example.com');
  const payment = manual ? '' : random.percent(8) ? BANK_ACCOUNT : cardInfo(GOOD);
  const happens: Request[] = [
    { method: 'POST', path: '/v2/accounts', body: element('account', account + payment) },
    random.percent(40)
      ? newestSubscription(random, life, manual)
      : {
          method: 'POST',
          path: '/v2/subscriptions',
          body: subscriptionBody(random, life, born, manual),
          subscribes: true,
        },
  ];
  const later = Array.from({ length: random.below(8) }, () => {
    const at = momentAfter(random, life, born);
    return { at, life, ...operation(random, life, at) };
  });
  return [...happens.map((request, place) => ({ at: born + place, life, ...request })), ...later];
};

const onDay = (random: Random, day = 0): number => START + day * DAY + 60 + random.below(BUSY_HOURS * 3600);

/** On a busy day after the sale, the earlier the likelier; or at the second of a boundary, or beside it. */
const momentAfter = (random: Random, life: number, born: number): number => {
  if (life < PUNCTUAL && random.percent(50)) {
    const sold = new Date((born + 1) * 1000);
    sold.setUTCMonth(sold.getUTCMonth() + 1 + random.below(10));
    return sold.getTime() / 1000 + random.below(3) - 1;
  }
  const days = BUSY.filter((day) => START + day * DAY > born);
  return onDay(random, days[Math.min(random.below(days.length), random.below(days.length))]);
};

const addOns = (random: Random): string => {
  const fixed = ['seats', 'support'].filter(() => random.percent(40));
  const taken = fixed.map((code) => element('add_on_code', code) + element('quantity', 1 + random.below(4)));
  const used = random.percent(75) ? ['<add_on_code>calls</add_on_code>'] : [];
  return element(
    'subscription_add_ons',
    [...taken, ...used].map((inner) => element('subscription_add_on', inner)).join(''),
  );
};

const subscriptionBody = (random: Random, life: number, at: number, manual: boolean): string =>
  element(
    'subscription',
    element('plan_code', somePlan(random)) +
      element('currency', 'USD') +
      element('account', element('account_code', accountOf(life))) +
      (random.percent(40) ? element('quantity', 1 + random.below(3)) : '') +
      addOns(random) +
      (random.percent(12) ? element('starts_at', iso(at + random.below(30 * DAY) + 60)) : '') +
      (random.percent(12) ? element('trial_ends_at', iso(at + random.below(20 * DAY) + 60)) : '') +
      (random.percent(12) ? element('first_renewal_date', iso(at + random.below(45 * DAY) + 60 * DAY)) : '') +
      (random.percent(15) ? element('total_billing_cycles', 1 + random.below(4)) : '') +
      (random.percent(15) ? element('auto_renew', String(random.percent(50))) : '') +
      (random.percent(30) ? element('coupon_code', random.pick(Object.keys(COUPONS)) ?? '') : '') +
      (manual ? MANUAL : ''),
  );

const MANUAL = '<collection_method>manual</collection_method><net_terms>10</net_terms>';

const newestSubscription = (random: Random, life: number, manual = false): Request => ({
  method: 'POST',
  path: '/v2/subscriptions',
  body: element(
    'subscription',
    `${newestParts(random).subscription()}<currency>USD</currency>${manual ? MANUAL : ''}` +
      element('account', element('account_code', accountOf(life))),
  ),
  subscribes: true,
  isNewest: true,
});

/** An operation of what the newest version sells, on the life's latest subscription or its payment methods. */
const newestOperation = (random: Random, life: number, at: number): Request => {
  const parts = newestParts(random);
  const subscription = '/v2/subscriptions/:uuid';
  const methods = `/v2/accounts/${accountOf(life)}/billing_infos`;
  const withRoles = (number: string | undefined): string =>
    cardInfo(number).replace('</billing_info>', `${parts.roles()}</billing_info>`);
  const request = (method: Request['method'], path: string, body?: string): Request => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    isNewest: true,
  });
  const usage = (code: string): Request =>
    request(
      'POST',
      `${subscription}/add_ons/${code}/usage`,
      element('usage', parts.used(code) + element('usage_timestamp', iso(at - random.below(9) * DAY))),
    );
  const bought = (): string =>
    element(
      'purchase',
      element('currency', 'USD') +
        element('account', element('account_code', accountOf(life))) +
        parts.charges() +
        element('subscriptions', element('subscription', parts.subscription())) +
        parts.fees(),
    );
  return random.weighed<() => Request>([
    [10, () => request('PUT', subscription, element('subscription', parts.terms()))],
    [5, () => request('POST', methods, withRoles(random.pick([GOOD, GOOD, ...DECLINING])))],
    [3, () => request('PUT', `${methods}/:method`, element('billing_info', parts.roles()))],
    [1, () => request('DELETE', `${methods}/:method`)],
    [
      4,
      () => request('PUT', subscription, '<subscription><billing_info_uuid>:method</billing_info_uuid></subscription>'),
    ],
    [4, () => usage('water')],
    [4, () => usage('fees')],
    [2, () => request('POST', '/v2/purchases', bought())],
    [2, () => newestSubscription(random, life)],
    [
      3,
      () =>
        request(
          'POST',
          '/v2/invoices/:invoice/refund',
          element('invoice', element('line_items', element('adjustment', `<uuid>:line</uuid>${parts.part()}`))),
        ),
    ],
  ])();
};

const operation = (random: Random, life: number, at: number): Request => {
  if (random.percent(35)) return newestOperation(random, life, at);
  const subscription = '/v2/subscriptions/:uuid';
  const account = `/v2/accounts/${accountOf(life)}`;
  const put = (path: string, body?: string): Request =>
    body === undefined ? { method: 'PUT', path } : { method: 'PUT', path, body };
  const cents = () => 1 + random.below(4000);
  const adjustment = (sign: '' | '-'): Request => ({
    method: 'POST',
    path: `${account}/adjustments`,
    body: element('adjustment', `${element('unit_amount_in_cents', `${sign}${cents()}`)}<currency>USD</currency>`),
  });
  return random.weighed<() => Request>([
    [10, () => put(subscription, change(random))],
    [3, () => put(`${subscription}/cancel${random.percent(30) ? '?timeframe=term_end' : ''}`)],
    [3, () => put(`${subscription}/reactivate`)],
    [
      4,
      () => put(`${subscription}/pause`, element('subscription', element('remaining_pause_cycles', random.below(4)))),
    ],
    [3, () => put(`${subscription}/resume`)],
    [3, () => put(`${subscription}/postpone?next_bill_date=${iso(at + 60 + random.below(50 * DAY))}`)],
    [1, () => put(`${subscription}/terminate?refund=${random.pick(['none', 'partial', 'full'])}`)],
    [1, () => put(`${subscription}/convert_trial`)],
    [4, () => put(`${account}/billing_info`, cardInfo(random.pick(DECLINING)))],
    [4, () => put(`${account}/billing_info`, cardInfo(GOOD))],
    [1, () => ({ method: 'DELETE', path: `${account}/billing_info` })],
    [3, () => adjustment('')],
    [2, () => adjustment('-')],
    [1, () => ({ method: 'POST', path: `${account}/invoices`, body: '<invoice></invoice>' })],
    [
      3,
      () => ({
        method: 'POST',
        path: `/v2/coupons/${random.pick(Object.keys(COUPONS))}/redeem`,
        body: element('redemption', `${element('account_code', accountOf(life))}<currency>USD</currency>`),
      }),
    ],
    [
      8,
      () => ({
        method: 'POST',
        path: `${subscription}/add_ons/calls/usage`,
        body: element(
          'usage',
          element('amount', random.below(300)) + element('usage_timestamp', iso(at - random.below(9) * DAY)),
        ),
      }),
    ],
    [2, () => ({ method: 'POST', path: '/v2/purchases', body: purchase(random, life) })],
    [2, () => ({ method: 'POST', path: '/v2/purchases/authorize', body: purchase(random, life) })],
    [1, () => ({ method: 'POST', path: '/v2/gift_cards', body: giftCard(random, life, at) })],
    [1, () => put('/v2/plans/dearer', element('plan', usd('unit_amount_in_cents', cents())))],
    [
      2,
      () => ({
        method: 'POST',
        path: '/v2/subscriptions',
        body: subscriptionBody(random, life, at, false),
        subscribes: true,
      }),
    ],
    [
      3,
      () => ({
        method: 'POST',
        path: '/v2/invoices/:invoice/refund',
        body: element('invoice', random.percent(50) ? element('amount_in_cents', cents()) : ''),
      }),
    ],
    [1, () => put('/v2/invoices/:invoice/collect')],
    [1, () => put('/v2/invoices/:invoice/mark_failed')],
    [1, () => put('/v2/invoices/:invoice/mark_successful')],
    [1, () => ({ method: 'DELETE', path: account })],
  ])();
};

const purchase = (random: Random, life: number): string =>
  element(
    'purchase',
    element('currency', 'USD') +
      element('account', element('account_code', accountOf(life))) +
      element('adjustments', element('adjustment', element('unit_amount_in_cents', 1 + random.below(5000)))) +
      element('subscriptions', element('subscription', element('plan_code', somePlan(random)) + addOns(random))),
  );

const giftCard = (random: Random, life: number, at: number): string =>
  element(
    'gift_card',
    '<product_code>tideline</product_code><unit_amount_in_cents>2000</unit_amount_in_cents><currency>USD</currency>' +
      element(
        'delivery',
        '<method>email</method><email_address>bob@example.com</email_address><first_name>Bob</first_name>' +
          `<last_name>Roy</last_name>${element('deliver_at', iso(at + (1 + random.below(200)) * DAY))}`,
      ) +
      element('gifter_account', element('account_code', accountOf(life))),
  );

const change = (random: Random): string =>
  element(
    'subscription',
    element('timeframe', random.pick(['now', 'now', 'now', 'bill_date', 'term_end', 'renewal']) ?? 'now') +
      random.weighed<() => string>([
        [3, () => element('quantity', 1 + random.below(5))],
        [3, () => element('unit_amount_in_cents', 1 + random.below(6000))],
        [2, () => element('quantity', 1 + random.below(5)) + element('unit_amount_in_cents', 1 + random.below(6000))],
        [3, () => element('plan_code', somePlan(random))],
        [3, () => addOns(random)],
      ])(),
  );
