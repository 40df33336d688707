import type Stripe from 'stripe';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { expandedId, type Instrument } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { runChecks } from '../authentication.ts';
import { declineError, refusalOf } from '../card-refusal.ts';

const SPENT =
  'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
  'connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use ' +
  'a PaymentMethod multiple times, you must attach it to a Customer first.';

export const instrumentOf = (world: SimulatorWorld, method: Stripe.PaymentMethod): Instrument =>
  world.state.instruments.get(method.id)!;

/**
 * Checks that the payment method may be used for this customer.
 *
 * @throws {ApiError} 400 when it was used up, or belongs to another customer
 */
export const checkUsable = (world: SimulatorWorld, method: Stripe.PaymentMethod, customer: string | null): void => {
  if (instrumentOf(world, method).spent) throw invalidRequest(SPENT);
  const owner = expandedId(method.customer);
  if (owner !== null && owner !== customer)
    throw invalidRequest(
      customer === null
        ? `The PaymentMethod ${method.id} belongs to the Customer ${owner}. Please include the Customer in the ` +
            '`customer` parameter on the PaymentIntent.'
        : `The PaymentMethod ${method.id} belongs to the Customer ${owner}, not to ${customer}.`,
      { param: 'payment_method' },
    );
};

/** Attaches the payment method to a customer without asking the bank. */
export const attachTo = (world: SimulatorWorld, method: Stripe.PaymentMethod, customer: string): void => {
  if (method.customer !== null) return;
  method.customer = customer;
  world.emit('payment_method.attached', method);
};

/**
 * Attaches the payment method at the request of the merchant.
 *
 * @throws {ApiError} 400 when it cannot be used again; 402 when the bank declines the card
 */
export const attachPaymentMethod = (world: SimulatorWorld, method: Stripe.PaymentMethod, customer: string): void => {
  world.state.customers.need(customer, 'customer');
  const owner = expandedId(method.customer);
  if (owner !== null && owner !== customer)
    throw invalidRequest('The payment method you provided has already been attached to a customer.');
  const instrument = instrumentOf(world, method);
  if (instrument.spent) throw invalidRequest(SPENT);
  if (instrument.kind === 'card') {
    const decline = instrument.behaviour.attaches ? undefined : refusalOf(instrument, method.metadata);
    if (decline) throw new ApiError(402, { ...declineError(decline), payment_method: method }, true);
    runChecks(method, instrument);
    instrument.securityCode = false;
  }
  attachTo(world, method, customer);
};

/** @throws {ApiError} 400 when no customer has it */
export const detachPaymentMethod = (world: SimulatorWorld, method: Stripe.PaymentMethod): void => {
  const customer = expandedId(method.customer);
  if (customer === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.');
  method.customer = null;
  instrumentOf(world, method).spent = true;
  world.emit('payment_method.detached', method, { customer });
};
