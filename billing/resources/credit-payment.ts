import { code, integer, link, maybe, oneOf, text, time } from './field.ts';
import { resource } from './resource.ts';
import type { Infer } from './schema.ts';

export const CREDIT_PAYMENT_ACTIONS = ['payment', 'gift_card', 'refund', 'reduction', 'write_off'] as const;

/** A movement of credit from a credit invoice: to a charge invoice, or out as a refund or write-off. */
export const creditPayment = resource('credit_payment', {
  account: link(),
  uuid: code(32),
  action: oneOf(CREDIT_PAYMENT_ACTIONS),
  currency: text(3),
  amount_in_cents: integer(),
  original_invoice: link(),
  applied_to_invoice: link(),
  original_credit_payment: link(),
  refund_transaction: link(),
  created_at: time(),
  updated_at: time(),
  voided_at: maybe(time()),
});

export type CreditPayment = Infer<typeof creditPayment>;
