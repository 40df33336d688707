import { BANK_DEBIT_TYPES } from '../values/bank/debits.ts';
import { FONT_FAMILIES } from './font-families.ts';
import { MAIL_KINDS } from './mail-kind.ts';
import { choiceSetting, choicesSetting, type LogoFile, setting } from './setting.ts';

export const MODES = ['sandbox', 'production'] as const;
export const TIERS = ['base', 'legacy', 'higher'] as const;
export const STANDINGS = ['good', 'suspended'] as const;
/**
 * The parts of a billing address that a customer must give: nothing, the postal code, street and postal code, or
 * everything.
 */
export const ADDRESS_REQUIREMENTS = ['none', 'zip', 'street_and_zip', 'full'] as const;
/** The handling of ended API versions (2.0 to 2.6); `by_mode`: sandbox serves them, production refuses them. */
export const ENDED_VERSIONS = ['by_mode', 'serve', 'refuse'] as const;
export const UNKNOWN_VERSIONS = ['serve_latest', 'refuse'] as const;
/** The order in which several coupons come off, and the base of a percent. */
export const COUPON_ORDERS = ['percent_first', 'dollars_first'] as const;
export const SEVERAL_PERCENTS = ['full', 'compounded'] as const;
/**
 * The handling of a refund that a gateway declines: the whole refund is refused, or the customer keeps the amount as
 * credit.
 */
export const DECLINED_REFUNDS = ['refuse', 'credit'] as const;
/**
 * The automatic actions while a gateway has withdrawn the amount of a disputed payment: dunning and retries of the
 * account wait, the subscriptions that were paid for are canceled.
 */
export const DISPUTE_ACTIONS = ['pause_dunning', 'cancel_subscriptions'] as const;
/**
 * The charge of an immediate change for the rest of a period: the changed products in proportion to the time that is
 * left, in full, or nothing. `at_renewal`: the change waits for the next billing period.
 */
export const PRORATIONS = ['prorate', 'full', 'none', 'at_renewal'] as const;

/** Whether documents contain e-invoices: never, or where the invoice has all that they need. */
export const E_INVOICE_USES = ['off', 'when_possible'] as const;

/** Card numbers in free text, such as names and notes; `by_mode`: production refuses them, sandbox accepts them. */
export const CARD_NUMBERS_IN_TEXT = ['by_mode', 'refuse', 'accept'] as const;

/** The actions that account pages offer customers, besides seeing their subscriptions. */
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

/**
 * Every setting of a site, in the order of lists and forms. The type of a site, the values of a new one, its columns,
 * validation, the options of `npm run site` and `docs/site-settings.md` follow from this table.
 */
export const SITE_SETTINGS = {
  mode: choiceSetting(MODES, {
    group: 'site',
    label: 'Mode',
    help: 'A sandbox is for trying out, production for real money.',
    default: 'sandbox',
    setBy: 'operator',
  }),
  tier: choiceSetting(TIERS, {
    group: 'site',
    label: 'Tier',
    help: 'A production site of the tier higher may have ten private keys instead of five.',
    default: 'base',
    setBy: 'operator',
  }),
  standing: choiceSetting(STANDINGS, {
    group: 'site',
    label: 'Standing',
    help: 'The API of a suspended production site answers 402. Customers of a suspended site have no account pages.',
    default: 'good',
    setBy: 'operator',
  }),
  technical_contact: setting('email', {
    group: 'site',
    label: 'Technical contact',
    help: 'The email address for alerts: rate limits, changed keys, disputes, card testing, gateways that do not answer.',
    default: null,
    setBy: 'merchant',
    example: 'ops@shop.example',
  }),
  time_zone: setting('time_zone', {
    group: 'site',
    label: 'Time zone',
    help: 'The IANA name of the time zone of dates on invoices, in mail and on the account pages, unless an account names its own.',
    default: 'UTC',
    setBy: 'merchant',
    example: 'Europe/Vienna',
  }),
  currencies: setting('currencies', {
    group: 'site',
    label: 'Currencies',
    help: 'ISO 4217 codes of the currencies that the site sells in. The first is the default.',
    default: ['USD'],
    setBy: 'merchant',
    example: 'USD,EUR',
  }),
  company: setting('text', {
    group: 'company',
    label: 'Company',
    help: 'Who sells, as invoices print it. Without it they print the name of the site.',
    default: null,
    setBy: 'merchant',
  }),
  company_address: setting('lines', {
    group: 'company',
    label: 'Address',
    help: "Lines of the company's address on invoices, without the country.",
    default: [],
    setBy: 'merchant',
    example: '1 Pier; Dover, DE 19901',
  }),
  company_vat_number: setting('text', {
    group: 'company',
    label: 'VAT number',
    help: "The company's VAT number on invoices.",
    default: null,
    setBy: 'merchant',
  }),
  company_city: setting('text', {
    group: 'company',
    label: 'City',
    help: "The city of the company's address, which e-invoices state by itself.",
    default: null,
    setBy: 'merchant',
    example: 'Berlin',
  }),
  company_zip: setting('text', {
    group: 'company',
    label: 'Postal code',
    help: "The postal code of the company's address, which e-invoices state by itself.",
    default: null,
    setBy: 'merchant',
    example: '10115',
  }),
  company_contact: setting('text', {
    group: 'company',
    label: 'Contact',
    help: 'The person or department that answers questions about e-invoices. Without it, the name of the company.',
    default: null,
    setBy: 'merchant',
    example: 'Accounts receivable',
  }),
  company_phone: setting('text', {
    group: 'company',
    label: 'Telephone',
    help: 'The telephone number of the contact on e-invoices. XRechnung demands one.',
    default: null,
    setBy: 'merchant',
    example: '+49 30 1234567',
  }),
  company_email: setting('email', {
    group: 'company',
    label: 'Email',
    help: "The email address of the contact, and the seller's electronic address on e-invoices. Without it, where replies to mail go, else the sender of mail.",
    default: null,
    setBy: 'merchant',
    example: 'accounts@shop.example',
  }),
  company_iban: setting('text', {
    group: 'company',
    label: 'IBAN',
    help: 'The bank account to which customers transfer, on e-invoices that are paid by transfer.',
    default: null,
    setBy: 'merchant',
    example: 'DE89 3704 0044 0532 0130 00',
  }),
  seller_country: setting('country', {
    group: 'company',
    label: 'Country',
    help: 'Where the company is: the two letters of ISO 3166.',
    default: 'US',
    setBy: 'merchant',
    example: 'US',
  }),
  logo: setting('logo', {
    group: 'brand',
    label: 'Logo',
    help: 'A PNG file of at most 100 kB, at the head of account pages, mail and invoices. Without it, the name of the company.',
    default: null,
    setBy: 'merchant',
    example: './logo.png',
  }),
  brand_color: setting('color', {
    group: 'brand',
    label: 'Colour',
    help: "The colour of buttons and links. Where it could not be read, links have a darker or lighter one of its hue. Without it, the service's own.",
    default: null,
    setBy: 'merchant',
    example: '#0a6b4f',
  }),
  brand_font: choiceSetting(FONT_FAMILIES, {
    group: 'brand',
    label: 'Font',
    help: 'The font of account pages and of invoices as PDF. Mail shows it where the machine of the reader has it.',
    default: 'inter',
    setBy: 'merchant',
  }),
  texts: setting('texts', {
    group: 'brand',
    label: 'Texts',
    help: 'A JSON file with texts of your own for account pages, mail, invoices and bank debits, by language and name. `npm run site -- texts de` prints all that there are.',
    formHelp:
      'Texts of your own for account pages, mail and invoices, as JSON by language and name. For example: {"en": {"mail.pay": "Settle now"}}. The page “Texts” of the documentation lists the names.',
    default: {},
    setBy: 'merchant',
    example: './texts.json',
  }),
  shop_url: setting('page', {
    group: 'brand',
    label: 'Shop',
    help: 'The address of the shop, to which account pages and invoices lead back.',
    default: null,
    setBy: 'merchant',
    example: 'https://shop.example',
  }),
  return_origins: setting('origins', {
    group: 'brand',
    label: 'Origins to return to',
    help: 'Origins, besides that of the shop, of pages to which a login link may lead customers back (return_url).',
    default: [],
    setBy: 'merchant',
    example: 'https://app.shop.example',
  }),
  privacy_url: setting('page', {
    group: 'brand',
    label: 'Privacy policy',
    help: 'The address of the privacy policy, at the foot of account pages, mail and invoices.',
    default: null,
    setBy: 'merchant',
    example: 'https://shop.example/privacy',
  }),
  terms_url: setting('page', {
    group: 'brand',
    label: 'Terms of service',
    help: 'The address of the terms of service, at the foot of account pages, mail and invoices.',
    default: null,
    setBy: 'merchant',
    example: 'https://shop.example/terms',
  }),
  address_requirement: choiceSetting(ADDRESS_REQUIREMENTS, {
    group: 'checkout',
    label: 'Required address',
    help: 'Which parts of the billing address a customer must give with a card.',
    default: 'none',
    setBy: 'merchant',
  }),
  wallet: setting('flag', {
    group: 'checkout',
    label: 'Wallet',
    help: 'Customers may pay from a wallet, where a gateway of the site serves one.',
    default: false,
    setBy: 'merchant',
  }),
  custom_fields: setting('field_names', {
    group: 'checkout',
    label: 'Custom fields',
    help: 'Names of custom fields that accounts and subscriptions may carry.',
    default: [],
    setBy: 'merchant',
    example: 'size,colour',
  }),
  manual_invoicing: setting('flag', {
    group: 'invoices',
    label: 'Manual invoices',
    help: 'Allows invoices that customers pay by transfer.',
    default: false,
    setBy: 'merchant',
  }),
  customer_notes: setting('long_text', {
    group: 'invoices',
    label: 'Notes to customers',
    help: 'A text on every invoice that does not have its own.',
    default: null,
    setBy: 'merchant',
  }),
  terms_and_conditions: setting('long_text', {
    group: 'invoices',
    label: 'Terms and conditions',
    help: 'The terms on every invoice that does not have its own.',
    default: null,
    setBy: 'merchant',
  }),
  vat_reverse_charge_notes: setting('long_text', {
    group: 'invoices',
    label: 'Reverse charge notes',
    help: 'A text on invoices whose VAT the customer owes.',
    default: null,
    setBy: 'merchant',
  }),
  e_invoices: choiceSetting(E_INVOICE_USES, {
    group: 'invoices',
    label: 'E-invoices',
    help: 'With when_possible, the PDF of an invoice within the European Union contains an e-invoice (Factur-X), and mail has one as XML beside it. With off, e-invoices are only downloaded.',
    default: 'off',
    setBy: 'merchant',
  }),
  tax_registrations: setting('tax_places', {
    group: 'tax',
    label: 'Tax registrations',
    help: 'Where tax is collected: countries, US states, Canadian provinces, or EU for each of its countries. CA is GST and HST of all provinces; PST and QST need the province too, as in CA,CA-QC.',
    default: [],
    setBy: 'merchant',
    example: 'US-CA,EU,AU',
  }),
  tax_charges: setting('flag', {
    group: 'tax',
    label: 'Tax charges',
    help: 'Charges that do not say so themselves are taxed.',
    default: true,
    setBy: 'merchant',
  }),
  tax_account_address: setting('flag', {
    group: 'tax',
    label: "Tax by the account's address",
    help: "The account's address alone determines the tax.",
    default: false,
    setBy: 'merchant',
  }),
  multiple_coupons: setting('flag', {
    group: 'coupons',
    label: 'Several coupons',
    help: 'An account may have several coupons at once. If off, a new coupon replaces the one before.',
    default: true,
    setBy: 'merchant',
  }),
  coupon_order: choiceSetting(COUPON_ORDERS, {
    group: 'coupons',
    label: 'Order of coupons',
    help: 'Which of several coupons is deducted first.',
    default: 'percent_first',
    setBy: 'merchant',
  }),
  several_percents: choiceSetting(SEVERAL_PERCENTS, {
    group: 'coupons',
    label: 'Several percentages',
    help: 'Whether each of several percentages applies to the full amount, or to what the one before left (compounded).',
    default: 'compounded',
    setBy: 'merchant',
  }),
  upgrade_requires_payment: setting('flag', {
    group: 'subscriptions',
    label: 'Changes require payment',
    help: 'An immediate change that a program requests is refused when its payment is declined. If off, it stands, past due. On the account pages and in the console a change is always paid first.',
    default: false,
    setBy: 'merchant',
  }),
  upgrade_proration: choiceSetting(PRORATIONS, {
    group: 'subscriptions',
    label: 'Proration of upgrades',
    help: 'What a change to a higher or equal price bills for the rest of the period.',
    default: 'prorate',
    setBy: 'merchant',
  }),
  downgrade_proration: choiceSetting(PRORATIONS, {
    group: 'subscriptions',
    label: 'Proration of downgrades',
    help: 'What a change to a lower price credits for the rest of the period.',
    default: 'prorate',
    setBy: 'merchant',
  }),
  catch_up_periods: setting('count', {
    group: 'subscriptions',
    label: 'Missed periods',
    help: 'Missed periods of a subscription that a production site bills after an outage before an operator has to agree.',
    default: 3,
    setBy: 'operator',
  }),
  gateway_patience: setting('count', {
    group: 'subscriptions',
    label: 'Patience with a gateway',
    help: 'Hours for which a collection waits for a gateway that does not answer before its invoice is past due. With none it does not wait.',
    default: 24,
    setBy: 'operator',
  }),
  declined_refunds: choiceSetting(DECLINED_REFUNDS, {
    group: 'refunds',
    label: 'Declined refunds',
    help: 'What happens when a gateway declines a refund: it is refused, or its amount stays on the account as credit.',
    default: 'refuse',
    setBy: 'merchant',
  }),
  operator_refund_limit_in_cents: setting('cents', {
    group: 'refunds',
    label: 'Refunds of support',
    help: 'Cents that an operator with the role support may refund in a day of the time zone, in each currency. Without it there is no limit.',
    formHelp:
      'The amount that an operator with the role support may refund in a day of the time zone, in each currency. Without it there is no limit. For example: 100.00',
    default: 10_000,
    setBy: 'operator',
  }),
  finance_refund_limit_in_cents: setting('cents', {
    group: 'refunds',
    label: 'Refunds of finance',
    help: 'Cents that an operator with the role finance may refund in a day of the time zone, in each currency. Without it there is no limit.',
    formHelp:
      'The amount that an operator with the role finance may refund in a day of the time zone, in each currency. Without it there is no limit. For example: 1000.00',
    default: null,
    setBy: 'operator',
  }),
  admin_refund_limit_in_cents: setting('cents', {
    group: 'refunds',
    label: 'Refunds of admins',
    help: 'Cents that an operator with the role admin may refund in a day of the time zone, in each currency. Without it there is no limit. An owner has none.',
    formHelp:
      'The amount that an operator with the role admin may refund in a day of the time zone, in each currency. Without it there is no limit. An owner has none. For example: 5000.00',
    default: null,
    setBy: 'operator',
  }),
  operator_approval_limit_in_cents: setting('cents', {
    group: 'refunds',
    label: 'Second operator',
    help: 'Cents above which a refund, a credit or a write-off in the console waits until another operator approves it, in each currency. Without it none waits.',
    formHelp:
      'The amount above which a refund, a credit or a write-off in the console waits until another operator approves it, in each currency. Without it none waits. For example: 500.00',
    default: null,
    setBy: 'operator',
  }),
  on_dispute: choicesSetting(DISPUTE_ACTIONS, {
    group: 'refunds',
    label: 'After a dispute',
    help: "What happens automatically while a disputed payment is withdrawn: the account's dunning and retries pause, or the subscriptions that were paid for are canceled.",
    default: [],
    setBy: 'merchant',
  }),
  gift_card_offers: setting('gift_card_offers', {
    group: 'gift_cards',
    label: 'Gift cards on sale',
    help: 'Gift cards that the site sells: product code, currency and amount in cents.',
    formHelp:
      'Gift cards that the site sells: product code, currency and amount. For example: tideline:USD:20.00,tideline:USD:50.00',
    default: [],
    setBy: 'merchant',
    example: 'tideline:USD:2000,tideline:USD:5000',
  }),
  gift_card_liability_gl_account_id: setting('text', {
    group: 'gift_cards',
    label: 'Liability account',
    help: 'The id of the general ledger account for liabilities of gift cards that are sold from now on.',
    default: null,
    setBy: 'merchant',
  }),
  gift_card_revenue_gl_account_id: setting('text', {
    group: 'gift_cards',
    label: 'Revenue account',
    help: 'The id of the general ledger account for revenue from gift cards that are sold from now on.',
    default: null,
    setBy: 'merchant',
  }),
  gift_card_performance_obligation_id: setting('text', {
    group: 'gift_cards',
    label: 'Performance obligation',
    help: 'The id of the performance obligation of gift cards that are sold from now on.',
    default: null,
    setBy: 'merchant',
  }),
  gift_cards_before_settlement: setting('flag', {
    group: 'gift_cards',
    label: 'Deliver before settlement',
    help: 'Gift cards bought by bank debit are delivered and redeemable before the debit has settled.',
    default: false,
    setBy: 'merchant',
  }),
  gift_card_breakage_days: setting('count', {
    group: 'gift_cards',
    label: 'Breakage after',
    help: 'Days after the sale of a gift card after which its value counts as earned, although it can still be redeemed. Some countries do not allow it, or demand that the value is handed over to the state. Without it the value stays a liability.',
    default: null,
    setBy: 'merchant',
    example: '1095',
  }),
  mail_from: setting('email', {
    group: 'mail',
    label: 'Sender',
    help: 'The sender of mail. Without it, no-reply at the host of PUBLIC_URL.',
    default: null,
    setBy: 'merchant',
    example: 'billing@shop.example',
  }),
  mail_reply_to: setting('email', {
    group: 'mail',
    label: 'Replies to',
    help: 'Where replies to mail go. Without it, to the sender.',
    default: null,
    setBy: 'merchant',
    example: 'help@shop.example',
  }),
  mail_logo: setting('picture', {
    group: 'mail',
    label: 'Logo',
    help: 'The HTTPS address of another logo at the head of mail, which mail programs load. Without it, mail contains the logo of the brand.',
    default: null,
    setBy: 'merchant',
    example: 'https://shop.example/logo.png',
  }),
  mail_language: setting('language', {
    group: 'mail',
    label: 'Language',
    help: 'The language of mail to customers who chose none: a tag such as en, pt-BR or zh-Hant.',
    default: 'en',
    setBy: 'merchant',
    example: 'en',
  }),
  mail_off: setting('mail_kinds', {
    group: 'mail',
    label: 'Mail that is not sent',
    help: 'Kinds of mail that are not sent. `npm run mail -- kinds` lists them.',
    formHelp: `Kinds of mail that are not sent, among ${MAIL_KINDS.join(', ')}.`,
    default: [],
    setBy: 'merchant',
    example: 'receipt,refund',
  }),
  keep_events: setting('count', {
    group: 'retention',
    label: 'Days of events',
    help: 'Days, by the system clock, after which events are deleted. Without a number they are kept.',
    default: null,
    setBy: 'operator',
  }),
  keep_mail: setting('count', {
    group: 'retention',
    label: 'Days of mail',
    help: 'Days, by the system clock, after which sent mail is deleted. Without a number it is kept for 90 days.',
    default: null,
    setBy: 'operator',
  }),
  keep_audit: setting('count', {
    group: 'retention',
    label: 'Days of the audit log',
    help: 'Days, by the system clock, after which entries of the audit log are deleted. Without a number they are kept.',
    default: null,
    setBy: 'operator',
  }),
  account_pages: choicesSetting(ACCOUNT_PAGE_OFFERS, {
    group: 'account_pages',
    label: 'Account pages',
    help: 'What customers may do on their account pages. If empty, there are no account pages.',
    default: ['cancel', 'reactivate', 'payment_method', 'invoices', 'details'],
    setBy: 'merchant',
  }),
  bank_debits: choicesSetting(BANK_DEBIT_TYPES, {
    group: 'account_pages',
    label: 'Bank accounts',
    help: 'Bank accounts that customers may enter, on the account pages and on your own: in the US (`bank_account`), by SEPA, BACS and BECS. Requests of your server may have any.',
    default: ['bank_account'],
    setBy: 'merchant',
  }),
  account_page_plans: setting('plan_codes', {
    group: 'account_pages',
    label: 'Plans to change to',
    help: 'Codes of the plans that customers may change to on their account pages.',
    default: [],
    setBy: 'merchant',
    example: 'gold,silver',
  }),
  cancel_reasons: setting('lines', {
    group: 'account_pages',
    label: 'Reasons for cancelling',
    help: 'Reasons from which customers who cancel may choose one. Without any, they are not asked.',
    default: [],
    setBy: 'merchant',
    example: 'Too expensive; Not used enough',
  }),
  cancel_comment: setting('flag', {
    group: 'account_pages',
    label: 'Comment on cancelling',
    help: 'Customers who cancel may say why in their own words.',
    default: false,
    setBy: 'merchant',
  }),
  attempts_per_hour: setting('count', {
    group: 'card_testing',
    label: 'Declined attempts of an account',
    help: 'Declined attempts to pay that an account may have in an hour.',
    default: 20,
    setBy: 'operator',
  }),
  attempts_per_card: setting('count', {
    group: 'card_testing',
    label: 'Declined attempts with a card',
    help: 'Declined attempts to pay that a card may have in an hour.',
    default: null,
    productionDefault: 10,
    setBy: 'operator',
  }),
  attempts_per_address: setting('count', {
    group: 'card_testing',
    label: 'Declined attempts from an address',
    help: "Declined attempts to pay that a customer's address may have in an hour.",
    default: null,
    productionDefault: 40,
    setBy: 'operator',
  }),
  tokens_per_minute: setting('count', {
    group: 'card_testing',
    label: 'Tokens in a minute',
    help: 'Well-formed cards, bank accounts and wallet agreements that all customers together may exchange for tokens in a minute. Beyond it the answer is 429, and the technical contact gets an alert.',
    default: 3000,
    setBy: 'operator',
  }),
  tokens_per_address: setting('count', {
    group: 'card_testing',
    label: 'Tokens from an address',
    help: "Posts for tokens from one customer's address in a minute.",
    default: 300,
    setBy: 'operator',
  }),
  requests_per_minute: setting('count', {
    group: 'api',
    label: 'Requests in a minute',
    help: 'API requests in a minute. Without it, the limit of the mode.',
    default: null,
    setBy: 'operator',
  }),
  ended_versions: choiceSetting(ENDED_VERSIONS, {
    group: 'api',
    label: 'Ended versions',
    help: 'Whether API versions 2.0 to 2.6 are served. With by_mode a sandbox serves them, and production refuses them.',
    default: 'by_mode',
    setBy: 'operator',
  }),
  unknown_versions: choiceSetting(UNKNOWN_VERSIONS, {
    group: 'api',
    label: 'Unknown versions',
    help: 'Whether API versions above the latest are served as the latest, or refused.',
    default: 'serve_latest',
    setBy: 'operator',
  }),
  card_numbers_in_text: choiceSetting(CARD_NUMBERS_IN_TEXT, {
    group: 'api',
    label: 'Card numbers in text',
    help: 'Whether names, notes and other free text may contain a card number. With by_mode production refuses them, and a sandbox accepts them.',
    default: 'by_mode',
    setBy: 'operator',
  }),
};

export type SettingName = keyof typeof SITE_SETTINGS;

/** The settings of a site. Its name is given once; its clock is moved by `travelClock`. */
export type SiteSettings = { readonly [N in SettingName]: (typeof SITE_SETTINGS)[N]['default'] };

/** Settings to change, with the file of a new logo. */
export type SiteChanges = Partial<Omit<SiteSettings, 'logo'>> & { readonly logo?: LogoFile | null };

/** The names of all settings, in order. */
export const SETTING_NAMES = Object.keys(SITE_SETTINGS) as readonly SettingName[];
