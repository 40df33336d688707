import type Stripe from 'stripe';
import { newId, random } from '../world/ids.ts';
import { expandedId } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';

export type SetupFacts = Pick<
  Stripe.SetupIntent,
  | 'allowed_payment_method_types'
  | 'automatic_payment_methods'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'payment_method'
  | 'payment_method_options'
  | 'payment_method_types'
  | 'usage'
>;

/** Returns a new SetupIntent that waits for a payment method, or for its confirmation. */
export const newSetupIntent = (world: SimulatorWorld, facts: SetupFacts): Stripe.SetupIntent => {
  const id = newId('seti');
  return {
    id,
    object: 'setup_intent',
    application: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${random(25)}`,
    created: world.clock.seconds(),
    customer_account: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method_configuration_details: null,
    single_use_mandate: null,
    status: facts.payment_method ? 'requires_confirmation' : 'requires_payment_method',
    ...facts,
  };
};

/** Returns the record of an attempt to set up the SetupIntent's payment method. */
export const newSetupAttempt = (
  world: SimulatorWorld,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  result: Pick<Stripe.SetupAttempt, 'payment_method_details' | 'setup_error' | 'status'>,
): Stripe.SetupAttempt => ({
  id: newId('setatt'),
  object: 'setup_attempt',
  application: null,
  created: world.clock.seconds(),
  customer: expandedId(intent.customer),
  customer_account: null,
  flow_directions: null,
  livemode: false,
  on_behalf_of: null,
  payment_method: method.id,
  setup_intent: intent.id,
  usage: intent.usage,
  ...result,
});
