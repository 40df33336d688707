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

/** What a shopper has chosen. Prices are not in it: plans have theirs at the service, goods in the shop. */
export interface Cart {
  readonly currency: string;
  readonly plan: Wanted;
  readonly addons: readonly Wanted[];
  readonly goods: readonly { readonly good: Good; readonly quantity: number }[];
  readonly coupon: string;
  readonly gift_card: string;
  readonly address: Address;
}

/** A cart that is paid for: by whom, with what, and the sum on the button they pressed. */
export interface Order {
  readonly cart: Cart;
  readonly person: { readonly first_name: string; readonly last_name: string; readonly email: string };
  readonly token: string;
  /** A plain decimal; undefined for an attempt that is made again, as what was agreed then still holds. */
  readonly agreed: string | undefined;
}

const MOST_OF_ONE = 999;
const MOST_LINES = 20;

/** No page of ours sends it, unless it is older than the shop. */
const OUTDATED: Refusal = {
  status: 422,
  message: 'Something in your cart is no longer sold like this. Reload the page to see what is.',
  fields: {},
};

/** Reads what a page says that somebody wants. Throws Refused for what the shop does not sell. */
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

/** Reads a cart that is to be paid for. What is sent by parcel has to have somewhere to go. */
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

/** What is empty is left out, as nothing is known of it. */
const readAddress = (said: Record<string, unknown>): Address => {
  const { address1, city, state, postal_code: zip, country } = said;
  const entries = Object.entries({ address1, city, state, zip, country }).map(([name, value]) => [name, text(value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};
