import type Stripe from 'stripe';
import { newId, random } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

export type IntentFacts = Pick<
  Stripe.PaymentIntent,
  | 'allowed_payment_method_types'
  | 'amount'
  | 'currency'
  | 'automatic_payment_methods'
  | 'capture_method'
  | 'confirmation_method'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'payment_method'
  | 'payment_method_options'
  | 'payment_method_types'
  | 'receipt_email'
  | 'setup_future_usage'
  | 'shipping'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'
>;

/** Returns a new PaymentIntent that waits for a payment method, or for its confirmation. */
export const newPaymentIntent = (world: SimulatorWorld, facts: IntentFacts): Stripe.PaymentIntent => {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${random(25)}`,
    created: world.clock.seconds(),
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    payment_record: null,
    processing: null,
    review: null,
    source: null,
    status: facts.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...facts,
  };
};
