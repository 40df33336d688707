import { postalFault } from '../assets/postal-codes.js';
import { FormRefused } from './forms.ts';
import { CURRENCIES, type Good, goodOf } from './goods.ts';
import { missingFields, type ShopRefusal } from './words.ts';

export interface CartItem {
  readonly code: string;
  readonly quantity: number;
}

export interface DeliveryAddress {
  readonly address1?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly country?: string;
}

/**
 * The items that a customer has selected. It contains no prices: those of plans are in the service, those of goods in
 * the shop.
 */
export interface ShopCart {
  readonly currency: string;
  readonly plan: CartItem;
  readonly addons: readonly CartItem[];
  readonly goods: readonly { readonly good: Good; readonly quantity: number }[];
  readonly coupon: string;
  readonly gift_card: string;
  readonly address: DeliveryAddress;
}

/** A cart to be paid for: the customer, the payment method, and the total on the button they pressed. */
export interface ShopOrder {
  readonly cart: ShopCart;
  readonly person: { readonly first_name: string; readonly last_name: string; readonly email: string };
  /** Empty: the payment method on file pays. */
  readonly token: string;
  /** The result token of a challenge that the customer passed. */
  readonly confirmed: string | undefined;
  /** A plain decimal; undefined when an attempt is repeated, because the agreed price still applies. */
  readonly agreed: string | undefined;
}

const MOST_OF_ONE = 999;
const MOST_LINES = 20;

/** Sent by none of our pages, unless a page is older than the shop. */
const OUTDATED: ShopRefusal = {
  status: 422,
  message: 'Something in your cart is no longer sold in this form. Reload the page to see the current offer.',
  fields: {},
};

/** Reads the cart that a page sends. Throws Refused for what the shop does not sell. */
export const readCart = (body: unknown): ShopCart => {
  const input = members(body);
  const currency = text(input.currency);
  if (!CURRENCIES.includes(currency)) throw new FormRefused(OUTDATED);
  return {
    currency,
    plan: readItem(input.plan),
    addons: list(input.addons).map(readItem),
    goods: list(input.goods).map((each) => {
      const { code, quantity } = readItem(each);
      const good = goodOf(code);
      if (!good) throw new FormRefused(OUTDATED);
      return { good, quantity };
    }),
    coupon: text(input.coupon),
    gift_card: text(input.gift_card),
    address: readAddress(members(input.address)),
  };
};

/** Reads a cart to be paid for. Goods that are shipped require an address. Throws Refused. */
export const readShopOrder = (body: unknown): ShopOrder => {
  const input = members(body);
  const cart = readCart(input);
  const person = {
    first_name: text(input.first_name),
    last_name: text(input.last_name),
    email: text(input.email),
  };
  const { country = '', zip = '', address1 = '', city = '' } = cart.address;
  const parcel = cart.goods.length > 0 ? { address1, city } : {};
  const token = text(input.token);
  const method: { readonly token?: string } = input.method === 'saved' ? {} : { token };
  const needed = { ...person, ...parcel, postal_code: zip, country, ...method };
  const empty = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (empty.length > 0) throw new FormRefused(missingFields(empty));
  const postal_code = postalFault(country, zip);
  if (postal_code) throw new FormRefused({ status: 422, message: '', fields: { postal_code } });
  const confirmed = text(input.confirmed) || undefined;
  return { cart, person, token: method.token ?? '', confirmed, agreed: text(input.agreed) || undefined };
};

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const text = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 255) : '');

const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value) || value.length > MOST_LINES) throw new FormRefused(OUTDATED);
  return value;
};

const readItem = (value: unknown): CartItem => {
  const { code, quantity } = members(value);
  const isSold = Number.isInteger(quantity) && Number(quantity) > 0 && Number(quantity) <= MOST_OF_ONE;
  if (text(code) === '' || !isSold) throw new FormRefused(OUTDATED);
  return { code: text(code), quantity: Number(quantity) };
};

/** Omits empty values, because they are unknown. */
const readAddress = (input: Record<string, unknown>): DeliveryAddress => {
  const { address1, city, state, postal_code: zip, country } = input;
  const entries = Object.entries({ address1, city, state, zip, country }).map(([name, value]) => [name, text(value)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
};
