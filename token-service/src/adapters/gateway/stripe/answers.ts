import {
  cents,
  currency,
  fee,
  flag,
  list,
  Malformed,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  type Read,
  symbol,
  text,
  url,
} from '../message-fields.ts';

/** An object that Stripe sends as its id, or in full. */
const either =
  <T>(whole: Read<T>): Read<T | string> =>
  (value, path) =>
    typeof value === 'string' ? text(value, path) : whole(value, path);

const ID = either(object({ id: text }));

/** Texts of Stripe and the banks, which may be anything: they are shown without numbers, and cut. */
const words: Read<unknown> = (value) => value;

const METADATA = optional(
  object({
    service_site: optional(text),
    service_key: optional(text),
    service_action: optional(symbol),
    service_at: optional(text),
  }),
);

const REFUSAL = optional(
  object({
    code: optional(symbol),
    decline_code: optional(symbol),
    advice_code: optional(symbol),
    network_advice_code: optional(symbol),
    message: words,
    payment_method: optional(ID),
  }),
);

const CHECKS = optional(
  object({
    address_line1_check: optional(symbol),
    address_postal_code_check: optional(symbol),
    cvc_check: optional(symbol),
  }),
);

const CHARGE = object({
  id: text,
  amount_refunded: optional(cents()),
  disputed: optional(flag),
  review: optional(ID),
  outcome: optional(object({ seller_message: words })),
  payment_method_details: optional(
    object({
      card: optional(
        object({
          checks: CHECKS,
          authorization_code: optional(text),
          network_transaction_id: optional(text),
        }),
      ),
    }),
  ),
});

const NEXT = optional(object({ type: symbol, redirect_to_url: optional(object({ url: optional(url) })) }));

/** The fields of a PaymentIntent and a SetupIntent that the adapter uses. */
const INTENT = {
  id: text,
  status: symbol,
  livemode: optional(flag),
  customer: optional(ID),
  payment_method_types: list(symbol),
  metadata: METADATA,
  next_action: NEXT,
};

const PAYMENT = object({
  ...INTENT,
  amount: cents(),
  amount_received: optional(cents()),
  created: moment,
  currency,
  payment_method: optional(ID),
  latest_charge: optional(either(CHARGE)),
  last_payment_error: REFUSAL,
});

const SETUP = object({
  ...INTENT,
  payment_method: optional(either(object({ id: text, card: optional(object({ checks: CHECKS })) }))),
  last_setup_error: REFUSAL,
});

const REFUND = object({
  id: text,
  created: moment,
  amount: cents(),
  currency,
  status: nullable(symbol),
  failure_reason: optional(symbol),
  metadata: METADATA,
  payment_intent: optional(either(PAYMENT)),
});

const DISPUTE = object({
  id: text,
  amount: cents(),
  currency,
  status: symbol,
  balance_transactions: list(object({ amount: (value) => value, fee, currency })),
});

/** Readers by the `object` of what Stripe sends. Of others, only the id is used. */
const OBJECTS: ReadonlyMap<string, Read<unknown>> = new Map<string, Read<unknown>>([
  ['payment_intent', PAYMENT],
  ['setup_intent', SETUP],
  ['refund', REFUND],
  ['dispute', DISPUTE],
  ['list', (value, path) => LIST(value, path)],
]);

const KIND = object({ object: text });

/** An object or a page of them. */
const ANSWER: Read<unknown> = (value, path) =>
  (OBJECTS.get(KIND(value, path).object) ?? object({ id: text }))(value, path);

const LIST = object({ object: oneOf('list'), data: list(ANSWER), has_more: optional(flag) });

/** Returns what is wrong with an answer of Stripe: the field, never its value. Undefined if every field is usable. */
export const faultOf = (answer: unknown): string | undefined => {
  try {
    ANSWER(answer, 'answer');
    return undefined;
  } catch (error) {
    if (error instanceof Malformed) return error.message;
    throw error;
  }
};
