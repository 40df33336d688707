import { externalAccount } from './external-account.ts';
import { externalProductReference } from './external-product.ts';
import { EXTERNAL_STATES } from './external-subscription.ts';
import {
  code,
  currency,
  decimal,
  embedded,
  flag,
  integer,
  list,
  onCreate,
  oneOf,
  orElse,
  required,
  text,
  time,
} from './field.ts';
import { resource, type Writable } from './resource.ts';

/** Records of one kind in a file, and members of lists inside them. */
const MOST_RECORDS = 10_000;
const MOST_INSIDE = 1000;
const LONGEST_PRICE = 9;

/** The verbs of the notifications that an app store causes. */
export const EXTERNAL_VERBS = [
  'new',
  'renewed',
  'canceled',
  'expired',
  'upgraded',
  'downgraded',
  'reactivated',
  'paused',
  'refunded',
  'revoked',
  'recovered',
  'renewal_failure',
  'price_change_confirmed',
] as const;
export type ExternalVerb = (typeof EXTERNAL_VERBS)[number];

const importedReference = resource('reference', {
  reference_code: externalProductReference.fields.reference_code,
  external_connection_type: externalProductReference.fields.external_connection_type,
});

const importedProduct = resource('product', {
  name: onCreate(required(text())),
  plan_code: onCreate(code(50)),
  references: onCreate(required(list(() => importedReference, MOST_INSIDE))),
});

const importedAccount = resource('account', {
  account_code: onCreate(required(code(50))),
  external_account_code: externalAccount.fields.external_account_code,
  external_connection_type: externalAccount.fields.external_connection_type,
});

const importedPhase = resource('phase', {
  started_at: onCreate(time()),
  ends_at: onCreate(time()),
  starting_billing_period_index: onCreate(required(integer(0))),
  ending_billing_period_index: onCreate(integer(0)),
  offer_type: onCreate(text()),
  offer_name: onCreate(text()),
  period_count: onCreate(integer(1)),
  period_length: onCreate(text(50)),
  amount: onCreate(decimal(LONGEST_PRICE, 0)),
  currency: onCreate(currency()),
});

const importedCharge = resource('line_item', {
  reference: onCreate(embedded(() => importedReference)),
  description: onCreate(text()),
  unit_amount: onCreate(required(decimal(LONGEST_PRICE))),
  quantity: onCreate(orElse(1, integer(1))),
});

const importedInvoice = resource('invoice', {
  external_id: onCreate(required(code())),
  currency: onCreate(required(currency())),
  total: onCreate(required(decimal(LONGEST_PRICE))),
  purchased_at: onCreate(required(time())),
  phase: onCreate(integer(0)),
  line_items: onCreate(list(() => importedCharge, MOST_INSIDE)),
});

const importedSubscription = resource('subscription', {
  external_id: onCreate(required(code())),
  account_code: onCreate(required(code(50))),
  reference: onCreate(embedded(() => importedReference)),
  state: onCreate(required(oneOf(EXTERNAL_STATES))),
  verb: onCreate(oneOf(EXTERNAL_VERBS)),
  last_purchased: onCreate(time()),
  auto_renew: onCreate(orElse(true, flag())),
  in_grace_period: onCreate(orElse(false, flag())),
  app_identifier: onCreate(code()),
  quantity: onCreate(orElse(1, integer(1))),
  activated_at: onCreate(time()),
  canceled_at: onCreate(time()),
  expires_at: onCreate(time()),
  trial_started_at: onCreate(time()),
  trial_ends_at: onCreate(time()),
  test: onCreate(orElse(false, flag())),
  phases: onCreate(list(() => importedPhase, MOST_INSIDE)),
  invoices: onCreate(list(() => importedInvoice, MOST_INSIDE)),
});

/** A file of records of app stores, as an operator imports it. */
export const externalImport = resource('external', {
  products: onCreate(list(() => importedProduct, MOST_RECORDS)),
  accounts: onCreate(list(() => importedAccount, MOST_RECORDS)),
  subscriptions: onCreate(list(() => importedSubscription, MOST_RECORDS)),
});

export type ExternalImport = Writable<typeof externalImport>;
export type ImportedProduct = Writable<typeof importedProduct>;
export type ImportedSubscription = Writable<typeof importedSubscription>;
