import { postalFault } from '../assets/postal-codes.js';
import { Refused } from './forms.ts';
import { CURRENCIES, type Good, goodOf } from './goods.ts';
import { missing, type Refusal } from './words.ts';

export interface Wanted {
  readonly code: string;
  readonly quantity: number;
}

export interface Address {
  readonly address1?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly country?: string;
}

/**
 * What a customer has selected. It contains no prices: those of plans are in the service, those of goods in the shop.
 */
export interface Cart {
  readonly currency: string;
  readonly plan: Wanted;
  readonly addons: readonly Wanted[];
  readonly goods: readonly { readonly good: Good; readonly quantity: number }[];
  readonly coupon: string;
  readonly gift_card: string;
  readonly address: Address;
}

/** A cart to be paid for: the customer, the payment method, and the total on the button they pressed. */
export interface Order {
  readonly cart: Cart;
  readonly person: { readonly first_name: string; readonly last_name: string; readonly email: string };
  readonly token: string;
  /** A plain decimal; undefined when an attempt is repeated, because the agreed price still applies. */
  readonly agreed: string | undefined;
}

const MOST_OF_ONE = 999;
const MOST_LINES = 20;

/** Sent by none of our pages, unless a page is older than the shop. */
const OUTDATED: Refusal = {
  status: 422,
  message: 'Something in your cart is no longer sold in this form. Reload the page to see the current offer.',
  fields: {},
};

/** Reads the cart that a page sends. Throws Refused for what the shop does not sell. */
export const readCart = (body: unknown): Cart => {
  const said = members(body);
  const currency = text(said.currency);
  if (!CURRENCIES.includes(currency)) throw new Refused(OUTDATED);
  return {
    currency,
    plan: wanted(said.plan),
    addons: list(said.addons).map(wanted),
    goods: list(said.goods).map((each) => {
      const { code, quantity } = wanted(each);
      const good = goodOf(code);
      if (!good) throw new Refused(OUTDATED);
      return { good, quantity };
    }),
    coupon: text(said.coupon),
    gift_card: text(said.gift_card),
    address: readAddress(members(said.address)),
  };
};

/** Reads a cart to be paid for. Goods that are shipped require an address. Throws Refused. */
export const readOrder = (body: unknown): Order => {
  const said = members(body);
  const cart = readCart(said);
  const person = {
    first_name: text(said.first_name),
    last_name: text(said.last_name),
    email: text(said.email),
  };
  const { country = '', zip = '', address1 = '', city = '' } = cart.address;
  const parcel = cart.goods.length > 0 ? { address1, city } : {};
  const token = text(said.token);
  const needed = { ...person, ...parcel, postal_code: zip, country, token };
  const empty = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (empty.length > 0) throw new Refused(missing(empty));
  const postal_code = postalFault(country, zip);
  if (postal_code) throw new Refused({ status: 422, message: '', fields: { postal_code } });
  return { cart, person, token, agreed: text(said.agreed) || undefined };
};

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 255) : '');

const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value) || value.length > MOST_LINES) throw new Refused(OUTDATED);
  return value;
};

const wanted = (value: unknown): Wanted => {
  const { code, quantity } = members(value);
  const isSold = Number.isInteger(quantity) && Number(quantity) > 0 && Number(quantity) <= MOST_OF_ONE;
  if (text(code) === '' || !isSold) throw new Refused(OUTDATED);
  return { code: text(code), quantity: Number(quantity) };
};

/** Omits empty values, because they are unknown. */
const readAddress = (said: Record<string, unknown>): Address => {
  const { address1, city, state, postal_code: zip, country } = said;
  const entries = Object.entries({ address1, city, state, zip, country }).map(([name, value]) => [name, text(value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};
