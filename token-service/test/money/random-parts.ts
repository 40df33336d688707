import type { Random } from './random.ts';
import { someAddress } from './world-addresses.ts';

/** Random parts of purchases. */
export interface RandomParts {
  card(): string;
  bankAccount(): string;
  charges(most: number): string;
  subscriptions(): string;
  /** The terms of a change of a subscription. */
  terms(): string;
  coupons(codes: readonly string[]): string;
  currency(): string;
}

export const element = (name: string, inner: string | number): string => `<${name}>${inner}</${name}>`;

const GOOD = '4111111111111111';
/** Declined, timed out, approved for review, refund declined; accepted for storage but declined when charged. */
const OTHERS = [
  ...['4000000000000002', '4000000000000309', '4222222222222220', '4000000000002024'],
  ...['4000000000000341', '4000000000009979'],
];
const BANK_ACCOUNTS = ['111111111', '111111112', '111111114'];

/** Cards whose payments the customer has to confirm: at once, and when they are stored. */
export const CHALLENGED = ['4000000000003220', '4000008400001629'];

export const randomParts = (random: Random, others: readonly string[] = OTHERS): RandomParts => {
  const amount = (): number =>
    random.weighed([
      [6, 100 + random.below(9900)],
      [2, 1 + random.below(99)],
      [1, 0],
    ] as const);
  const charge = (): string => {
    const sign = random.percent(12) ? '-' : '';
    const cents = amount();
    return element(
      'adjustment',
      element('unit_amount_in_cents', `${cents === 0 ? '' : sign}${cents}`) + element('quantity', 1 + random.below(4)),
    );
  };
  const subscription = (): string => {
    const [plan, addOns] = random.weighed([
      [5, ['tideline', ['storm-alerts', 'tide-tables', 'readers', 'prints']]],
      [2, ['tideline-yearly', ['storm-alerts']]],
      [2, ['tideline-trial', []]],
    ] as const);
    const chosen = addOns.filter(() => random.percent(30));
    const bought = chosen.map((code) =>
      element('subscription_add_on', element('add_on_code', code) + element('quantity', 1 + random.below(12))),
    );
    return element(
      'subscription',
      element('plan_code', plan) +
        (random.percent(40) ? element('quantity', 1 + random.below(3)) : '') +
        (bought.length > 0 ? element('subscription_add_ons', bought.join('')) : ''),
    );
  };
  const several = (count: number, one: () => string): string => Array.from({ length: count }, one).join('');
  return {
    card() {
      const number = random.percent(75) ? GOOD : (random.pick(others) ?? GOOD);
      const fields = { first_name: 'Ada', last_name: 'Lovelace', number, month: 12, year: 2040 };
      const card = Object.entries(fields).map(([name, value]) => element(name, value));
      const { address, vat } = someAddress(random);
      return element('billing_info', card.join('') + (random.percent(75) ? address + vat : ''));
    },
    bankAccount: () =>
      element(
        'billing_info',
        '<name_on_account>Ada Lovelace</name_on_account><routing_number>123456780</routing_number>' +
          `<account_number>${random.pick(BANK_ACCOUNTS)}</account_number><account_type>checking</account_type>`,
      ),
    charges: (most) => element('adjustments', several(random.below(most + 1), charge)),
    subscriptions: () =>
      element(
        'subscriptions',
        several(
          random.weighed([
            [5, 0],
            [4, 1],
            [1, 2],
          ]),
          subscription,
        ),
      ),
    terms: () =>
      random.weighed([
        [5, element('quantity', 1 + random.below(9))],
        [2, element('quantity', 1)],
        [3, element('unit_amount_in_cents', random.below(8000))],
        [2, element('plan_code', random.pick(['tideline', 'tideline-yearly']) ?? '')],
      ]) + (random.percent(15) ? '<collection_method>manual</collection_method><net_terms>20</net_terms>' : ''),
    coupons(codes) {
      const chosen = codes.filter(() => random.percent(Math.min(60, 120 / Math.max(codes.length, 1))));
      return chosen.length === 0
        ? ''
        : element('coupon_codes', chosen.map((code) => element('coupon_code', code)).join(''));
    },
    currency: () =>
      random.weighed([
        [7, 'USD'],
        [3, 'EUR'],
        [1, 'JPY'],
      ]),
  };
};
