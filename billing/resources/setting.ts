import type { MailKind } from './mail-kind.ts';

/** An amount of which a site sells gift cards. */
export interface GiftCardOffer {
  readonly product_code: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly unit_amount_in_cents: number;
}

/** The logo of a site: a PNG file, which is stored beside the site. */
export interface Logo {
  /** The digest of the file, whose address changes with it. */
  readonly digest: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A logo with its file, in Base64. */
export interface LogoFile extends Logo {
  readonly png: string;
}

/**
 * The kinds of settings, each with the type of its values. Storage, command line, validation and documentation each
 * handle every kind.
 */
export interface SettingValues {
  /** One of the setting's choices. */
  readonly choice: string;
  /** Any of the setting's choices. */
  readonly choices: readonly string[];
  readonly flag: boolean;
  /** A positive whole number; null: no limit, or what the help says. */
  readonly count: number | null;
  /** A positive amount in cents; null: no limit. */
  readonly cents: number | null;
  readonly text: string | null;
  /** A text of several lines. */
  readonly long_text: string | null;
  /** Lines of text, such as those of a postal address. */
  readonly lines: readonly string[];
  readonly email: string | null;
  /** HTTPS address of a picture. */
  readonly picture: string | null;
  readonly logo: Logo | null;
  /** Address of a page: HTTPS, or HTTP on this machine. */
  readonly page: string | null;
  /** Origins, such as `https://shop.example`. */
  readonly origins: readonly string[];
  /** `#rrggbb`. */
  readonly color: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 639-1, or a tag such as `de-AT`. */
  readonly language: string;
  /** IANA name. */
  readonly time_zone: string;
  /** ISO 4217 codes. */
  readonly currencies: readonly string[];
  /** Countries (`DE`), US states and Canadian provinces (`US-CA`, `CA-QC`), `EU` for each of its countries. */
  readonly tax_places: readonly string[];
  readonly field_names: readonly string[];
  readonly plan_codes: readonly string[];
  readonly mail_kinds: readonly MailKind[];
  readonly gift_card_offers: readonly GiftCardOffer[];
  /** Texts of the merchant for customers, by language tag and name. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export type SettingKind = keyof SettingValues;

/** The headings under which settings are listed, in order. */
export const SETTING_GROUPS = {
  site: 'Site',
  company: 'Company',
  brand: 'Brand',
  checkout: 'Checkout',
  invoices: 'Invoices',
  tax: 'Tax',
  coupons: 'Coupons',
  subscriptions: 'Subscriptions',
  refunds: 'Refunds and disputes',
  gift_cards: 'Gift cards',
  mail: 'Mail',
  retention: 'Retention',
  account_pages: 'Account pages',
  card_testing: 'Protection against card testing',
  api: 'API',
} as const;

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** A setting's entry in the table, besides its kind. */
export interface SettingDescription<T> {
  readonly group: SettingGroup;
  /** The name of its field in a form. */
  readonly label: string;
  /** The effect of the setting in whole sentences, for those who set it. */
  readonly help: string;
  /** The help of a form, where that of the command line does not fit: it takes cents, and names commands. */
  readonly formHelp?: string;
  /** The value of a new site. */
  readonly default: T;
  /** The value of a new production site, where it differs. */
  readonly productionDefault?: T;
  /**
   * The role that may set it: `merchant` for the merchant's own business, `operator` for decisions of the operator of
   * the deployment.
   */
  readonly setBy: 'merchant' | 'operator';
  /** A value as it is typed. */
  readonly example?: string;
}

export interface Setting<K extends SettingKind = SettingKind, T = SettingValues[K]> extends SettingDescription<T> {
  readonly kind: K;
  /** The values that `choice` and `choices` accept. */
  readonly choices: readonly string[];
}

export const setting = <K extends Exclude<SettingKind, 'choice' | 'choices'>>(
  kind: K,
  description: SettingDescription<SettingValues[K]>,
): Setting<K> => ({ kind, choices: [], ...description });

/** A setting with one of several values. */
export const choiceSetting = <const C extends readonly string[]>(
  choices: C,
  description: SettingDescription<C[number]>,
): Setting<'choice', C[number]> => ({ kind: 'choice', choices, ...description });

/** A setting with any of several values. */
export const choicesSetting = <const C extends readonly string[]>(
  choices: C,
  description: SettingDescription<readonly C[number][]>,
): Setting<'choices', readonly C[number][]> => ({ kind: 'choices', choices, ...description });
