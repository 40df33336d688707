import type { BillingApiError, FieldError } from './api-client.ts';

/** The error that the customer sees: one message for the whole form, and texts for single fields. */
export interface ShopRefusal {
  /**
   * The status of the shop's own answer. 422: the customer can fix it; 503: a later attempt can succeed; 502: the shop
   * must fix it; 404: the record is not the customer's.
   */
  readonly status: 404 | 422 | 502 | 503;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter?: number | undefined;
  /** A bank declined: the same order can be paid in another way. */
  readonly declined?: boolean;
  /** The action token of a challenge: the same order is paid once the customer has confirmed it to the bank. */
  readonly confirm?: string | undefined;
}

/** Field names of the XML API on the left, of the form on the right, where they differ. */
const FORM_NAMES: Record<string, string> = {
  verification_value: 'cvv',
  zip: 'postal_code',
  'coupon_codes[0]': 'coupon',
  redemption_code: 'gift_card',
};

const LABELS: Record<string, string> = {
  number: 'card number',
  month: 'expiry month',
  year: 'expiry year',
  cvv: 'security code',
  routing_number: 'routing number',
  account_number: 'account number',
  account_type: 'type of account',
  name_on_account: 'name on the account',
  first_name: 'first name',
  last_name: 'last name',
  email: 'email address',
  address1: 'street and number',
  city: 'city',
  state: 'state or region',
  postal_code: 'postal code',
  country: 'country',
  coupon: 'coupon',
  gift_card: 'gift card',
  token: 'payment details',
};

/** Texts that are better than "Check the …", by `field symbol`. */
const WORDS: Record<string, string> = {
  'number invalid': 'Check the card number. A digit may be missing or swapped.',
  'month expired': 'This card has expired. Check the date, or use another card.',
  'year expired': 'This card has expired. Check the date, or use another card.',
  'routing_number invalid': 'No bank has this routing number. Check its nine digits.',
  'coupon invalid': 'This coupon cannot be used for this order.',
  'coupon taken': 'This coupon has been used already.',
  'gift_card invalid': 'This gift card has been used up.',
  'gift_card not_found': 'We do not know this gift card. Check its code.',
  'gift_card invalid_currency': 'This gift card is in another currency. Change the currency of your order to use it.',
  'email invalid_email': 'Check the email address. It should look like name@example.com.',
};

const TRY_LATER = 'The payment service did not answer. You have not been charged. Try again in a minute.';
const OUR_FAULT = 'This shop cannot take payment details right now. You have not been charged. Please come back later.';

/** Returns the text for a customer of any refusal by the XML API. */
export const inWords = (error: BillingApiError): ShopRefusal => {
  if (error.decline) return declined(error);
  if (error.findings.length > 0) return invalid(error.findings);
  if (error.symbol === 'token_invalid') {
    return refusal(422, 'This took too long, so nothing was saved. Try again.');
  }
  if (error.symbol === 'simultaneous_request') {
    return refusal(422, 'This is being saved already. Wait a moment, then reload the page.');
  }
  if (error.status === 429) {
    return { ...refusal(503, tooMany(error.retryAfter)), retryAfter: error.retryAfter };
  }
  if (error.status === 0 || error.status >= 500) {
    return { ...refusal(503, TRY_LATER), retryAfter: error.retryAfter };
  }
  return refusal(502, OUR_FAULT);
};

/** The customer left out a required field. */
export const missingFields = (names: readonly string[]): ShopRefusal =>
  refusal(422, '', Object.fromEntries(names.map((name) => [name, `Enter the ${LABELS[name] ?? name}.`])));

const refusal = (status: ShopRefusal['status'], message: string, fields: ShopRefusal['fields'] = {}): ShopRefusal => ({
  status,
  message,
  fields,
});

/** The field that can be corrected, by the code of the decline. A declined purchase names no field. */
const DECLINED_FIELDS: Record<string, string> = {
  fraud_security_code: 'cvv',
  declined_security_code: 'cvv',
  invalid_card_number: 'number',
  declined_card_number: 'number',
  expired_card: 'month',
  declined_expiration_date: 'month',
  fraud_address: 'address1',
};

const declined = ({ decline, findings }: BillingApiError): ShopRefusal => {
  const message = decline?.customer_message || 'This payment was declined. Try another way to pay.';
  // "declined" concerns the card as a whole; the other symbols concern a field that can be corrected.
  const named = findings.filter((each) => each.symbol !== 'declined').map(formName)[0];
  const field = named ?? DECLINED_FIELDS[decline?.error_code ?? ''];
  return field && field in LABELS ? refusal(422, '', { [field]: message }) : refusal(422, message);
};

const invalid = (findings: readonly FieldError[]): ShopRefusal => {
  const fields: Record<string, string> = {};
  for (const finding of findings) {
    const name = formName(finding);
    if (name in LABELS) fields[name] ??= fieldWords(name, finding);
  }
  // The other fields are not in the form, so the customer cannot fix them.
  return Object.keys(fields).length > 0 ? refusal(422, '', fields) : refusal(502, OUR_FAULT);
};

const formName = ({ field }: FieldError): string => {
  const last = field.split('.').at(-1) ?? '';
  return FORM_NAMES[last] ?? last;
};

const fieldWords = (name: string, { symbol, message }: FieldError): string => {
  const label = LABELS[name];
  if (symbol === 'blank' || symbol === 'empty') return `Enter the ${label}.`;
  const words = WORDS[`${name} ${symbol}`];
  if (words) return words;
  return symbol === 'too_long' ? `The ${label} ${message}.` : `Check the ${label}.`;
};

const tooMany = (seconds: number | undefined): string => {
  const wait = seconds === undefined ? 'a minute' : seconds === 1 ? '1 second' : `${Math.ceil(seconds)} seconds`;
  return `Many people are checking out right now. Wait ${wait}, then try again.`;
};
