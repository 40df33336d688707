import {
  centsValue,
  currencyValue,
  digitsValue,
  feeValue,
  flagValue,
  integerValue,
  listValue,
  Malformed,
  momentValue,
  nullable,
  objectValue,
  oneOfValue,
  optional,
  type Read,
  symbolValue,
  textValue,
  urlValue,
  yearValue,
} from '../message-fields.ts';

/** An object that Stripe sends as its id, or in full. */
const either =
  <T>(whole: Read<T>): Read<T | string> =>
  (value, path) =>
    typeof value === 'string' ? textValue(value, path) : whole(value, path);

const ID = either(objectValue({ id: textValue }));

/** Texts of Stripe and the banks, which may be anything: they are shown without numbers, and cut. */
const words: Read<unknown> = (value) => value;

const METADATA = optional(
  objectValue({
    service_site: optional(textValue),
    service_key: optional(textValue),
    service_action: optional(symbolValue),
    service_at: optional(textValue),
  }),
);

const REFUSAL = optional(
  objectValue({
    code: optional(symbolValue),
    decline_code: optional(symbolValue),
    advice_code: optional(symbolValue),
    network_advice_code: optional(symbolValue),
    message: words,
    payment_method: optional(ID),
  }),
);

const CHECKS = optional(
  objectValue({
    address_line1_check: optional(symbolValue),
    address_postal_code_check: optional(symbolValue),
    cvc_check: optional(symbolValue),
  }),
);

const MANDATED = optional(objectValue({ mandate: optional(ID) }));

const CHARGE = objectValue({
  id: textValue,
  amount_refunded: optional(centsValue()),
  disputed: optional(flagValue),
  review: optional(ID),
  outcome: optional(objectValue({ seller_message: words })),
  payment_method_details: optional(
    objectValue({
      card: optional(
        objectValue({
          checks: CHECKS,
          authorization_code: optional(textValue),
          network_transaction_id: optional(textValue),
          three_d_secure: optional(
            objectValue({
              authentication_flow: optional(symbolValue),
              electronic_commerce_indicator: optional(symbolValue),
              exemption_indicator: optional(symbolValue),
              result: optional(symbolValue),
              version: optional(symbolValue),
            }),
          ),
        }),
      ),
      sepa_debit: MANDATED,
      bacs_debit: MANDATED,
    }),
  ),
});

const NEXT = optional(
  objectValue({ type: symbolValue, redirect_to_url: optional(objectValue({ url: optional(urlValue) })) }),
);

/** The fields of a PaymentIntent and a SetupIntent that the adapter uses. */
const INTENT = {
  id: textValue,
  status: symbolValue,
  livemode: optional(flagValue),
  customer: optional(ID),
  payment_method_types: listValue(symbolValue),
  metadata: METADATA,
  next_action: NEXT,
};

const PAYMENT = objectValue({
  ...INTENT,
  amount: centsValue(),
  amount_received: optional(centsValue()),
  created: momentValue,
  currency: currencyValue,
  payment_method: optional(ID),
  latest_charge: optional(either(CHARGE)),
  last_payment_error: REFUSAL,
});

const WITH_LAST_FOUR = optional(objectValue({ last4: optional(digitsValue(4)) }));

const WITH_REFERENCE = optional(objectValue({ reference: textValue }));

const MANDATE = objectValue({
  id: textValue,
  payment_method_details: objectValue({ sepa_debit: WITH_REFERENCE, bacs_debit: WITH_REFERENCE }),
});

const SETUP = objectValue({
  ...INTENT,
  mandate: optional(either(MANDATE)),
  payment_method: optional(either(objectValue({ id: textValue, card: optional(objectValue({ checks: CHECKS })) }))),
  last_setup_error: REFUSAL,
});

const CUSTOMER = objectValue({
  id: textValue,
  deleted: optional(flagValue),
  metadata: METADATA,
  invoice_settings: optional(objectValue({ default_payment_method: optional(ID) })),
});

const METHOD = objectValue({
  id: textValue,
  customer: optional(either(CUSTOMER)),
  card: optional(
    objectValue({
      brand: symbolValue,
      last4: nullable(digitsValue(4)),
      exp_month: integerValue(1, 12),
      exp_year: yearValue,
    }),
  ),
  us_bank_account: optional(
    objectValue({
      account_type: optional(symbolValue),
      last4: optional(digitsValue(4)),
      routing_number: optional(digitsValue(9)),
    }),
  ),
  sepa_debit: WITH_LAST_FOUR,
  bacs_debit: WITH_LAST_FOUR,
  au_becs_debit: WITH_LAST_FOUR,
});

const REFUND = objectValue({
  id: textValue,
  created: momentValue,
  amount: centsValue(),
  currency: currencyValue,
  status: nullable(symbolValue),
  failure_reason: optional(symbolValue),
  metadata: METADATA,
  payment_intent: optional(either(PAYMENT)),
});

const DISPUTE = objectValue({
  id: textValue,
  amount: centsValue(),
  currency: currencyValue,
  status: symbolValue,
  balance_transactions: listValue(objectValue({ amount: (value) => value, fee: feeValue, currency: currencyValue })),
});

const PAYOUT = objectValue({
  id: textValue,
  amount: integerValue(),
  currency: currencyValue,
  arrival_date: momentValue,
  automatic: flagValue,
});

const BALANCE_TRANSACTION = objectValue({
  id: textValue,
  amount: integerValue(),
  fee: integerValue(),
  net: integerValue(),
  currency: currencyValue,
  created: momentValue,
  reporting_category: symbolValue,
  source: nullable(
    either(
      objectValue({
        id: textValue,
        amount: optional(integerValue()),
        currency: optional(currencyValue),
        payment_intent: optional(ID),
      }),
    ),
  ),
});

/** Readers by the `object` of what Stripe sends. Of others, only the id is used. */
const OBJECTS: ReadonlyMap<string, Read<unknown>> = new Map<string, Read<unknown>>([
  ['payment_intent', PAYMENT],
  ['setup_intent', SETUP],
  ['customer', CUSTOMER],
  ['mandate', MANDATE],
  ['payment_method', METHOD],
  ['refund', REFUND],
  ['dispute', DISPUTE],
  ['payout', PAYOUT],
  ['balance_transaction', BALANCE_TRANSACTION],
  ['list', (value, path) => LIST(value, path)],
]);

const KIND = objectValue({ object: textValue });

/** An object or a page of them. */
const ANSWER: Read<unknown> = (value, path) =>
  (OBJECTS.get(KIND(value, path).object) ?? objectValue({ id: textValue }))(value, path);

const LIST = objectValue({ object: oneOfValue('list'), data: listValue(ANSWER), has_more: optional(flagValue) });

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
