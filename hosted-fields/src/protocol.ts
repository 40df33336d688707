/**
 * The messages between a merchant's page and the card frames: the only file that both sides import.
 *
 * A frame sends `hello` to the origin its address declares. The page answers once, with its end of a MessageChannel and
 * the field's options; all further messages use that port. No message contains a value: the page gets the state of a
 * field, and of a complete card number its first six and last four digits.
 */
export const PROTOCOL = 1;

export const FIELD_TYPES = ['number', 'expiry', 'month', 'year', 'cvv'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The values of a card. The expiry field collects month and year. */
export type CardName = Exclude<FieldType, 'expiry'>;

/** The fragment of a frame's address. It is never sent to a server. */
export interface FrameAddress {
  readonly protocol: number;
  readonly type: FieldType;
  /** Random, one per instance of the library: frames of one form find each other by it. */
  readonly group: string;
  /** Origin of the page, the only one that the frame communicates with. */
  readonly origin: string;
}

export interface Hello {
  readonly kind: 'hello';
  readonly protocol: number;
  readonly type: FieldType;
  readonly group: string;
}

export interface Welcome {
  readonly kind: 'welcome';
  readonly group: string;
  readonly options: GivenOptions;
}

/**
 * The reasons why a value is not valid. `incomplete`: too short, or a date with one part only; `checksum`: digits that
 * are no card number; `brand`: not accepted; `month`: none of the twelve; `year`: too far ahead; the others but `empty`
 * and `expired` are the digits that the security code of the brand has, `digits` while the brand is unknown.
 */
export type Reason =
  | 'empty'
  | 'incomplete'
  | 'checksum'
  | 'brand'
  | 'month'
  | 'year'
  | 'expired'
  | 'three_digits'
  | 'four_digits'
  | 'digits';

/** Texts by reason. */
export type ErrorTexts = { readonly [reason in Reason]?: string };

export const INPUT_TYPES = ['text', 'select', 'mobileSelect'] as const;

export interface FrameOptions {
  /** Month and year can be chosen from a list, everywhere or on phones. */
  readonly inputType: (typeof INPUT_TYPES)[number];
  /** Whether the number is grouped, and month, year and code accept digits only. */
  readonly format: boolean;
  readonly required: boolean;
  /** Accessible name of the input. */
  readonly label: string;
  /** Read by screen readers while the field is shown as invalid: one text, or one for each reason. */
  readonly error: string | ErrorTexts;
  /** A problem that the page found; the field is shown as invalid until this is empty again. */
  readonly message: string;
  readonly disabled: boolean;
  /** Whether a completed field passes the focus on to the next one, and Backspace in an empty field to the previous. */
  readonly advance: boolean;
  /** Slugs of the accepted brands; empty if all are. */
  readonly brands: readonly string[];
  /** Keeps browsers and password managers from filling in the field. */
  readonly preventAutofill: boolean;
  /** Language of the texts, as in HTML; empty if the page names none. */
  readonly lang: string;
  /** A list of months shows their names in that language, beside the numbers that cards show. */
  readonly monthNames: boolean;
  /** Whether the page reads from right to left. */
  readonly rtl: boolean;
  readonly style: FrameStyle;
}

/** The options that the page sets. The others are off or empty, except that the field formats. */
export type GivenOptions = Partial<FrameOptions>;

/** The merchant's styles, not validated yet: the frame applies what it allows and drops the rest. */
export interface FrameStyle {
  readonly [key: string]: string | number | FrameStyle;
}

export interface FrameFieldState {
  readonly valid: boolean;
  /** The reason why the value is not valid, also while it is typed; empty if it is valid. */
  readonly reason: Reason | '';
  readonly empty: boolean;
  readonly focus: boolean;
  /** Number of characters typed, without formatting. */
  readonly length: number;
}

export interface FrameNumberState extends FrameFieldState {
  readonly brand: string;
  /** The first two of 12 or 13 digits, the first six of more; empty below twelve. */
  readonly firstSix: string;
  /** Empty until the number is valid. */
  readonly lastFour: string;
}

/** The names of a form's values beside the card. */
export const BILLING_NAMES: readonly string[] = /* @__PURE__ */ (
  'first_name last_name address1 address2 company city state postal_code country phone vat_number ' +
  'tax_identifier tax_identifier_type'
).split(' ');

/** Billing data of the form around the frames, by those names. */
export type Inputs = Readonly<Record<string, string>>;

export interface TokenRequest {
  readonly kind: 'token';
  readonly id: string;
  readonly key: string;
  /** Version of the library on the page. */
  readonly version: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly inputs: Inputs;
  readonly required: readonly string[];
}

/** Asks for a card by name, so that the page never sets a card: the frame gets it from the service, in sandboxes. */
export interface TestCardRequest {
  readonly kind: 'test-card';
  readonly name: string;
  readonly key: string;
}

export interface FieldFinding {
  readonly field: string;
  readonly messages: readonly string[];
  /** Findings of the service have none. */
  readonly reason?: Reason;
}

/** An error as it crosses the channel. `name` is `api-error` for errors of the service or the network. */
export interface PlainError {
  readonly name: 'validation' | 'api-error';
  readonly code: string;
  readonly message: string;
  readonly fields: readonly string[];
  readonly details: readonly FieldFinding[];
}

/** Returns the `error` member of a service's answer, with the members that every reader relies on. */
export const serverError = (value: unknown): PlainError => {
  const { code, message, fields, details } = members(value);
  return {
    name: 'api-error',
    code: isText(code, 64) ? code : 'api-error',
    message: isText(message, 1000) ? message : 'The payment service gave no reason.',
    fields: Array.isArray(fields) ? fields.map(String) : [],
    details: Array.isArray(details) ? details.filter(isFinding) : [],
  };
};

const isFinding = (value: unknown): value is FieldFinding =>
  isText(members(value).field, 64) && Array.isArray(members(value).messages);

export interface FrameToken {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

export type TokenAnswer = { readonly token: FrameToken } | { readonly error: PlainError };

export type ToFrame<Options = GivenOptions> =
  | { readonly kind: 'configure'; readonly options: Options }
  /** `judge`: validates the card again, because software may have written into it without an event. */
  | { readonly kind: 'focus' | 'blur' | 'clear' | 'destroy' | 'judge' }
  | TestCardRequest
  | TokenRequest;

export type ToPage =
  | { readonly kind: 'state'; readonly count: number; readonly state: FrameFieldState | FrameNumberState }
  | { readonly kind: 'submit' }
  /** The name on the card, filled in by the browser: for inputs of the page that are still empty. */
  | { readonly kind: 'name'; readonly name: string }
  /** The frame's document is being left; a port does not report that itself. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'answer'; readonly id: string; readonly answer: TokenAnswer };

export const writeAddress = (address: FrameAddress): string => `${new URLSearchParams({ ...address } as never)}`;

/**
 * Reads the fragment of a frame's address, with or without its `#`; undefined unless every part is present and valid.
 */
export const readFrameAddress = (fragment: string): FrameAddress | undefined => {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''));
  const [protocol, type, group, origin] = ['protocol', 'type', 'group', 'origin'].map((name) => parts.get(name));
  if (!isFieldType(type) || !isText(group, 64) || !isText(origin, 300) || originOf(origin) !== origin) return undefined;
  return { protocol: Number(protocol), type, group, origin };
};

/**
 * Returns the origin of an absolute http(s) address, as browsers write it (without a default port); undefined for
 * others.
 */
export const originOf = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined;
};

export const isFieldType = (value: unknown): value is FieldType => FIELD_TYPES.includes(value as FieldType);

/** Returns whether a value is a string of 1 to `longest` characters. */
export const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longest;

/** Returns the members of a message; those of a message that is not an object are empty. */
export const members = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
