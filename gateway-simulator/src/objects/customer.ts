import type Stripe from 'stripe';
import { newId, random } from '../world/ids.ts';
import type { SimulatorWorld } from '../world/world.ts';

export type CustomerValues = Pick<
  Stripe.Customer,
  'address' | 'description' | 'email' | 'metadata' | 'name' | 'phone' | 'shipping'
>;

export const newCustomer = (world: SimulatorWorld, facts: CustomerValues): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  balance: 0,
  created: world.clock.seconds(),
  currency: null,
  default_source: null,
  delinquent: false,
  discount: null,
  invoice_prefix: random(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  next_invoice_sequence: 1,
  preferred_locales: [],
  tax_exempt: 'none',
  test_clock: null,
  ...facts,
});
