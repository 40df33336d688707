import type Stripe from 'stripe';
import { newRefund } from '../../objects/refund.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { logMovement } from './settle.ts';
import { needStatus } from './unexpected-state.ts';

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
] as const;

/**
 * Cancels a PaymentIntent; what was authorized is set free.
 *
 * @throws {ApiError} 400 when it succeeded or is canceled already
 */
export const cancelPayment = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): void => {
  needStatus(intent, 'canceled', CANCELABLE);
  const charge = world.state.charges.find(expandedId(intent.latest_charge) ?? '');
  const before = intent.status;
  intent.amount_capturable = 0;
  intent.canceled_at = world.clock.seconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  intent.processing = null;
  intent.status = 'canceled';
  world.state.authentications.delete(intent.id);
  if (charge && before === 'requires_capture') releaseAmount(world, charge, charge.amount);
  if (charge && before === 'processing') {
    charge.status = 'failed';
    logMovement(world, 'debit_failed', charge.amount, charge);
    world.emit('charge.failed', charge);
  }
  world.emit('payment_intent.canceled', intent);
};

/** Sets an authorized amount, or the part that a capture left over, free again. The API shows that as a refund. */
export const releaseAmount = (world: SimulatorWorld, charge: Stripe.Charge, amount: number): void => {
  const refund = world.state.refunds.add(
    newRefund(world, charge, { amount, metadata: {}, reason: null, status: 'succeeded' }),
  );
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  logMovement(world, 'released', amount, charge, { refund: refund.id });
  world.emit('charge.refunded', charge);
};

/** Cancels an authorization that was not captured in time. `delay` is in milliseconds of the simulator's clock. */
export const expireLater = (world: SimulatorWorld, intent: Stripe.PaymentIntent, delay: number): void =>
  world.clock.after(delay, () => {
    if (intent.status !== 'requires_capture') return;
    const charge = world.state.charges.find(expandedId(intent.latest_charge) ?? '');
    if (charge) world.emit('charge.expired', charge);
    cancelPayment(world, intent, 'automatic');
  });
