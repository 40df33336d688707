/** What a field of the card can be called. */
export type FieldName = 'number' | 'month' | 'year' | 'cvv';

export type CardBrand =
  | 'visa'
  | 'master'
  | 'american_express'
  | 'discover'
  | 'diners_club'
  | 'jcb'
  | 'maestro'
  | 'union_pay'
  | 'elo'
  | 'hipercard'
  | 'tarjeta_naranja'
  | 'unknown';

/** CSS in camelCase, e.g. `fontSize: '16px'`. Keys and values that are not allowed in a card frame are dropped. */
export interface TextStyle {
  fontFamily?: string;
  fontSize?: string;
  fontColor?: string;
  fontSmoothing?: string;
  fontWeight?: string | number;
  fontVariant?: string;
  fontStyle?: string;
  fontStretch?: string;
  fontKerning?: string;
  fontFeatureSettings?: string;
  letterSpacing?: string;
  lineHeight?: string | number;
  textAlign?: string;
  textDecoration?: string;
  textRendering?: string;
  textShadow?: string;
  textTransform?: string;
  padding?: string;
  [property: string]: unknown;
}

export interface FieldStyle extends TextStyle {
  placeholder?: TextStyle & { content?: string };
  /** While the value is wrong and the field is not focused. */
  invalid?: TextStyle;
  /** Accessible name of the field, e.g. in the customer's language. */
  title?: string;
}

export interface FieldOptions {
  /** Where the field goes: an element, or a selector whose first match is taken. Default `[data-service=<name>]`. */
  selector?: string | Element;
  style?: FieldStyle;
  /** Group the number, keep other fields to digits. Default true. */
  format?: boolean;
  /** Of the frame. Default 0. */
  tabIndex?: number;
}

export interface Options {
  /** The site's public key. Required on the first call. */
  publicKey?: string;
  /** Base address of the browser API. Default: `/js/v1` at the origin this script came from. */
  api?: string;
  /** Milliseconds per request. Default 60000. */
  timeout?: number;
  /** ISO 4217. Default USD. */
  currency?: string;
  /** Names required beside number, month, year, first_name and last_name, e.g. `['cvv']`. */
  required?: string[];
  /** Per field, or for `all`; a string is short for `{ selector }`. */
  fields?: { [name in FieldName | 'all']?: FieldOptions | string };
  /** Older place for `fields.<name>.style`, which wins over it. */
  style?: { [name in FieldName | 'all']?: FieldStyle };
  [ignored: string]: unknown;
}

export interface FieldState {
  valid: boolean;
  empty: boolean;
  focus: boolean;
  /** Characters typed, without formatting. */
  length: number;
}

export interface NumberState extends FieldState {
  /** `unknown` while it could be several. */
  brand: CardBrand;
  /** First six digits, once at least twelve are typed. */
  firstSix: string;
  /** Last four digits, once the number is valid. */
  lastFour: string;
}

/** The state of every hosted field on the page. */
export interface CardState {
  fields: { number?: NumberState; month?: FieldState; year?: FieldState; cvv?: FieldState };
}

export interface Token {
  /** Usable once, within twenty minutes. */
  id: string;
  type: string;
  [member: string]: unknown;
}

/** Billing properties beside the card, when no form is at hand. */
export type BillingProperties = Record<string, unknown>;
