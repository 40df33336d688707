import type { Random } from '../money/random.ts';
import { element } from '../money/random-parts.ts';
import type { Visitor } from './visitor.ts';

/** An order of a client, repeated with the same key until it is answered. */
export interface Order {
  readonly path: '/v2/purchases' | '/v2/gift_cards';
  readonly body: string;
  /** Its `Idempotency-Key`. */
  readonly key: string;
  readonly account: string;
  readonly pays: Paying;
  /** A card token can be charged only by the process that issued it. */
  readonly byToken: boolean;
  readonly subscribes: boolean;
  readonly coupon: string | undefined;
  readonly giftCard: string | undefined;
}

/**
 * `silent`: the gateway charges the card but never responds. A client with such a card stops when the service is gone.
 */
export type Paying = 'on file' | 'good' | 'declined' | 'silent';

/** Codes that every client may try to redeem first. */
export interface Market {
  readonly coupons: string[];
  readonly giftCards: string[];
}

const NUMBERS = { good: '4111111111111111', declined: '4000000000000002', silent: '4000000000000309' } as const;

let named = 0;
const freshName = (what: string): string => `${what}-${process.pid}-${++named}`;

const billingInfo = async ({ token }: Visitor, random: Random, pays: Exclude<Paying, 'on file'>) => {
  const card = { number: NUMBERS[pays], month: '12', year: '2040', first_name: 'Ada', last_name: 'Lovelace' };
  const byToken = random.percent(30);
  const inner = byToken
    ? element('token_id', await token(card))
    : Object.entries(card)
        .map(([name, value]) => element(name, value))
        .join('');
  return { byToken, inner: element('billing_info', inner) };
};

const buyer = async (visitor: Visitor, random: Random, account: string | undefined) => {
  const pays: Paying = account
    ? 'on file'
    : random.weighed([
        [8, 'good'],
        [2, 'declined'],
        [1, 'silent'],
      ] as const);
  const code = account ?? freshName('shopper');
  const { inner, byToken } =
    pays === 'on file' ? { inner: '', byToken: false } : await billingInfo(visitor, random, pays);
  return { account: code, pays, byToken, inner: element('account_code', code) + inner };
};

/**
 * Builds a purchase of charges, often with a plan, sometimes with a coupon or a gift card; by an account with a card on
 * file, or by a new one with a card.
 */
export const purchase = async (
  visitor: Visitor,
  random: Random,
  market: Market,
  known: string | undefined,
): Promise<Order> => {
  const { inner, ...who } = await buyer(visitor, random, known);
  const charge = element('unit_amount_in_cents', 500 + random.below(2500)) + element('quantity', 1 + random.below(3));
  // A second subscription to the same plan would be rejected as a duplicate, and each account redeems a coupon once.
  const subscribes = !known && random.percent(50);
  const coupon = !known && random.percent(40) ? random.pick(market.coupons) : undefined;
  const giftCard = random.percent(25) ? random.pick(market.giftCards) : undefined;
  const body =
    element('account', inner) +
    element('currency', 'USD') +
    element('adjustments', element('adjustment', charge)) +
    (subscribes
      ? element('subscriptions', element('subscription', element('plan_code', random.pick(PLANS) ?? '')))
      : '') +
    (coupon ? element('coupon_codes', element('coupon_code', coupon)) : '') +
    (giftCard ? element('gift_card', element('redemption_code', giftCard)) : '');
  const order = { body: element('purchase', body), key: freshName('key'), subscribes, coupon, giftCard };
  return { path: '/v2/purchases', ...who, ...order };
};

const PLANS = ['tideline', 'tideline-yearly'];

/** Builds the purchase of a gift card. */
export const giftCard = async (visitor: Visitor, random: Random, known: string | undefined): Promise<Order> => {
  const { inner, ...who } = await buyer(visitor, random, known);
  const delivery = '<method>email</method><email_address>friend@example.com</email_address>';
  const body =
    element('gifter_account', inner) +
    element('product_code', 'tideline') +
    element('unit_amount_in_cents', random.pick([2000, 5000, 10_000]) ?? 2000) +
    element('currency', 'USD') +
    element('delivery', delivery);
  const nothing = { subscribes: false, coupon: undefined, giftCard: undefined };
  return { path: '/v2/gift_cards', ...who, body: element('gift_card', body), key: freshName('key'), ...nothing };
};

/** Adds a coupon with a limited number of redemptions to the market. */
export const offerCoupon = async ({ api }: Visitor, { coupons }: Market, times: number): Promise<void> => {
  const code = freshName('COUPON');
  const answer = await api(
    'POST',
    '/v2/coupons',
    element(
      'coupon',
      element('coupon_code', code) +
        element('name', code) +
        '<discount_type>dollars</discount_type><discount_in_cents><USD>300</USD></discount_in_cents>' +
        element('duration', 'single_use') +
        element('max_redemptions', times) +
        '<applies_to_non_plan_charges>true</applies_to_non_plan_charges>',
    ),
  );
  if (answer.status !== 201) throw new Error(answer.text);
  coupons.push(code);
};
