import type Stripe from 'stripe';
import { invalidRequest } from '../../http/api-error.ts';
import { addBalanceTransaction } from '../../objects/balance-transaction.ts';
import { newRefund } from '../../objects/refund.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { decideDispute } from '../disputes/decide-dispute.ts';
import { logMovement } from '../payments/settle.ts';

/**
 * Refunds a charge, or a part of it.
 *
 * @throws {ApiError} 400 when less is left than `amount`, or the charge is disputed
 */
export const refundCharge = (
  world: SimulatorWorld,
  charge: Stripe.Charge,
  request: { amount: number | undefined; reason: Stripe.Refund.Reason | null; metadata: Stripe.Metadata },
): Stripe.Refund => {
  const left = charge.amount_captured - refundedOf(charge);
  if (charge.status !== 'succeeded' || !charge.captured)
    throw invalidRequest(`Charge ${charge.id} has not been captured, so it cannot be refunded.`, {
      code: 'charge_not_refundable',
    });
  if (left <= 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const dispute = world.state.disputes.newest().find((each) => each.charge === charge.id);
  if (dispute && !dispute.is_charge_refundable)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  const amount = request.amount ?? left;
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}), in the smallest unit of the ` +
        'currency.',
      { param: 'amount' },
    );
  if (amount < 1)
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  return refund(world, charge, { ...request, amount });
};

/** Returns the refunded part of the captured amount; `amount_refunded` also counts what a partial capture set free. */
const refundedOf = (charge: Stripe.Charge): number => charge.amount_refunded - (charge.amount - charge.amount_captured);

const refund = (
  world: SimulatorWorld,
  charge: Stripe.Charge,
  facts: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Stripe.Metadata },
): Stripe.Refund => {
  const instrument = world.state.instruments.get(charge.payment_method ?? '');
  const course = instrument?.kind === 'card' ? instrument.behaviour.refund : 'pending_then_succeeds';
  const status = course === 'pending_then_succeeds' ? 'pending' : 'succeeded';
  const made = world.state.refunds.add(newRefund(world, charge, { ...facts, status }));
  made.balance_transaction = addBalanceTransaction(world, {
    amount: -facts.amount,
    currency: charge.currency,
    source: made.id,
    type: charge.id.startsWith('py') ? 'payment_refund' : 'refund',
    fee: 0,
  });
  charge.amount_refunded += facts.amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  logMovement(world, 'refunded', facts.amount, charge, { refund: made.id });
  world.emit('refund.created', made);
  world.emit('charge.refunded', charge);
  if (course === 'pending_then_succeeds') world.clock.after(world.delays.refund, () => finishRefund(world, made));
  closeInquiries(world, charge);
  if (course === 'succeeds_then_fails') world.clock.after(world.delays.refund, () => failStripeRefund(world, made));
  return made;
};

/** A full refund closes the inquiries of a charge. */
const closeInquiries = (world: SimulatorWorld, charge: Stripe.Charge): void => {
  if (!charge.refunded || !charge.disputed) return;
  for (const dispute of world.state.disputes.newest()) {
    const open = dispute.status === 'warning_needs_response' || dispute.status === 'warning_under_review';
    if (dispute.charge === charge.id && open) decideDispute(world, dispute, 'won');
  }
};

const finishRefund = (world: SimulatorWorld, made: Stripe.Refund): void => {
  if (made.status !== 'pending') return;
  made.status = 'succeeded';
  delete made.pending_reason;
  world.emit('refund.updated', made, { status: 'pending' });
  world.emit('charge.refund.updated', made, { status: 'pending' });
};

/** Lets a refund fail: the money returns to the merchant's balance. Does nothing to one that failed already. */
export const failStripeRefund = (world: SimulatorWorld, made: Stripe.Refund): void => {
  if (made.status === 'failed' || made.status === 'canceled') return;
  const charge = world.state.charges.need(expandedId(made.charge) ?? '');
  const before = made.status;
  made.status = 'failed';
  made.failure_reason = 'lost_or_stolen_card';
  delete made.pending_reason;
  made.failure_balance_transaction = addBalanceTransaction(world, {
    amount: made.amount,
    currency: made.currency,
    source: made.id,
    type: 'refund_failure',
    fee: 0,
  });
  charge.amount_refunded -= made.amount;
  charge.refunded = false;
  logMovement(world, 'refund_failed', made.amount, charge, { refund: made.id });
  world.emit('refund.updated', made, { status: before });
  world.emit('refund.failed', made, { status: before });
  world.emit('charge.refund.updated', made, { status: before });
};
