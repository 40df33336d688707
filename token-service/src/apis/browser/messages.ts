import type { Issue } from '@service/billing/values/failure.ts';
import { reasons } from '../../documents/messages/en/issues.ts';

/** Error codes of the browser API, with messages for developers. */
export const REFUSALS = {
  'not-found': { status: 404, code: 'not-found', text: () => 'There is nothing at this address.' },
  'unknown-plan': {
    status: 404,
    code: 'not-found',
    text: () => 'No plan on sale has this code. Check the code, or create the plan in the XML API.',
  },
  'unknown-coupon': {
    status: 404,
    code: 'not-found',
    text: () =>
      'No coupon with this code can be redeemed now. Check the code, or whether the coupon has expired or is used up.',
  },
  'unknown-gift-card': {
    status: 404,
    code: 'not-found',
    text: () => 'No gift card with this code can be redeemed. Check the code: a card is redeemed once.',
  },
  'unknown-shipping-method': {
    status: 404,
    code: 'not-found',
    text: () => 'No shipping method has this code. Check the code, or create the method in the console.',
  },
  'wrong-method': {
    status: 405,
    code: 'api-error',
    text: (allowed: string) => `This address answers ${allowed} only.`,
  },
  'wrong-type': {
    status: 415,
    code: 'api-error',
    text: () => 'Send the fields as Content-Type: application/x-www-form-urlencoded.',
  },
  'too-large': {
    status: 413,
    code: 'api-error',
    text: (bytes: string) => `The fields are larger than ${bytes} bytes. Send those of the token only.`,
  },
  'too-slow': {
    status: 408,
    code: 'api-error',
    text: (seconds: string) => `The fields did not arrive within ${seconds} seconds. Send the request again.`,
  },
  'invalid-public-key': {
    status: 403,
    code: 'invalid-public-key',
    text: (sent: string) =>
      sent === 'private_key'
        ? 'This is a private key, which must never be in a page: every visitor who reads it can charge your customers. Revoke it with `npm run key`, and pass the public key of the site to service.configure().'
        : 'The public key is missing or not that of a site. Pass the public key of the site to service.configure().',
  },
  'https-required': {
    status: 403,
    code: 'api-error',
    text: () => 'A production site requires HTTPS. Load the script over HTTPS.',
  },
  'invalid-parameter': {
    status: 422,
    code: 'invalid-parameter',
    text: () => 'Some fields are missing or invalid; see `details`.',
  },
  'invalid-routing-number': {
    status: 422,
    code: 'invalid-routing-number',
    text: (known: string) =>
      `No bank has this routing number. ${known ? `Sandbox sites know one only: ${known}.` : 'Ask the customer for the nine digits on a check or statement.'}`,
  },
  'feature-not-enabled': {
    status: 422,
    code: 'feature-not-enabled',
    text: (taken: string) =>
      taken
        ? `Customers of this site cannot pay with this kind of bank account. It takes: ${taken}.`
        : 'Customers of this site cannot pay with a bank account. `npm run site -- change <subdomain> --bank-debits` says which ones they can.',
  },
  'wallet-not-configured': {
    status: 422,
    code: 'wallet-not-configured',
    text: () =>
      'This site has no wallet. Sandbox sites get one with `npm run site -- change <subdomain> --wallet on`; production sites need a gateway that serves one.',
  },
  'wallet-error': {
    status: 502,
    code: 'wallet-error',
    text: () => 'The wallet could not make the agreement. Let the customer try again, or pay in another way.',
  },
  'other-page': {
    status: 403,
    code: 'api-error',
    text: () => 'Only pages of the payment service call this address. The browser library opens them: see its methods.',
  },
  'unknown-action': {
    status: 404,
    code: 'not-found',
    text: () =>
      'No payment of this site waits for a confirmation with this token. Send the request again to get another one.',
  },
  'three-d-secure-failed': {
    status: 422,
    code: 'three-d-secure-failed',
    text: () => 'The bank did not confirm the payment. Let the customer pay again, or with another card.',
  },
  'three-d-secure-pending': {
    status: 409,
    code: 'three-d-secure-pending',
    text: () => 'The customer has not confirmed the payment yet. Ask again after the page of the bank is done.',
  },
  'too-many-requests': {
    status: 429,
    code: 'too-many-requests',
    text: (seconds: string) => `Too many requests. Try again in ${seconds} seconds.`,
  },
  'read-only': {
    status: 503,
    code: 'api-error',
    text: () => 'The service is read-only at the moment: it takes no payment details.',
  },
  unavailable: {
    status: 503,
    code: 'api-error',
    text: () => 'The service cannot take this request right now. Try again in a moment.',
  },
  unexpected: {
    status: 500,
    code: 'api-error',
    text: (id: string) => `Something went wrong on our side. When you ask for help, give this id: ${id}.`,
  },
} as const satisfies Readonly<Record<string, { status: number; code: string; text: (value: string) => string }>>;

export type RefusalReason = keyof typeof REFUSALS;

/** Messages of field errors that say what to send instead. */
const BY_FIELD: Readonly<Record<string, string>> = {
  'number invalid': 'is not a card number',
  'month inclusion': 'must be a month from 1 to 12',
  'year inclusion': 'must be a year of two or four digits',
  'year expired': 'is past: the card has expired',
  'cvv invalid': 'must be the three or four digits printed on the card',
  'country inclusion': 'must be a country code of two letters (ISO 3166-1)',
  'country invalid': 'must be US: only US bank accounts can be used',
  'routing_number invalid': 'is not the routing number of a US bank',
  'account_number invalid': 'must be 4 to 17 digits',
  'account_number_confirmation confirmation': 'does not match',
  'account_type inclusion': 'must be checking or savings',
  'authorization invalid':
    'names another text than the current one: show that of bankAccount.bankInfo({ authorization }) again',
  'buyer inclusion': 'is an unknown wallet account',
};

/** The errors of a field, by its name in the browser. */
export const findingText = (
  field: string,
  { symbol, count, reason }: Pick<Issue, 'symbol' | 'count' | 'reason'>,
): string => {
  if (reason) return `is invalid: ${reasons[reason]}`;
  const own = BY_FIELD[`${field} ${symbol}`];
  if (own) return own;
  if (symbol === 'blank') return "can't be blank";
  if (symbol === 'contains_card_number') return 'must not contain a card number';
  return symbol === 'too_long' ? `is too long (maximum is ${count} characters)` : 'is invalid';
};
