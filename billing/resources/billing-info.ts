import { BANK_DEBIT_TYPES } from '../values/bank/debits.ts';
import { confirmationFields } from './confirmation.ts';
import {
  acceptedSince,
  always,
  asAttribute,
  cardType,
  code,
  country,
  credential,
  currency,
  derived,
  editable,
  embedded,
  flag,
  forTypes,
  inputOnly,
  integer,
  link,
  maskedSecret,
  networkPreference,
  noted,
  omittedWhenAbsent,
  oneOf,
  personal,
  phone,
  secret,
  since,
  text,
  time,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Field, Infer } from './schema.ts';

export const PAYMENT_METHODS = ['credit_card', 'paypal', ...BANK_DEBIT_TYPES] as const;

const CARD = ['credit_card'];
const WALLET = ['paypal'];
const US_BANK = ['bank_account'];
/** Debits for which the customer gives a mandate of the scheme. */
export const MANDATED_DEBITS: readonly string[] = ['sepa', 'bacs', 'becs'];
const BANK: readonly string[] = BANK_DEBIT_TYPES;

/** The types of payment methods whose number ends in four digits that are shown, and in two characters. */
export const [WITH_LAST_FOUR, WITH_LAST_TWO] = [[...CARD, ...US_BANK, 'bacs', 'becs'], ['sepa']];

/**
 * Returns a field of a payment method that needs a gateway of its own. Its value is never kept, because it may be the
 * number of an account.
 */
const elsewhere = () => noted('Refused with `feature_not_enabled`: no gateway takes it.', editable(secret()));

/** Returns a field that is checked and not kept, because no gateway of this service reads it. */
const ofAnother = <T>(field: Field<T>) => noted('Not kept: no gateway reads it.', inputOnly(editable(field)));

/** The data with which a gateway finds a payment method that it holds, beside its token. */
const gatewayAttributes = resource('gateway_attributes', {
  account_reference: noted('The id of the customer there. The method must be theirs.', editable(code())),
});

/** The payment method of an account. */
export const billingInfo = resource(
  'billing_info',
  {
    type: noted(
      'Returned as an attribute, sent as an element: which scheme an `account_number` is of.',
      asAttribute(always(acceptedSince('2.26', editable(oneOf(PAYMENT_METHODS))))),
    ),
    account: link(),
    uuid: always(derived(since('2.29', code(13)))),
    first_name: personal(forTypes([...CARD, ...WALLET], editable(text()))),
    last_name: personal(forTypes([...CARD, ...WALLET], editable(text()))),
    name_on_account: personal(forTypes(BANK, editable(text()))),
    company: editable(text()),
    address1: personal(editable(text())),
    address2: personal(editable(text())),
    city: personal(editable(text())),
    state: personal(editable(text())),
    zip: personal(editable(text(50))),
    country: editable(country()),
    phone: personal(editable(phone())),
    vat_number: noted('Must be a number of the country.', editable(code(50))),
    ip_address: personal(editable(code(45))),
    ip_address_country: noted(
      'The country of `ip_address`, as your servers know it: evidence of where the customer is.',
      editable(country()),
    ),
    card_type: acceptedSince('2.15', forTypes(CARD, editable(cardType()))),
    card_network_preference: since(
      '2.29',
      noted(
        'The network that is to process a card of more than one. Where the card has no such network, its own does.',
        omittedWhenAbsent(forTypes(CARD, editable(networkPreference()))),
      ),
    ),
    year: forTypes(CARD, editable(integer())),
    month: forTypes(CARD, editable(integer())),
    first_six: forTypes(CARD, text(6)),
    last_four: forTypes(WITH_LAST_FOUR, text(4)),
    cc_bin_country: since(
      '2.29',
      noted(
        'The country of the issuer of a card where the gateway reports it, or of the bank of an IBAN.',
        omittedWhenAbsent(forTypes([...CARD, 'sepa'], text(2))),
      ),
    ),
    last_two: since('2.26', derived(forTypes(WITH_LAST_TWO, text(2)))),
    paypal_billing_agreement_id: forTypes(WALLET, editable(code())),
    account_type: forTypes(US_BANK, editable(oneOf(['checking', 'savings']))),
    routing_number: forTypes(US_BANK, editable(code(9))),
    bank_account_authorized_at: omittedWhenAbsent(forTypes(BANK, time())),
    bank_account_authorization: omittedWhenAbsent(forTypes(BANK, text(2000))),
    mandate_reference: since(
      '2.26',
      noted('Where none is sent, that of the gateway.', forTypes(MANDATED_DEBITS, editable(code(35)))),
    ),
    updated_at: time(),
    primary_payment_method: noted(
      'One method of an account is the primary: naming another takes it from the one before.',
      always(editable(since('2.29', flag()))),
    ),
    backup_payment_method: noted(
      'At most one method of an account is the backup, and never the primary.',
      always(editable(since('2.29', flag()))),
    ),

    gateway_code: acceptedSince(
      '2.14',
      since('2.16', derived(noted('With a number or token: the account that is to store it.', editable(code(50))))),
    ),
    gateway_token: credential(
      noted(
        'Names a payment method that the gateway account of `gateway_code` holds.',
        since('2.16', editable(maskedSecret())),
      ),
    ),
    gateway_attributes: since('2.29', inputOnly(editable(embedded(() => gatewayAttributes)))),
    token_id: inputOnly(editable(code())),
    ...confirmationFields,
    number: editable(secret()),
    verification_value: editable(secret()),
    account_number: editable(secret()),
    currency: inputOnly(editable(currency())),
    external_hpp_type: noted(
      'Whose page it is, in a purchase that is paid for elsewhere. An authorization that names one in place of a payment method waits for it.',
      inputOnly(editable(text(50))),
    ),
    amazon_billing_agreement_id: elsewhere(),
    braintree_payment_nonce: elsewhere(),
    roku_billing_agreement_id: elsewhere(),
    iban: since('2.26', noted('Debits by SEPA, in euros.', editable(secret()))),
    sort_code: since('2.27', noted('Six digits. Debits by BACS, in pounds.', editable(secret()))),
    bsb_code: since('2.28', noted('Six digits. Debits by BECS, in Australian dollars.', editable(secret()))),
    online_banking_payment_type: since('2.29', elsewhere()),
    username: since('2.29', elsewhere()),
    amazon_region: since('2.18', elsewhere()),
    tax_identifier: since('2.29', elsewhere()),
    tax_identifier_type: since('2.29', elsewhere()),
    fraud_session_id: since('2.20', ofAnother(code())),
    start_month: inputOnly(editable(text())),
    start_year: inputOnly(editable(text())),
    issue_number: inputOnly(editable(text())),
  },
  { plural: 'billing_infos', ignored: ['fraud', 'geo_code'] },
);

export type BillingInfo = Infer<typeof billingInfo>;
export type BillingInfoInput = Writable<typeof billingInfo>;
