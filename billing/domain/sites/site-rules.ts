import { isCountry } from '../../resources/countries.ts';
import { isCurrency } from '../../resources/currencies.ts';
import { emailKind, isFault } from '../../resources/kind.ts';
import { isMailKind } from '../../resources/mail-kind.ts';
import { ACCOUNT_PAGE_OFFERS, DISPUTE_ACTIONS, type Site } from '../../resources/site.ts';
import { LATEST } from '../../resources/version.ts';
import type { Issue } from '../../values/failure.ts';
import { MAX_UNIT_CENTS } from '../../values/money/caps.ts';
import { isTaxRegion } from '../../values/tax/places.ts';

/** What an operator decides about a site. Its name is given once; its clock travels by `travelClock`. */
export type SiteSettings = Omit<Site, 'id' | 'subdomain' | 'clock_offset' | 'gateways_version'>;

type ModeLimits = Pick<Site, 'attempts_per_card' | 'attempts_per_address'>;

/**
 * The limits of declined attempts that depend on the mode. The documented test cards are the same for every test of a
 * merchant, and its machines have one address: in a sandbox, where no card can be charged, neither is counted.
 */
export const MODE_LIMITS: Readonly<Record<Site['mode'], ModeLimits>> = {
  sandbox: { attempts_per_card: null, attempts_per_address: null },
  production: { attempts_per_card: 10, attempts_per_address: 40 },
};

/** Returns a site whose limits are the defaults of its mode where they were those of its mode before. */
export const withModeLimits = (site: Site, before: Site['mode']): Site => {
  const [was, is] = [MODE_LIMITS[before], MODE_LIMITS[site.mode]];
  const limit = (name: keyof ModeLimits): number | null => (site[name] === was[name] ? is[name] : site[name]);
  return {
    ...site,
    attempts_per_card: limit('attempts_per_card'),
    attempts_per_address: limit('attempts_per_address'),
  };
};

/** What a new site is when nothing else is said. */
export const newSite = (mode: Site['mode'] = 'sandbox'): SiteSettings => ({
  ...NEW_SITE,
  ...MODE_LIMITS[mode],
  mode,
});

const NEW_SITE: Omit<SiteSettings, keyof ModeLimits | 'mode'> = {
  tier: 'base',
  standing: 'good',
  technical_contact: null,
  company: null,
  company_address: [],
  company_vat_number: null,
  seller_country: 'US',
  currencies: ['USD'],
  address_requirement: 'none',
  customer_notes: null,
  terms_and_conditions: null,
  vat_reverse_charge_notes: null,
  tax_registrations: [],
  tax_charges: true,
  tax_account_address: false,
  manual_invoicing: false,
  multiple_coupons: true,
  coupon_order: 'percent_first',
  several_percents: 'compounded',
  declined_refunds: 'refuse',
  on_dispute: [],
  upgrade_requires_payment: false,
  upgrade_proration: 'prorate',
  downgrade_proration: 'prorate',
  card_numbers_in_text: 'by_mode',
  gift_card_offers: [],
  gift_cards_before_settlement: false,
  mail_from: null,
  mail_reply_to: null,
  mail_logo: null,
  mail_color: null,
  mail_language: 'en',
  mail_off: [],
  account_pages: ['cancel', 'reactivate', 'payment_method', 'invoices', 'details'],
  account_page_plans: [],
  wallet: false,
  time_zone: 'UTC',
  custom_fields: [],
  ended_versions: 'by_mode',
  unknown_versions: 'serve_latest',
  attempts_per_hour: 20,
  tokens_per_minute: 3000,
  tokens_per_address: 300,
  catch_up_periods: 3,
  requests_per_minute: null,
};

/** A name that can stand in an address. */
const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const LONGEST_TEXT = 10_000;
const LONGEST_NAME = 50;
const LIMITS = [
  'attempts_per_hour',
  'attempts_per_card',
  'attempts_per_address',
  'tokens_per_minute',
  'tokens_per_address',
  'catch_up_periods',
  'requests_per_minute',
] as const;

/** Everything wrong with a site, its fields named `site.…`. */
export const siteIssues = (site: Site): Issue[] => [
  ...(SUBDOMAIN.test(site.subdomain) ? [] : [invalid('subdomain')]),
  ...(['technical_contact', 'mail_from', 'mail_reply_to'] as const).flatMap((field) =>
    addressIssues(field, site[field]),
  ),
  ...mailIssues(site),
  ...(isCountry(site.seller_country) ? [] : [{ field: 'site.seller_country', symbol: 'inclusion' } as const]),
  ...currencyIssues(site.currencies),
  ...(isTimeZone(site.time_zone) ? [] : [invalid('time_zone')]),
  ...(
    ['customer_notes', 'terms_and_conditions', 'vat_reverse_charge_notes', 'company', 'company_vat_number'] as const
  ).flatMap((field) => textIssues(field, site[field])),
  ...site.company_address.flatMap((line) => textIssues('company_address', line)),
  ...registrationIssues(site.tax_registrations),
  ...customFieldIssues(site.custom_fields),
  ...offerIssues(site),
  ...accountPageIssues(site),
  ...(site.on_dispute.every((action) => DISPUTE_ACTIONS.includes(action))
    ? []
    : [{ field: 'site.on_dispute', symbol: 'inclusion' } as const]),
  ...LIMITS.flatMap((field) => numberIssues(field, site[field])),
  ...(site.mode === 'production' && site.clock_offset !== 0 ? [invalid('mode')] : []),
];

const invalid = (field: string): Issue => ({ field: `site.${field}`, symbol: 'invalid' });

const addressIssues = (field: string, address: string | null): Issue[] => {
  if (address === null) return [];
  const fault = address === '' ? ({ symbol: 'blank' } as const) : emailKind().check?.(address, LATEST);
  return isFault(fault) ? [{ field: `site.${field}`, ...fault }] : [];
};

/** A mail program loads a logo over HTTPS only. */
const LOGO = /^https:\/\/[^\s"'<>]{3,500}$/;
const COLOR = /^#[0-9a-f]{6}$/i;
const LANGUAGE = /^[a-z]{2}(-[A-Za-z]{2})?$/;

const mailIssues = ({ mail_logo, mail_color, mail_language, mail_off }: Site): Issue[] => [
  ...(mail_logo === null || LOGO.test(mail_logo) ? [] : [invalid('mail_logo')]),
  ...(mail_color === null || COLOR.test(mail_color) ? [] : [invalid('mail_color')]),
  ...(LANGUAGE.test(mail_language) ? [] : [invalid('mail_language')]),
  ...(mail_off.every(isMailKind) ? [] : [{ field: 'site.mail_off', symbol: 'inclusion' } as const]),
];

const currencyIssues = (codes: readonly string[]): Issue[] => {
  if (codes.length === 0) return [{ field: 'site.currencies', symbol: 'empty' }];
  if (new Set(codes).size < codes.length) return [{ field: 'site.currencies', symbol: 'taken' }];
  return codes.every(isCurrency) ? [] : [{ field: 'site.currencies', symbol: 'inclusion' }];
};

/** IANA names only: an offset such as `+01:00` knows no summer. */
const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

const textIssues = (field: string, text: string | null): Issue[] =>
  text !== null && text.length > LONGEST_TEXT
    ? [{ field: `site.${field}`, symbol: 'too_long', count: LONGEST_TEXT }]
    : [];

/** The United States have no tax of their own, so they are named by their states. */
const registrationIssues = (places: readonly string[]): Issue[] => {
  if (new Set(places).size < places.length) return [{ field: 'site.tax_registrations', symbol: 'taken' }];
  const known = (place: string) => place === 'EU' || isTaxRegion(place) || (isCountry(place) && place !== 'US');
  return places.every(known) ? [] : [{ field: 'site.tax_registrations', symbol: 'inclusion' }];
};

const customFieldIssues = (names: readonly string[]): Issue[] => {
  if (names.some((name) => name.trim() === '')) return [{ field: 'site.custom_fields', symbol: 'blank' }];
  if (new Set(names).size < names.length) return [{ field: 'site.custom_fields', symbol: 'taken' }];
  return names.some((name) => name.length > LONGEST_NAME)
    ? [{ field: 'site.custom_fields', symbol: 'too_long', count: LONGEST_NAME }]
    : [];
};

/** A customer can read so many plans on a phone. */
const MOST_PLANS = 20;

const PRODUCT_CODE = /^[\w.-]{1,50}$/;

const offerIssues = ({ gift_card_offers, currencies }: Site): Issue[] => {
  const field = 'site.gift_card_offers';
  const offers = gift_card_offers.map(
    (offer) => `${offer.product_code} ${offer.currency} ${offer.unit_amount_in_cents}`,
  );
  if (new Set(offers).size < offers.length) return [{ field, symbol: 'taken' }];
  if (gift_card_offers.some(({ currency }) => !currencies.includes(currency))) return [{ field, symbol: 'inclusion' }];
  const possible = gift_card_offers.every(
    ({ product_code, unit_amount_in_cents: cents }) =>
      PRODUCT_CODE.test(product_code) && Number.isSafeInteger(cents) && cents >= 1 && cents <= MAX_UNIT_CENTS,
  );
  return possible ? [] : [invalid('gift_card_offers')];
};

const accountPageIssues = ({ account_pages, account_page_plans }: Site): Issue[] => [
  ...(account_pages.every((offer) => ACCOUNT_PAGE_OFFERS.includes(offer))
    ? []
    : [{ field: 'site.account_pages', symbol: 'inclusion' } as const]),
  ...(new Set(account_page_plans).size < account_page_plans.length
    ? [{ field: 'site.account_page_plans', symbol: 'taken' } as const]
    : []),
  ...(account_page_plans.length > MOST_PLANS
    ? [{ field: 'site.account_page_plans', symbol: 'too_many', count: MOST_PLANS } as const]
    : []),
];

const numberIssues = (field: string, value: number | null): Issue[] =>
  value === null || (Number.isSafeInteger(value) && value >= 1)
    ? []
    : [{ field: `site.${field}`, symbol: 'greater_than_or_equal_to', count: 1 }];
