import { MAX_QUANTITY } from '../values/money/cents.ts';
import { adjustment } from './adjustment.ts';
import {
  aliasOf,
  code,
  exact,
  flag,
  integer,
  list,
  onCreate,
  oneOf,
  orElse,
  required,
  since,
  text,
  time,
  untypedDecimal,
} from './field.ts';
import { invoice } from './invoice.ts';
import { OFFLINE_METHODS } from './offline-payment.ts';
import { resource, type Writable } from './resource.ts';
import type { Resource } from './schema.ts';

/** The order or kind of a refund: account credit, or money to the original payment. */
export const REFUND_METHODS = ['credit_first', 'transaction_first', 'all_transaction', 'all_credit'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/** The first two by their names in `refund_apply_order`; either element takes either word. */
const SPELLINGS = [...REFUND_METHODS, 'credit', 'transaction'] as const;

/** The fields that say how much of a line is refunded: exactly one of them. */
export const REFUND_PARTS = ['quantity', 'quantity_decimal', 'amount_in_cents', 'percentage'] as const;

export const refundedLine = resource(
  'adjustment',
  {
    uuid: onCreate(required(code(36))),
    quantity: onCreate(integer(1)),
    quantity_decimal: since('2.29', onCreate(untypedDecimal(9, 0, MAX_QUANTITY))),
    amount_in_cents: since('2.29', onCreate(integer(1))),
    percentage: since('2.29', onCreate(integer(1, 100))),
    prorate: onCreate(orElse(false, flag())),
  },
  { about: (): Resource => adjustment },
);

/** The request to refund an invoice. It is never stored; the response is the credit invoice. */
export const refund = resource(
  'invoice',
  {
    amount_in_cents: onCreate(integer(1)),
    line_items: exact(onCreate(list((): typeof refundedLine => refundedLine))),
    refund_method: onCreate(oneOf(SPELLINGS)),
    refund_apply_order: aliasOf('refund_method', onCreate(oneOf(SPELLINGS))),
    external_refund: since('2.10', onCreate(flag())),
    payment_method: since('2.10', onCreate(oneOf(OFFLINE_METHODS))),
    description: since('2.10', onCreate(text(50))),
    refunded_at: since('2.10', onCreate(time())),
    credit_customer_notes: since('2.10', onCreate(text(10_000))),
  },
  { about: (): Resource => invoice },
) satisfies Resource;

export type RefundInput = Writable<typeof refund>;

export const methodOf = ({ refund_method }: Pick<RefundInput, 'refund_method'>): RefundMethod => {
  if (refund_method === 'credit') return 'credit_first';
  return refund_method === 'transaction' ? 'transaction_first' : (refund_method ?? 'credit_first');
};
