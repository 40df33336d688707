import type { Callback, Outcome } from './callback.ts';
import type { ErrorTexts, Reason } from './reason.ts';
import type { OwnTexts } from './texts/texts.ts';

/** The names of the card fields. */
export type FieldName = 'number' | 'expiry' | 'month' | 'year' | 'cvv';

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

/**
 * CSS in camelCase, for example `fontSize: '16px'`. Properties and values that are not allowed in a card frame are
 * dropped.
 */
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

/** The style of a field and of each of its states: later states win over earlier ones. */
export interface FieldStyle extends TextStyle {
  placeholder?: TextStyle & { content?: string };
  /** While it shows a value that the browser filled in. */
  autofill?: TextStyle;
  hover?: TextStyle;
  focus?: TextStyle;
  valid?: TextStyle;
  /** While the value is invalid and the field is not focused. */
  invalid?: TextStyle;
  disabled?: TextStyle;
  /** The style of selected text. */
  selection?: TextStyle;
  /** Accessible name of the field, for example in the customer's language. */
  title?: string;
}

export interface FieldOptions {
  /** The target of the field: an element, or a selector whose first match is used. Default `[data-service=<name>]`. */
  selector?: string | Element;
  style?: FieldStyle;
  /** Groups the digits of the number, and accepts only digits in the other fields. Default true. */
  format?: boolean;
  /** The `tabindex` of the frame. Default 0. */
  tabIndex?: number;
  /** Month and year: text, a list to choose from, or a list on phones only. Default text. */
  inputType?: 'text' | 'select' | 'mobileSelect';
  disabled?: boolean;
  /** Whether the security code must be filled in, in Elements and in the payment form. Default true. */
  required?: boolean;
  /**
   * Whether a completed field moves the focus to the next one, and Backspace in an empty field to the previous one.
   * Default true in Elements and in the payment form, false elsewhere.
   */
  advance?: boolean;
  /** Accessible name of the frame, and of the field without a `label`, in the customer's language. */
  title?: string;
  /** Accessible name of the field in the frame. Default: the title. */
  label?: string;
  /** Read by screen readers while the field is shown as invalid: one text, or one for each reason. */
  error?: string | ErrorTexts;
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
  /**
   * Names required beside number, month, year, first_name and last_name: `cvv`, `address1`, `address2`, `company`,
   * `city`, `state`, `postal_code`, `country`, `phone`, `vat_number`, `tax_identifier`, `tax_identifier_type`. Another
   * name is an invalid-option.
   */
  required?: string[];
  /** The accepted brands; a number of another brand is invalid, and an unknown name an invalid-option. Default: all. */
  brands?: CardBrand[];
  /**
   * Language of the texts and of the month names, as in HTML. Without it, lists of months show numbers only. Default:
   * that of the element around the field.
   */
  locale?: string;
  /**
   * Texts of yours over those of the language, by name: `number`, `declined` … Elements, payment forms and `messages`
   * have them; an unknown name is an invalid-option there.
   */
  texts?: OwnTexts;
  /** Keeps browsers and password managers from filling in the card. Default false. */
  preventAutofill?: boolean;
  /** Per field, or for `all`; a string is short for `{ selector }`. */
  fields?: { [name in FieldName | 'all' | 'card']?: FieldOptions | string };
  /** Deprecated; `fields.<name>.style` wins over it. */
  style?: { [name in FieldName | 'all' | 'card']?: FieldStyle };
  [ignored: string]: unknown;
}

export interface FieldState {
  valid: boolean;
  /**
   * The reason why the value is not valid, also while it is typed, for a text of yours; empty if it is valid. Show it
   * once the field has lost the focus; `service.messages` has a text for it.
   */
  reason: Reason | '';
  empty: boolean;
  focus: boolean;
  /** Number of characters typed, without formatting. */
  length: number;
}

export interface NumberState extends FieldState {
  /** `unknown` while several brands are possible. */
  brand: CardBrand;
  /** First six digits, once at least 14 are typed; first two of 12 or 13. */
  firstSix: string;
  /** Last four digits, once the number is valid. */
  lastFour: string;
}

/** The options of an element. A text that differs between the fields of a card element is an object by field. */
export type ElementOptions = Omit<FieldOptions, 'selector' | 'style' | 'title' | 'label' | 'error'> & {
  style?: Omit<FieldStyle, 'placeholder'> & { placeholder?: TextStyle & { content?: string | ByField } };
  title?: string | ByField;
  label?: string | ByField;
  error?: string | { [name in FieldName]?: string | ErrorTexts };
};

export type ByField = { [name in FieldName]?: string };

/** The state of an element; that of a card element is the state of its fields together, and of each by its name. */
export type ElementState = FieldState & {
  /** The error in the language of the page, and what to do about it; empty while there is nothing to say. */
  message: string;
} & Partial<Pick<NumberState, 'brand' | 'firstSix' | 'lastFour'>> &
  CardState['fields'];

/** The appearance of a payment form. */
export interface Appearance {
  /** Default auto: dark where the page is dark around the form. */
  theme?: 'light' | 'dark' | 'auto';
  /** CSS values. */
  variables?: {
    fontFamily?: string;
    fontSize?: string;
    borderRadius?: string;
    /** Between fields. */
    spacing?: string;
    colorText?: string;
    /** The color of hints. */
    colorQuiet?: string;
    colorBackground?: string;
    colorBorder?: string;
    /** The color of focus and selection. */
    colorAccent?: string;
    /** The color of errors. */
    colorDanger?: string;
  };
  /**
   * CSS for single elements and their states, over the variables: `{ 'Field:focus': { boxShadow: '0 0 0 4px #cfe' } }`.
   * Another name, property or value is an invalid-option.
   */
  rules?: { [name in AppearanceElement]?: AppearanceStyle };
}

/** An element of a payment form, or one in a state. */
export type AppearanceElement =
  | 'Label'
  | 'Field'
  | 'Field:hover'
  | 'Field:focus'
  | 'Field:invalid'
  | 'Hint'
  | 'Error'
  | 'Method'
  | 'Method:hover'
  | 'Method:focus'
  | 'Method:selected';

/** CSS in camelCase. Nothing that loads, hides or moves a part of the form. */
export interface AppearanceStyle {
  backgroundColor?: string;
  borderColor?: string;
  borderRadius?: string;
  borderStyle?: string;
  borderWidth?: string;
  boxShadow?: string;
  color?: string;
  fontFamily?: string;
  fontSize?: string;
  fontStyle?: string;
  fontWeight?: string | number;
  letterSpacing?: string;
  outline?: string;
  outlineOffset?: string;
  padding?: string;
  textTransform?: string;
}

/** `bank`: an account in the US; `sepa`, `bacs`, `becs`: one in the euro payments area, Britain, Australia. */
export type PaymentMethod = 'card' | 'bank' | 'sepa' | 'bacs' | 'becs' | 'wallet';

export interface PaymentFormOptions {
  /** The methods that the customer can choose from, in this order. Default: card. */
  methods?: PaymentMethod[];
  appearance?: Appearance;
  /** `auto` (the default: the language of the page, then those of the browser), or a language tag. */
  locale?: string;
  /** Texts over those of `configure` and of the language, by name: `number` … An unknown name is an error. */
  texts?: OwnTexts;
  /** A payment method on file that the customer can keep, for example `Visa ending in 1111`. */
  saved?: string;
  /** A description of what the customer agrees to pay for, shown in the wallet. */
  description?: string;
}

export interface ElementsOptions {
  /** Texts over those of `configure` and of the language, by name: `number`, `expiry_expired` … */
  texts?: OwnTexts;
}

/** The state of every hosted field on the page. */
export interface CardState {
  fields: {
    number?: NumberState;
    expiry?: FieldState;
    month?: FieldState;
    year?: FieldState;
    cvv?: FieldState;
    /** The state of the whole card in the target `data-service="card"`, and of each of its fields by name. */
    card?: ElementState;
  };
}

/** Sentences for customers that say what is wrong and what to do about it. */
export interface CustomerMessages {
  /** Sentences by the name of the field (`expiry`: of month and year, too). Empty if no field is concerned. */
  readonly fields: Readonly<Record<string, string>>;
  /** All of them, each once; or what to do about an error of no field, such as a declined payment. */
  readonly text: string;
}

export interface Token {
  /** Usable once, within twenty minutes. */
  id: string;
  type: string;
  [member: string]: unknown;
}

/** Checks card numbers, brands, expiry dates and security codes. Pure; can be called before `configure`. */
export interface Validate {
  /**
   * Returns whether this is a card number: 12 to 19 digits that pass the mod-10 check; spaces and dashes are ignored.
   */
  cardNumber(number: string | number): boolean;
  /**
   * Returns the brand of a complete number; with `partial`, of the digits so far, as soon as only one brand is
   * possible.
   */
  cardType(number: string | number, partial?: boolean): CardBrand;
  /** Returns whether a card with this expiry is still valid today; the year has two or four digits. */
  expiry(month: string | number, year: string | number): boolean;
  /** Returns whether this is three or four digits. A number loses leading zeros: pass text. */
  cvv(code: string | number): boolean;
}

/** Bank accounts: in the US, by SEPA, BACS and BECS. */
export type BankScheme = 'bank_account' | 'sepa' | 'bacs' | 'becs';

/**
 * A bank account and its holder, for pages without a form. Its numbers tell the scheme, unless `type` names it. A
 * scheme that the site does not offer is refused with feature-not-enabled.
 */
export interface BankProperties {
  routing_number?: string;
  account_number?: string;
  account_number_confirmation?: string;
  account_type?: 'checking' | 'savings' | (string & {});
  name_on_account?: string;
  /** The number of an account in the euro payments area (SEPA). */
  iban?: string;
  /** The six digits of a British bank (BACS). */
  sort_code?: string;
  /** The six digits of an Australian bank (BECS). */
  bsb_code?: string;
  type?: BankScheme | (string & {});
  address1?: string;
  address2?: string;
  company?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  phone?: string;
  vat_number?: string;
}

export interface BankInfo {
  /** Null if the number is valid and its bank unknown. */
  bank_name: string | null;
}

/** Bank accounts. Unlike cards, they are typed into the page itself. */
export interface BankAccount {
  /**
   * Exchanges a bank account, from a form or an object, for a token; its id also goes into the form's hidden token
   * input. A form has one token in flight: a second call gets the answer to the first. Rejects with a ServiceError:
   * not-configured, validation, a code of the server, api-error, api-timeout.
   */
  token(form: HTMLFormElement | Element | BankProperties): Promise<Token>;
  /** Calls back once, asynchronously, with such an error, or with null and the token. Throws missing-callback. */
  token(form: HTMLFormElement | Element | BankProperties, callback: (...outcome: Outcome<Token>) => void): void;
  token(form: HTMLFormElement | Element | BankProperties, callback: Callback<Token>): void;
  /**
   * Looks up the bank of a routing number. Rejects with a ServiceError: not-configured, validation,
   * invalid-routing-number, a code of the server, api-error, api-timeout.
   */
  bankInfo(options: { routingNumber: string }): Promise<BankInfo>;
  /** Calls back once, asynchronously, with such an error, or with null and the bank. Throws missing-callback. */
  bankInfo(options: { routingNumber: string }, callback: (...outcome: Outcome<BankInfo>) => void): void;
  bankInfo(options: { routingNumber: string }, callback: Callback<BankInfo>): void;
  /**
   * Returns the text that the holder of a bank account has to be shown before it is submitted, in a language: who may
   * collect, when, and how to stop it, with the name of the site's company. `scheme`: by which the account is debited;
   * that of US accounts by default. Send its `id` with the account as `authorization`, so that the service records what
   * was shown. Rejects like the look-up of a bank, and with feature-not-enabled.
   */
  bankInfo(options: AuthorizationOptions): Promise<BankAuthorization>;
  /** Calls back like the look-up of a bank. */
  bankInfo(options: AuthorizationOptions, callback: (...outcome: Outcome<BankAuthorization>) => void): void;
  bankInfo(options: AuthorizationOptions, callback: Callback<BankAuthorization>): void;
}

export interface AuthorizationOptions {
  /** A language tag, such as `de`. */
  authorization: string;
  scheme?: BankScheme;
}

/** The text that the holder of a bank account agrees to. */
export interface BankAuthorization {
  readonly id: string;
  /** A language tag, such as `de`. */
  readonly language: string;
  readonly text: string;
}

export interface WalletOptions {
  /** Its hidden token input is filled. */
  form?: HTMLFormElement | Element;
  /** A description of what the customer agrees to pay for, shown in the wallet. At most 127 characters. */
  description?: string;
}

/** Wallet payments, which the customer agrees to in a window of the wallet. */
export interface Wallet {
  /**
   * Opens the wallet's agreement page; call it from a click handler. Returns the token, of type `paypal`; while the
   * page is open, a second call gets the answer to the first. Rejects with a ServiceError: not-configured,
   * invalid-option, wallet-not-configured, wallet-canceled, wallet-error, api-error.
   */
  token(options?: WalletOptions): Promise<Token>;
  /** Calls back once, asynchronously, with such an error, or with null and the token. Throws missing-callback. */
  token(options: WalletOptions, callback: (...outcome: Outcome<Token>) => void): void;
  token(options: WalletOptions, callback: Callback<Token>): void;
}

/** Billing properties beside the card, for pages without a form. */
export type BillingProperties = Record<string, unknown>;
