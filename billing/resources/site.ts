import type { Seconds, SystemClock } from '../values/time.ts';
import type { MailKind } from './mail-kind.ts';

export const MODES = ['sandbox', 'production'] as const;
export const TIERS = ['base', 'legacy', 'higher'] as const;
export const STANDINGS = ['good', 'suspended'] as const;
/**
 * Which parts of a billing address a customer must give: nothing, the postal code, street and postal code, or
 * everything.
 */
export const ADDRESS_REQUIREMENTS = ['none', 'zip', 'street_and_zip', 'full'] as const;
/** What ended API versions (2.0 to 2.6) answer; `by_mode`: sandbox serves them, production refuses them. */
export const ENDED_VERSIONS = ['by_mode', 'serve', 'refuse'] as const;
export const UNKNOWN_VERSIONS = ['serve_latest', 'refuse'] as const;
/** Which of several coupons comes off first, and what a percent is of. */
export const COUPON_ORDERS = ['percent_first', 'dollars_first'] as const;
export const SEVERAL_PERCENTS = ['full', 'compounded'] as const;
/**
 * What becomes of an amount whose refund a gateway declines: the whole refund is refused, or the customer keeps it as
 * credit.
 */
export const DECLINED_REFUNDS = ['refuse', 'credit'] as const;
/**
 * What happens by itself while a gateway has withdrawn the amount of a disputed payment: dunning and retries of the
 * account wait, the subscriptions that were paid for are canceled.
 */
export const DISPUTE_ACTIONS = ['pause_dunning', 'cancel_subscriptions'] as const;
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number];
/**
 * What an immediate change bills for the rest of a period: what changed in proportion to the time that is left, in
 * full, or nothing. `at_renewal`: the change waits for the next billing period.
 */
export const PRORATIONS = ['prorate', 'full', 'none', 'at_renewal'] as const;

/** Card numbers in free text, such as names and notes; `by_mode`: production refuses them, sandbox accepts them. */
export const CARD_NUMBERS_IN_TEXT = ['by_mode', 'refuse', 'accept'] as const;

/** What customers may do on their account pages, besides seeing their subscriptions. */
export const ACCOUNT_PAGE_OFFERS = [
  'cancel',
  'reactivate',
  'quantity',
  'pause',
  'payment_method',
  'invoices',
  'details',
] as const;
export type AccountPageOffer = (typeof ACCOUNT_PAGE_OFFERS)[number];

/** An amount of which a site sells gift cards. */
export interface GiftCardOffer {
  readonly product_code: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly unit_amount_in_cents: number;
}

/** One merchant's tenancy. Every record belongs to one. */
export interface Site {
  /** UUIDv7 as 32 hexadecimal digits. */
  readonly id: string;
  /** The name an operator uses on the command line: lower-case letters, digits and dashes. */
  readonly subdomain: string;
  readonly mode: (typeof MODES)[number];
  readonly tier: (typeof TIERS)[number];
  readonly standing: (typeof STANDINGS)[number];
  /** Email address for rate-limit and key notices. */
  readonly technical_contact: string | null;
  /** Who sells, as invoices print it; null: the site's name. */
  readonly company: string | null;
  /** Lines of its address, without the country. */
  readonly company_address: readonly string[];
  readonly company_vat_number: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly seller_country: string;
  /** ISO 4217 codes; the first is the default. */
  readonly currencies: readonly string[];
  readonly address_requirement: (typeof ADDRESS_REQUIREMENTS)[number];
  readonly customer_notes: string | null;
  readonly terms_and_conditions: string | null;
  readonly vat_reverse_charge_notes: string | null;
  /**
   * Where tax is collected: countries (`DE`), US states and Canadian provinces (`US-CA`, `CA-QC`), `EU` for each of its
   * countries.
   */
  readonly tax_registrations: readonly string[];
  /** Whether charges that do not say so themselves are taxed. */
  readonly tax_charges: boolean;
  /** Tax goes by the account's address alone. */
  readonly tax_account_address: boolean;
  readonly manual_invoicing: boolean;
  /** Off: a new redemption takes the place of those that the account has in force. */
  readonly multiple_coupons: boolean;
  readonly coupon_order: (typeof COUPON_ORDERS)[number];
  readonly several_percents: (typeof SEVERAL_PERCENTS)[number];
  readonly declined_refunds: (typeof DECLINED_REFUNDS)[number];
  /** What happens by itself when a payment is disputed. */
  readonly on_dispute: readonly DisputeAction[];
  /** On: an immediate change of a subscription whose payment is declined is refused; off: it stands, past due. */
  readonly upgrade_requires_payment: boolean;
  /** Of a change to products that cost more per billing period, or the same. */
  readonly upgrade_proration: (typeof PRORATIONS)[number];
  /** Of a change to products that cost less per billing period. */
  readonly downgrade_proration: (typeof PRORATIONS)[number];
  readonly card_numbers_in_text: (typeof CARD_NUMBERS_IN_TEXT)[number];
  readonly gift_card_offers: readonly GiftCardOffer[];
  /** On: a gift card is delivered and redeemable while a bank still has to settle the debit that pays for it. */
  readonly gift_cards_before_settlement: boolean;
  /** The sender of mail; null: `no-reply` at the host of the API origin. */
  readonly mail_from: string | null;
  /** Where replies go; null: to the sender. */
  readonly mail_reply_to: string | null;
  /** Address of the logo at the head of mail. */
  readonly mail_logo: string | null;
  /** Colour of buttons in mail, `#rrggbb`; null: the service's own. */
  readonly mail_color: string | null;
  /** Of customers who did not choose another: an ISO 639-1 code or a tag such as `de-AT`. */
  readonly mail_language: string;
  /** Kinds of mail that are not sent. */
  readonly mail_off: readonly MailKind[];
  /** What customers may do on their account pages; empty: there are no account pages. */
  readonly account_pages: readonly AccountPageOffer[];
  /** Codes of the plans that customers may change to on their account pages. */
  readonly account_page_plans: readonly string[];
  /** Customers may pay from a wallet, where a gateway of this site serves one. */
  readonly wallet: boolean;
  /** IANA name. */
  readonly time_zone: string;
  /** Names of custom fields that accounts and subscriptions of this site may carry. */
  readonly custom_fields: readonly string[];
  readonly ended_versions: (typeof ENDED_VERSIONS)[number];
  readonly unknown_versions: (typeof UNKNOWN_VERSIONS)[number];
  /** Declined attempts allowed in an hour for an account, a card and a customer's address; null: no limit. */
  readonly attempts_per_hour: number | null;
  readonly attempts_per_card: number | null;
  readonly attempts_per_address: number | null;
  /**
   * Well-formed cards, bank accounts or wallet agreements exchanged for tokens in a minute with the site's public keys;
   * null: no limit.
   */
  readonly tokens_per_minute: number | null;
  /** Posts to a token route in a minute from one customer's address; null: no limit. */
  readonly tokens_per_address: number | null;
  /** Missed periods of a subscription that a production site bills before an operator has to agree; null: all. */
  readonly catch_up_periods: number | null;
  /** Requests per minute that replace the mode's default; null: the default. */
  readonly requests_per_minute: number | null;
  /** How far a sandbox site's clock has travelled, in seconds. Always 0 in production. */
  readonly clock_offset: number;
  /** Counts changes of its gateway accounts. A process that knows an earlier count rereads them. */
  readonly gateways_version: number;
}

/** The site's billing time, in whole seconds. */
export const siteTime = (site: Pick<Site, 'clock_offset'>, clock: SystemClock): Seconds =>
  Math.floor(clock.now() / 1000) + site.clock_offset;

/** The currency that stands in where a request names none. */
export const defaultCurrency = (site: Pick<Site, 'currencies'>): string => site.currencies[0] ?? 'USD';

/** Whether the customers of a site have account pages. */
export const offersAccountPages = ({ standing, account_pages }: Pick<Site, 'standing' | 'account_pages'>): boolean =>
  standing === 'good' && account_pages.length > 0;

/** Whether free text that contains a card number is refused: the site is meant never to store one. */
export const refusesCardNumbers = ({
  mode,
  card_numbers_in_text,
}: Pick<Site, 'mode' | 'card_numbers_in_text'>): boolean =>
  card_numbers_in_text === 'by_mode' ? mode === 'production' : card_numbers_in_text === 'refuse';
