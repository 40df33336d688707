import { INITIATORS, MERCHANT_REASON_CODES } from '../values/initiators.ts';
import { PAYMENT_METHODS, WITH_LAST_FOUR, WITH_LAST_TWO } from './billing-info.ts';
import {
  asAttribute,
  checkResult,
  code,
  country,
  credential,
  derived,
  email,
  embedded,
  flag,
  forTypes,
  frozen,
  integer,
  link,
  maybe,
  noted,
  omittedWhenAbsent,
  oneOf,
  personal,
  since,
  text,
  time,
  unkept,
  until,
} from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

/** The reason of a failed payment. Texts are added where it is shown. */
export const transactionError = resource('transaction_error', {
  error_code: text(),
  decline_code: since('2.29', noted('The code of the gateway.', omittedWhenAbsent(derived(maybe(text()))))),
  error_category: text(),
  merchant_message: derived(text()),
  customer_message: derived(text()),
  gateway_error_code: maybe(text()),
  merchant_advice: since(
    '2.29',
    noted('What the card network advises about retries.', omittedWhenAbsent(derived(maybe(text())))),
  ),
  three_d_secure_action_token_id: credential(
    noted(
      'Where the customer has to confirm the payment, in the response to that request only.',
      since('2.21', omittedWhenAbsent(derived(maybe(text())))),
    ),
  ),
});

/** Amounts in the currency of the country whose tax is in them, for reference. */
export const converted = resource('reference_only_currency_conversion', {
  currency: text(3),
  subtotal_in_cents: integer(),
  tax_in_cents: integer(),
});

/** The decision of a gateway's check for fraud. */
const fraudReview = resource('fraud', { score: maybe(integer()), decision: oneOf(['review', 'decline']) });

const billedAs = resource('billing_info', {
  type: asAttribute(oneOf(PAYMENT_METHODS)),
  first_name: personal(maybe(text())),
  last_name: personal(maybe(text())),
  address1: personal(maybe(text())),
  address2: personal(maybe(text())),
  city: personal(maybe(text())),
  state: personal(maybe(text())),
  zip: personal(maybe(text())),
  country: maybe(country()),
  phone: personal(maybe(text())),
  vat_number: maybe(code()),
  card_type: omittedWhenAbsent(maybe(text())),
  year: omittedWhenAbsent(maybe(integer())),
  month: omittedWhenAbsent(maybe(integer())),
  first_six: omittedWhenAbsent(maybe(text())),
  last_four: omittedWhenAbsent(forTypes(WITH_LAST_FOUR, text())),
  ip_address_country: since('2.29', omittedWhenAbsent(maybe(country()))),
  cc_bin_country: since('2.29', omittedWhenAbsent(maybe(text(2)))),
  last_two: since('2.26', omittedWhenAbsent(unkept(forTypes(WITH_LAST_TWO, text(2))))),
});

const paidBy = resource('account', {
  account_code: code(),
  first_name: personal(maybe(text())),
  last_name: personal(maybe(text())),
  company: maybe(text()),
  email: personal(maybe(email())),
  billing_info: omittedWhenAbsent(maybe(embedded(() => billedAs))),
});

/** The payer and the payment method at the time of the transaction. */
const transactionDetails = resource('details', { account: embedded(() => paidBy) });

interface Returnable {
  readonly voidable: boolean;
  readonly refundable: boolean;
}

/** One payment, refund, authorization or verification at a gateway, or a payment recorded by hand. */
export const transaction = resource(
  'transaction',
  {
    type: asAttribute(oneOf([...PAYMENT_METHODS, 'manual'])),
    account: link(),
    invoice: link(),
    subscription: until('2.8', link()),
    subscriptions: since('2.8', link()),
    original_transaction: link(),
    uuid: code(32),
    action: oneOf(['purchase', 'authorization', 'refund', 'verify']),
    amount_in_cents: integer(),
    tax_in_cents: integer(),
    currency: text(3),
    status: oneOf(['success', 'failed', 'void', 'declined', 'scheduled', 'processing', 'pending']),
    payment_method: text(),
    reference: maybe(text()),
    source: oneOf(['transaction', 'subscription', 'billing_info']),
    recurring: flag(),
    test: flag(),
    voidable: flag(),
    refundable: flag(),
    ip_address: personal(maybe(code())),
    gateway_type: since('2.5', text()),
    origin: since('2.5', text()),
    description: omittedWhenAbsent(maybe(text(50))),
    message: since('2.5', maybe(text())),
    approval_code: since('2.5', maybe(text())),
    failure_type: since('2.5', derived(maybe(text()))),
    gateway_error_codes: since('2.5', derived(maybe(text()))),
    fraud: since('2.5', omittedWhenAbsent(derived(maybe(embedded(() => fraudReview))))),
    collected_at: omittedWhenAbsent(maybe(time())),
    transaction_error: omittedWhenAbsent(maybe(frozen(embedded(() => transactionError)))),
    cvv_result: maybe(checkResult()),
    avs_result: maybe(checkResult()),
    avs_result_street: maybe(text()),
    avs_result_postal: maybe(text()),
    created_at: time(),
    updated_at: time(),
    reference_only_currency_conversion: since('2.29', omittedWhenAbsent(derived(maybe(embedded(() => converted))))),
    backup_payment_method_used: since('2.29', flag()),
    initiator: since('2.29', omittedWhenAbsent(maybe(oneOf(INITIATORS)))),
    merchant_reason_code: since('2.29', omittedWhenAbsent(maybe(oneOf(MERCHANT_REASON_CODES)))),
    details: frozen(embedded(() => transactionDetails)),
  },
  {
    ignored: [
      'accounting_code',
      'action_result',
      'billing_country',
      'billing_phone',
      'billing_postal',
      'date',
      'gateway',
      'id',
      'invoice_id',
      'invoice_number',
      'invoice_number_prefix',
      'manually_entered',
      'product_code',
      'subscription_id',
      'tax_code',
      'tax_exempt',
    ],
    actions: { refund: { method: 'delete', when: ({ voidable, refundable }: Returnable) => voidable || refundable } },
  },
);

export type Transaction = Infer<typeof transaction>;
