import { fresh } from '../service.ts';

/** An approved card, a declined card, a number with a wrong check digit, and a bank account. */
export const CARD = '5105105105105100';
export const AMEX = '371449635398431';
export const DECLINED = '4000000000000077';
export const MISTYPED = '5105105105105107';
export const ACCOUNT = '918273645546372';
/** No counter in these tests produces a number with a leading zero. */
export const [CODE, AMEX_CODE] = ['091', '0913'];

export type Headers = Readonly<Record<string, string>>;

const names = '<first_name>Ada</first_name><last_name>Lovelace</last_name>';
const expiry = '<month>12</month><year>2040</year>';
export const card = (number: string, code: string, more = expiry) =>
  `${names}<number>${number}</number><verification_value>${code}</verification_value>${more}`;
export const bank = (number: string) =>
  `<name_on_account>Ada L</name_on_account><routing_number>123456780</routing_number><account_number>${number}</account_number><account_type>checking</account_type>`;
const spaced = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** Variants of `billing_info` sent by a back end, and whether each can be valid. */
export const OFFERS: readonly (readonly [inner: string, right: boolean])[] = [
  [card(CARD, CODE), true],
  [card(spaced(CARD), CODE), true],
  [card(spaced(CARD).replaceAll(' ', '-'), CODE), true],
  [card(AMEX, AMEX_CODE), true],
  [card(DECLINED, CODE), false],
  [card(MISTYPED, CODE), false],
  [card(`${CARD}x`, `${CODE}x`), false],
  [card(CARD, AMEX_CODE.repeat(2)), false],
  [card(CARD, CODE, '<month>12</month><year>2001</year>'), false],
  [card(CARD, CARD), false],
  [card('', CODE), false],
  [card(CARD, CODE, `<month>${CARD}</month><year>${CARD}</year>`), false],
  [`<token_id>${CARD}</token_id>`, false],
  [`<token_id>x</token_id>${card(CARD, CODE)}`, false],
  [`${bank(CARD)}<number>${CARD}</number>`, false],
  [`<account_number>${CARD}</account_number><routing_number>${CARD}</routing_number>`, false],
  [card(`<pan>${CARD}</pan>`, CODE), false],
  [`${card(CARD, CODE)}<pin>${CODE}</pin>`, false],
  [card(`${CARD}&${CARD};`, CODE), false],
  [`<number ${CARD}="${CARD}">${CARD}</number>`, false],
  [`<number>${CARD}</${CARD}>`, false],
  [`<number>${CARD}`, false],
];

export interface Sale {
  readonly path: string;
  readonly body: (info: string) => string;
  /** Whether the gateway is called: not for a preview, nor for money that arrives another way. */
  readonly asks: boolean;
}

export const usd = '<currency>USD</currency>';
const charge = '<adjustments><adjustment><unit_amount_in_cents>1500</unit_amount_in_cents></adjustment></adjustments>';
const buyer = (info: string, name = 'account') =>
  `<${name}><account_code>${fresh('buyer')}</account_code><email>ada@example.com</email><billing_info>${info}</billing_info></${name}>`;
export const purchase = (info: string) => `<purchase>${buyer(info)}${usd}${charge}</purchase>`;
export const subscription = (info: string) =>
  `<subscription><plan_code>tideline</plan_code>${usd}${buyer(info)}</subscription>`;
const giftCard = (info: string) =>
  `<gift_card>${buyer(info, 'gifter_account')}<product_code>tideline</product_code><unit_amount_in_cents>5000</unit_amount_in_cents>${usd}` +
  '<delivery><method>email</method><email_address>friend@example.com</email_address></delivery></gift_card>';

export const SALES: readonly Sale[] = [
  { path: '/v2/purchases', body: purchase, asks: true },
  { path: '/v2/purchases/authorize', body: purchase, asks: true },
  { path: '/v2/purchases/pending', body: purchase, asks: false },
  { path: '/v2/purchases/preview', body: purchase, asks: false },
  { path: '/v2/subscriptions', body: subscription, asks: true },
  { path: '/v2/subscriptions/preview', body: subscription, asks: false },
  {
    path: '/v2/transactions',
    body: (info) => `<transaction>${buyer(info)}<amount_in_cents>700</amount_in_cents>${usd}</transaction>`,
    asks: true,
  },
  { path: '/v2/gift_cards', body: giftCard, asks: true },
  { path: '/v2/gift_cards/preview', body: giftCard, asks: false },
];

/** Requests that the common rules reject, or answer from a stored response. */
export const HEADERS: readonly Headers[] = [
  { 'X-Api-Version': '2.3' },
  { 'X-Api-Version': 'two' },
  { Accept: 'text/html' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { Authorization: 'Basic eDo=' },
];
