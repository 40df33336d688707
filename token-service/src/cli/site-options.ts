import type { SiteSettings } from '@service/billing/domain/sites/site-rules.ts';
import type { MailKind } from '@service/billing/resources/mail-kind.ts';
import {
  ACCOUNT_PAGE_OFFERS,
  ADDRESS_REQUIREMENTS,
  CARD_NUMBERS_IN_TEXT,
  COUPON_ORDERS,
  DECLINED_REFUNDS,
  DISPUTE_ACTIONS,
  ENDED_VERSIONS,
  type GiftCardOffer,
  MODES,
  PRORATIONS,
  SEVERAL_PERCENTS,
  type Site,
  STANDINGS,
  TIERS,
  UNKNOWN_VERSIONS,
} from '@service/billing/resources/site.ts';
import { columns } from './layout.ts';
import { type OptionValues, Usage } from './tool.ts';

/** How one setting of a site is typed and shown. `undefined` from `read`: not understood. */
interface Setting<T> {
  readonly typed: string;
  readonly help: string;
  read(text: string): T | undefined;
  show(value: T): string;
}

const NONE = 'none';

const one = <const T extends string>(choices: readonly T[], help: string): Setting<T> => ({
  typed: choices.join('|'),
  help,
  read: (text) => choices.find((choice) => choice === text),
  show: (value) => value,
});
const word = (typed: string, help: string): Setting<string> => ({
  typed,
  help,
  read: (text) => text,
  show: (value) => value,
});
const textOrNone = (typed: string, help: string): Setting<string | null> => ({
  typed: `${typed}|${NONE}`,
  help,
  read: (text) => (text === NONE || text === '' ? null : text),
  show: (value) => value ?? NONE,
});
const numberOrNone = (help: string): Setting<number | null> => ({
  typed: `1…999999999|${NONE}`,
  help,
  read: (text) => (text === NONE ? null : /^\d{1,9}$/.test(text) ? Number(text) : undefined),
  show: (value) => (value === null ? NONE : String(value)),
});
const listed = (typed: string, help: string): Setting<readonly string[]> => ({
  typed,
  help,
  read: (text) => (text === NONE || text === '' ? [] : text.split(',').map((entry) => entry.trim())),
  show: (values) => (values.length === 0 ? NONE : values.join(',')),
});
/** Lines of an address have commas of their own. */
const lines = (typed: string, help: string): Setting<readonly string[]> => ({
  typed: `${typed}|${NONE}`,
  help,
  read: (text) => (text === NONE || text === '' ? [] : text.split(';').map((line) => line.trim())),
  show: (values) => (values.length === 0 ? NONE : values.join('; ')),
});
const OFFER = /^([\w.-]+):([A-Z]{3}):(\d{1,8})$/;
const offers = (typed: string, help: string): Setting<readonly GiftCardOffer[]> => ({
  typed: `${typed}|${NONE}`,
  help,
  read(text) {
    if (text === NONE || text === '') return [];
    const read = text.split(',').map((entry) => OFFER.exec(entry.trim()));
    if (read.includes(null)) return undefined;
    return read.map((parts) => {
      const [, product_code = '', currency = '', cents] = parts ?? [];
      return { product_code, currency, unit_amount_in_cents: Number(cents) };
    });
  },
  show: (values) =>
    values.length === 0
      ? NONE
      : values.map((offer) => `${offer.product_code}:${offer.currency}:${offer.unit_amount_in_cents}`).join(','),
});
/** Refuses what is not among these. */
const some = <const T extends string>(all: readonly T[], typed: string, help: string): Setting<readonly T[]> => {
  const { read, show } = listed(typed, help);
  const isOneOf = (word: string): word is T => (all as readonly string[]).includes(word);
  return {
    typed,
    help,
    read(text) {
      const words = read(text) ?? [];
      return words.every(isOneOf) ? [...new Set(words)] : undefined;
    },
    show,
  };
};
const onOrOff = (help: string): Setting<boolean> => ({
  typed: 'on|off',
  help,
  read: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  show: (value) => (value ? 'on' : 'off'),
});

const SETTINGS: { readonly [K in keyof SiteSettings]: Setting<SiteSettings[K]> } = {
  mode: one(MODES, 'sandbox for trying out, production for real money'),
  tier: one(TIERS, 'higher: ten private keys in production instead of five'),
  standing: one(STANDINGS, 'suspended: the API answers 402'),
  technical_contact: textOrNone('email', 'is told about rate limits and changed keys'),
  company: textOrNone('text', 'who sells, as invoices print it'),
  company_address: lines('1 Pier; Dover, DE 19901', 'lines of its address on invoices, without the country'),
  company_vat_number: textOrNone('text', 'on invoices'),
  seller_country: word('US', 'ISO 3166, two letters'),
  currencies: listed('USD,EUR', 'ISO 4217; the first is the default'),
  address_requirement: one(ADDRESS_REQUIREMENTS, 'what the card form must ask for'),
  customer_notes: textOrNone('text', 'on invoices'),
  terms_and_conditions: textOrNone('text', 'on invoices'),
  vat_reverse_charge_notes: textOrNone('text', 'on invoices whose VAT the customer owes'),
  tax_registrations: listed(
    'US-CA,EU,AU',
    'where tax is collected: countries, US states, Canadian provinces, or all of EU',
  ),
  tax_charges: onOrOff('charges that do not say so themselves are taxed'),
  tax_account_address: onOrOff("tax goes by the account's address alone"),
  manual_invoicing: onOrOff('invoices that are paid by transfer'),
  multiple_coupons: onOrOff('off: a new coupon takes the place of the one before'),
  coupon_order: one(COUPON_ORDERS, 'which of several coupons comes off first'),
  several_percents: one(SEVERAL_PERCENTS, 'full: each of the whole amount; compounded: of what is left'),
  declined_refunds: one(DECLINED_REFUNDS, 'credit: what a gateway does not refund stays on the account'),
  on_dispute: some(
    DISPUTE_ACTIONS,
    DISPUTE_ACTIONS.join(','),
    'what a disputed payment causes by itself; none: nothing',
  ),
  upgrade_requires_payment: onOrOff('on: a change of a subscription is refused when its payment is declined'),
  upgrade_proration: one(PRORATIONS, 'what a change to a higher price bills for the rest of a period'),
  downgrade_proration: one(PRORATIONS, 'what a change to a lower price credits for the rest of a period'),
  card_numbers_in_text: one(
    CARD_NUMBERS_IN_TEXT,
    'in names, notes and other free text; by_mode: production refuses them',
  ),
  gift_card_offers: offers('tideline:USD:2000,…', 'gift cards on sale: product, currency, cents'),
  gift_cards_before_settlement: onOrOff('on: gift cards bought by bank debit are delivered before it has settled'),
  mail_from: textOrNone('billing@shop.example', 'sender of mail; none: no-reply at the host of PUBLIC_URL'),
  mail_reply_to: textOrNone('help@shop.example', 'where replies to mail go; none: to the sender'),
  mail_logo: textOrNone('https://…', 'address of the logo at the head of mail'),
  mail_color: textOrNone('#0a6b4f', 'colour of buttons in mail'),
  mail_language: word('en', 'of mail to customers who chose no language: en, de, es, fr, it, nl, pt'),
  mail_off: listed('receipt,refund', 'kinds of mail that are not sent: npm run mail -- kinds') as Setting<
    readonly MailKind[]
  >,
  account_pages: some(
    ACCOUNT_PAGE_OFFERS,
    'cancel,reactivate,…',
    `what customers may do on their account pages, of ${ACCOUNT_PAGE_OFFERS.join(', ')}; none: no pages`,
  ),
  account_page_plans: listed('gold,silver', 'plans that customers may change to on their account pages'),
  wallet: onOrOff('customers may pay from a wallet'),
  time_zone: word('Europe/Vienna', 'IANA name'),
  custom_fields: listed('size,colour', 'names that accounts and subscriptions may carry'),
  ended_versions: one(ENDED_VERSIONS, 'API versions 2.0 to 2.6; by_mode: sandbox serves them'),
  unknown_versions: one(UNKNOWN_VERSIONS, 'API versions above the latest'),
  attempts_per_hour: numberOrNone('declined attempts of an account in an hour'),
  attempts_per_card: numberOrNone('declined attempts with a card in an hour'),
  attempts_per_address: numberOrNone("declined attempts from a customer's address in an hour"),
  tokens_per_minute: numberOrNone(
    'cards exchanged for tokens, all customers together; beyond it, 429 and a card-testing alert',
  ),
  tokens_per_address: numberOrNone("posts for tokens from one customer's address in a minute"),
  catch_up_periods: numberOrNone('missed periods of a subscription that production bills without an operator'),
  requests_per_minute: numberOrNone("in place of the mode's own rate limit"),
};

const names = Object.keys(SETTINGS) as (keyof SiteSettings)[];

/** `manual_invoicing` is typed `--manual-invoicing`. */
const flagOf = (name: string): string => name.replaceAll('_', '-');

export const siteOptions = Object.fromEntries(names.map((name) => [flagOf(name), { type: 'string' as const }]));

export const siteOptionsHelp = columns(
  names.map((name) => [`  --${flagOf(name)}`, SETTINGS[name].typed, SETTINGS[name].help]),
);

/** The settings that a command line names. Throws `Usage` for a value that cannot be understood. */
export const readSettings = (given: OptionValues): Partial<SiteSettings> => {
  const entries = names.flatMap((name): [string, unknown][] => {
    const text = given[flagOf(name)];
    if (typeof text !== 'string') return [];
    const value = SETTINGS[name].read(text);
    if (value === undefined) throw new Usage(`--${flagOf(name)} takes ${SETTINGS[name].typed}, not “${text}”.`);
    return [[name, value]];
  });
  return Object.fromEntries(entries);
};

export const showSettings = (site: Site): string[][] =>
  names.map((name) => [flagOf(name), (SETTINGS[name] as Setting<unknown>).show(site[name])]);
