import type { Millis } from '@service/billing/values/time.ts';
import Stripe from 'stripe';
import type { StripeRefusal } from './decline-codes.ts';

/**
 * The reason why a request to Stripe has no result. It consists of the few facts that the service uses: the library's
 * errors carry headers and whole objects, which are neither logged nor passed on.
 */
export interface Problem extends StripeRefusal {
  /**
   * `unsent`: no request reached Stripe, or it turned the credentials away. `refused`: Stripe has answered, and has
   * moved no money. `busy`: Stripe has not begun. `unknown`: Stripe may have acted.
   */
  readonly kind: 'unsent' | 'refused' | 'busy' | 'unknown';
  /** Empty where there was no answer. */
  readonly status: number | null;
  /** The message for the merchant, without numbers and keys. */
  readonly message: string;
  /** The name of the parameter that Stripe objects to. */
  readonly param: string | null;
  /** Milliseconds that Stripe asks to wait for. */
  readonly retryAfterMs: Millis | null;
  /** Whether the same request, with the same idempotency key, can be sent again at once. */
  readonly repeatable: boolean;
  /** Whether Stripe repeated its error to an earlier request with this key, which has ended. */
  readonly replayed?: boolean;
  /** Stripe has answered, with a field that cannot be used: asking again gets the same. */
  readonly unreadable?: boolean;
}

/** Errors of a connection that was never made. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** The code of a connection that was lost. The library would send the request again by itself after ECONNRESET. */
export const CONNECTION_LOST = 'CONNECTION_LOST';

const KEYS = /\b(?:sk|rk|pk|whsec)_\w+/g;
/** Ids of payment methods and their customers. */
const TOKENS = /\b(?:pm|card|src|ba|cus)_\w+/g;
const IBANS = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const NUMBERS = /\d(?:[ -]?\d){6,}/g;

/** Returns a text without anything that could be a card number, a bank account, a payment method or a key. */
export const withoutSecrets = (text: string): string =>
  text.replace(KEYS, '[key]').replace(TOKENS, '[token]').replace(IBANS, '[number]').replace(NUMBERS, '[number]');

const NO_ANSWER = { status: null, param: null, retryAfterMs: null, code: undefined } as const;

/** An answer with a field that cannot be used: what it was about may have been done. */
export const unreadable = (fault: string): Problem => ({
  ...NO_ANSWER,
  kind: 'unknown',
  message: `Stripe has answered with a field that cannot be used: ${fault}.`,
  repeatable: false,
  unreadable: true,
});

/** Returns what an error of the library says. Throws the error again if it is none of Stripe's. */
export const problemOf = (error: unknown): Problem => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (error instanceof Stripe.errors.StripeConnectionError) return connectionProblem(error);
  const { statusCode: status = 500, code, decline_code, advice_code, network_advice_code } = error;
  const facts = {
    status,
    code,
    decline_code,
    advice_code,
    network_advice_code,
    message: withoutSecrets(error.message),
    param: error.param ?? null,
    retryAfterMs: milliseconds(error.headers?.['retry-after']),
    repeatable: false,
  };
  if (status === 401 || status === 403) return { ...facts, kind: 'unsent' };
  // Another request with this key is in progress.
  if (status === 409) return { ...facts, kind: 'unknown', repeatable: true };
  if (status === 429) return { ...facts, kind: 'busy', repeatable: true };
  if (status < 500) return { ...facts, kind: 'refused' };
  const says = (header: string): boolean => error.headers?.[header] === 'true';
  return { ...facts, kind: 'unknown', repeatable: says('stripe-should-retry'), replayed: says('idempotent-replayed') };
};

const connectionProblem = ({ detail }: InstanceType<typeof Stripe.errors.StripeConnectionError>): Problem => {
  const code = (detail as { readonly code?: unknown } | undefined)?.code;
  if (NOT_CONNECTED.has(String(code))) {
    return { ...NO_ANSWER, kind: 'unsent', message: `No connection to Stripe (${code}).`, repeatable: true };
  }
  const message = 'Stripe did not answer.';
  return { ...NO_ANSWER, kind: 'unknown', message, repeatable: code === CONNECTION_LOST };
};

const milliseconds = (seconds: string | undefined): Millis | null =>
  seconds !== undefined && /^\d{1,3}$/.test(seconds) ? Number(seconds) * 1000 : null;
