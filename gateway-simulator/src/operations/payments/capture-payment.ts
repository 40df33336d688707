import type Stripe from 'stripe';
import { invalidRequest } from '../../http/api-error.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { followDisputes } from '../disputes/open-dispute.ts';
import { releaseAmount } from './cancel-payment.ts';
import { logMovement, succeed } from './settle.ts';
import { needStatus } from './unexpected-state.ts';

/**
 * Captures an authorized amount, or a part of it; the rest is set free.
 *
 * @throws {ApiError} 400 when nothing is authorized, or less than `amount`
 */
export const capturePayment = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  amount = intent.amount_capturable,
): void => {
  needStatus(intent, 'captured', ['requires_capture']);
  if (amount < 1 || amount > intent.amount_capturable)
    throw invalidRequest(
      `The amount_to_capture must be between 1 and ${intent.amount_capturable}, the amount that is authorized.`,
      { code: amount < 1 ? 'amount_too_small' : 'amount_too_large', param: 'amount_to_capture' },
    );
  const charge = world.state.charges.need(expandedId(intent.latest_charge) ?? '');
  const rest = charge.amount - amount;
  succeed(world, intent, charge, amount);
  logMovement(world, 'captured', amount, charge);
  world.emit('charge.captured', charge);
  if (rest > 0) releaseAmount(world, charge, rest);
  world.emit('payment_intent.succeeded', intent);
  const instrument = world.state.instruments.get(charge.payment_method ?? '');
  if (instrument?.kind === 'card') followDisputes(world, charge, instrument.behaviour);
};
