import type Stripe from 'stripe';
import { addBalanceTransaction, paymentFee } from '../../objects/balance-transaction.ts';
import type { MovementKind } from '../../world/money-log.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';

/** Writes a movement of a charge's money into the log. */
export const logMovement = (
  world: SimulatorWorld,
  kind: MovementKind,
  amount: number,
  charge: Stripe.Charge,
  more: { refund?: string; dispute?: string } = {},
): void => {
  const intent = expandedId(charge.payment_intent);
  const { card, us_bank_account, sepa_debit, bacs_debit, au_becs_debit } = charge.payment_method_details ?? {};
  const details = card ?? us_bank_account ?? sepa_debit ?? bacs_debit ?? au_becs_debit;
  world.log.add({
    kind,
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: intent,
    customer: expandedId(charge.customer),
    payment_method: charge.payment_method,
    refund: more.refund ?? null,
    dispute: more.dispute ?? null,
    last4: details?.last4 ?? null,
    fingerprint: details?.fingerprint ?? null,
    metadata: { ...((intent && world.state.paymentIntents.find(intent)?.metadata) ?? charge.metadata) },
    idempotency_key: world.request?.idempotency_key ?? null,
  });
};

/** Books the money of a captured charge, and finishes its PaymentIntent. */
export const succeed = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  amount: number,
): void => {
  charge.captured = true;
  charge.amount_captured = amount;
  charge.paid = true;
  charge.status = 'succeeded';
  charge.balance_transaction = addBalanceTransaction(world, {
    amount,
    currency: charge.currency,
    source: charge.id,
    type: charge.id.startsWith('py') ? 'payment' : 'charge',
    fee: paymentFee(amount),
  });
  intent.amount_capturable = 0;
  intent.amount_received = amount;
  intent.next_action = null;
  intent.processing = null;
  intent.status = 'succeeded';
};

/** Returns an intent to the choice of a payment method, with the error of its last attempt. */
export const failAttempt = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): void => {
  intent.last_payment_error = error;
  intent.next_action = null;
  intent.payment_method = null;
  intent.status = 'requires_payment_method';
  world.state.authentications.delete(intent.id);
  world.emit('payment_intent.payment_failed', intent);
};
