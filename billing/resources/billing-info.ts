import { confirmationFields } from './confirmation.ts';
import {
  acceptedSince,
  asAttribute,
  cardType,
  code,
  country,
  currency,
  editable,
  forTypes,
  inputOnly,
  integer,
  link,
  maybe,
  noted,
  omittedWhenAbsent,
  oneOf,
  personal,
  phone,
  secret,
  since,
  text,
  time,
  unwanted,
} from './field.ts';
import { resource, type Writable } from './resource.ts';
import type { Infer } from './schema.ts';

export const PAYMENT_METHODS = ['credit_card', 'paypal', 'bank_account'] as const;

const CARD = ['credit_card'];
const WALLET = ['paypal'];
const BANK = ['bank_account'];

/** Marks a field of a payment method that no gateway of this service takes. */
const unsupported = () => unwanted('Refused: no gateway takes it.', 'invalid');

/** The payment method of an account. */
export const billingInfo = resource(
  'billing_info',
  {
    type: asAttribute(oneOf(PAYMENT_METHODS)),
    account: link(),
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
    ip_address_country: maybe(text(2)),
    card_type: acceptedSince('2.15', forTypes(CARD, editable(cardType()))),
    year: forTypes(CARD, editable(integer())),
    month: forTypes(CARD, editable(integer())),
    first_six: forTypes(CARD, text(6)),
    last_four: forTypes([...CARD, ...BANK], text(4)),
    paypal_billing_agreement_id: forTypes(WALLET, editable(code())),
    account_type: forTypes(BANK, editable(oneOf(['checking', 'savings']))),
    routing_number: forTypes(BANK, editable(code(9))),
    bank_account_authorized_at: omittedWhenAbsent(forTypes(BANK, time())),
    bank_account_authorization: omittedWhenAbsent(forTypes(BANK, text(2000))),
    updated_at: time(),

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
    gateway_code: inputOnly(since('2.14', editable(code(50)))),
    amazon_billing_agreement_id: unsupported(),
    amazon_region: since('2.18', unsupported()),
    braintree_payment_nonce: unsupported(),
    roku_billing_agreement_id: unsupported(),
    gateway_token: since('2.16', unsupported()),
    start_month: inputOnly(editable(text())),
    start_year: inputOnly(editable(text())),
    issue_number: inputOnly(editable(text())),
  },
  { plural: 'billing_infos', ignored: ['fraud', 'fraud_session_id', 'geo_code'] },
);

export type BillingInfo = Infer<typeof billingInfo>;
export type BillingInfoInput = Writable<typeof billingInfo>;
