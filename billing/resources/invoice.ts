import { adjustment, shippedTo, taxDetail } from './adjustment.ts';
import { creditPayment } from './credit-payment.ts';
import {
  addressed,
  code,
  decimal,
  derived,
  embedded,
  flag,
  frozen,
  integer,
  link,
  list,
  maybe,
  noted,
  omittedWhenAbsent,
  oneOf,
  personal,
  since,
  text,
  time,
  until,
} from './field.ts';
import { resource } from './resource.ts';
import type { Infer, Resource } from './schema.ts';
import { converted, transaction } from './transaction.ts';

/** An invoice has fewer than 6,000 lines. */
export const MOST_LINES = 5_999;

/** States as stored; API versions before 2.10 show older names. */
export const CHARGE_STATES = ['pending', 'processing', 'past_due', 'paid', 'failed'] as const;
export const CREDIT_STATES = ['open', 'processing', 'closed', 'voided'] as const;
/** Net terms count from the invoice date, or from the end of its month. */
export const NET_TERMS_TYPES = ['net', 'eom'] as const;
export const INVOICE_ORIGINS = [
  'purchase',
  'renewal',
  'immediate_change',
  'termination',
  'credit',
  'refund',
  'gift_card',
  'write_off',
  'external_refund',
  'usage_correction',
  'external_credit',
  'external',
  'carryforward',
] as const;

/** The billed party at the time of the invoice. */
export const billedTo = resource('address', {
  first_name: personal(since('2.10', maybe(text()))),
  last_name: personal(since('2.10', maybe(text()))),
  name_on_account: personal(since('2.10', maybe(text()))),
  company: since('2.10', maybe(text())),
  address1: personal(maybe(text())),
  address2: personal(maybe(text())),
  city: personal(maybe(text())),
  state: personal(maybe(text())),
  zip: personal(maybe(text())),
  country: maybe(text()),
  phone: personal(maybe(text())),
});

/** `open`: as versions before 2.10 are shown `pending`. */
const OPEN_CHARGE: readonly string[] = ['pending', 'open', 'past_due'];

interface Open {
  readonly type: string;
  readonly state: string;
  readonly collection_method: string;
  readonly balance_in_cents: number;
  readonly refundable_total_in_cents: number;
  /** Whether the account holds credit in the currency of an open charge invoice. */
  readonly has_credit?: boolean;
}

/** A charge invoice or a credit invoice of an account. */
export const invoice = resource(
  'invoice',
  {
    account: link(),
    subscription: until('2.8', link()),
    subscriptions: since('2.8', link()),
    parent_account: since('2.19', link()),
    business_entity: since('2.29', link()),
    original_invoice: until('2.9', link()),
    original_invoices: since('2.10', link()),
    address: frozen(embedded(() => billedTo)),
    shipping_address: omittedWhenAbsent(maybe(frozen(embedded(() => shippedTo)))),
    uuid: code(32),
    state: oneOf([...new Set([...CHARGE_STATES, ...CREDIT_STATES])]),
    invoice_number_prefix: text(),
    invoice_number: maybe(integer()),
    po_number: maybe(text(50)),
    vat_number: maybe(code(50)),
    subtotal_in_cents: integer(),
    subtotal_before_discount_in_cents: since('2.10', integer()),
    subtotal_after_discount_in_cents: until('2.9', derived(integer())),
    discount_in_cents: since('2.10', integer()),
    due_on: since('2.10', maybe(time())),
    balance_in_cents: since('2.10', integer()),
    type: since('2.10', oneOf(['charge', 'credit', 'legacy'])),
    origin: since('2.10', oneOf(INVOICE_ORIGINS)),
    credit_invoices: since('2.10', link()),
    refundable_total_in_cents: since('2.10', integer()),
    credit_payments: since('2.10', addressed(derived(list(() => creditPayment)))),
    tax_in_cents: integer(),
    total_in_cents: integer(),
    currency: text(3),
    created_at: time(),
    updated_at: time(),
    attempt_next_collection_at: since('2.4', maybe(time())),
    closed_at: maybe(time()),
    recovery_reason: since('2.4', maybe(text())),
    amount_remaining_in_cents: until('2.9', derived(integer())),
    terms_and_conditions: maybe(text(10_000)),
    customer_notes: maybe(text(10_000)),
    vat_reverse_charge_notes: omittedWhenAbsent(maybe(text(10_000))),
    tax_type: omittedWhenAbsent(maybe(text())),
    tax_region: omittedWhenAbsent(maybe(text())),
    tax_rate: omittedWhenAbsent(maybe(decimal(6))),
    tax_details: omittedWhenAbsent(since('2.27', derived(list(() => taxDetail)))),
    reference_only_currency_conversion: since('2.29', omittedWhenAbsent(derived(maybe(embedded(() => converted))))),
    used_tax_service: omittedWhenAbsent(since('2.29', maybe(flag()))),
    net_terms: integer(),
    net_terms_type: since('2.29', oneOf(NET_TERMS_TYPES)),
    collection_method: oneOf(['automatic', 'manual']),
    gateway_code: omittedWhenAbsent(since('2.17', maybe(code(50)))),
    dunning_campaign_id: since('2.29', derived(maybe(code(13)))),
    dunning_events_count: since('2.29', omittedWhenAbsent(derived(maybe(integer())))),
    final_dunning_event: since('2.29', omittedWhenAbsent(derived(maybe(flag())))),
    billing_info: link(),
    billing_info_uuid: since('2.29', maybe(code(13))),
    redemptions: link(),
    line_items: addressed(derived(list(() => adjustment))),
    all_line_items: since('2.10', link()),
    transactions: noted('Nil in a preview.', maybe(addressed(derived(list(() => transaction))))),
    all_transactions: since('2.12', link()),
  },
  {
    ignored: [
      'amount_remaining_in_cents',
      'business_entity_id',
      'credit_customer_notes',
      'refund_geo_code',
      'refund_method',
      'refund_tax_date',
      'refundable_in_cents',
      'subscription_id',
      'subscription_ids',
      'surcharge_in_cents',
      'tax_types',
    ],
    actions: {
      refund: { method: 'post', when: ({ refundable_total_in_cents }: Open) => refundable_total_in_cents > 0 },
      mark_successful: {
        method: 'put',
        when: ({ type, state }: Open) => type === 'charge' && OPEN_CHARGE.includes(state),
      },
      mark_failed: {
        method: 'put',
        when: ({ type, state }: Open) => type === 'charge' && [...OPEN_CHARGE, 'processing'].includes(state),
      },
      force_collect: {
        method: 'put',
        when: ({ type, state, collection_method, balance_in_cents }: Open) =>
          type === 'charge' && OPEN_CHARGE.includes(state) && collection_method === 'automatic' && balance_in_cents > 0,
      },
      apply_credit_balance: { method: 'put', when: ({ has_credit = false }: Open) => has_credit },
      void: { method: 'put', when: ({ type, state }: Open) => type === 'credit' && state === 'open' },
    },
  },
);

const called = (name: string): Resource => ({ ...(invoice as Resource), name });
/** The same table under the element names of an invoice collection. */
export const chargeInvoice = called('charge_invoice');
export const creditInvoice = called('credit_invoice');

/** The response of a purchase. The charge invoice is left out when nothing was charged. */
export const invoiceCollection = resource('invoice_collection', {
  charge_invoice: omittedWhenAbsent(maybe(addressed(derived(embedded(() => chargeInvoice))))),
  credit_invoices: addressed(derived(list(() => creditInvoice))),
});

export type Invoice = Infer<typeof invoice>;
