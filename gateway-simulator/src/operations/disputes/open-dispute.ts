import type Stripe from 'stripe';
import type { CardBehaviour } from '../../cards/behaviour.ts';
import { invalidRequest } from '../../http/api-error.ts';
import { newDispute } from '../../objects/dispute.ts';
import { newId } from '../../world/ids.ts';
import { expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { moveDisputed } from './move-disputed.ts';

/** The initial data of a dispute. */
export interface DisputeToOpen {
  readonly reason: string;
  readonly status: 'needs_response' | 'warning_needs_response';
  /** The whole of what is left of the charge unless it is given. */
  readonly amount?: number;
}

/**
 * Opens a dispute of a charge. An inquiry, whose status begins with `warning`, takes no money.
 *
 * @throws {ApiError} 400 when nothing of the charge is left to dispute
 */
export const openDispute = (world: SimulatorWorld, charge: Stripe.Charge, opening: DisputeToOpen): Stripe.Dispute => {
  const left = charge.amount - charge.amount_refunded;
  const amount = opening.amount ?? left;
  if (charge.status !== 'succeeded' || amount < 1 || amount > left)
    throw invalidRequest(`Charge ${charge.id} has ${left} left that can be disputed.`, { param: 'charge' });
  const { reason, status } = opening;
  const dispute = world.state.disputes.add(newDispute(world, charge, { amount, reason, status }));
  charge.disputed = true;
  world.emit('charge.dispute.created', dispute);
  if (status === 'needs_response') moveDisputed(world, dispute, 'withdrawn');
  return dispute;
};

/** Lets follow what a test card has in store for its charges: a dispute, or a report of fraud. */
export const followDisputes = (world: SimulatorWorld, charge: Stripe.Charge, behaviour: CardBehaviour): void => {
  const { dispute, fraudWarning } = behaviour;
  if (!dispute && !fraudWarning) return;
  world.clock.after(world.delays.dispute, () => {
    const left = charge.amount - charge.amount_refunded;
    if (left <= 0) return;
    if (fraudWarning) warnOfFraud(world, charge);
    if (!dispute) return;
    const { reason, status, times = 1 } = dispute;
    for (let index = 0; index < times; index += 1)
      openDispute(world, charge, { reason, status, amount: Math.floor(left / times) });
  });
};

const warnOfFraud = (world: SimulatorWorld, charge: Stripe.Charge): void => {
  const intent = expandedId(charge.payment_intent);
  const warning = world.state.fraudWarnings.add({
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: world.clock.seconds(),
    fraud_type: 'unauthorized_use_of_card',
    livemode: false,
    ...(intent && { payment_intent: intent }),
  });
  world.emit('radar.early_fraud_warning.created', warning);
};

/** Lets the bank return a settled debit. Such a dispute is lost from the start. */
export const disputeDebit = (world: SimulatorWorld, charge: Stripe.Charge): void =>
  world.clock.after(world.delays.dispute, () => {
    const amount = charge.amount - charge.amount_refunded;
    if (amount <= 0) return;
    const facts = { amount, reason: 'debit_not_authorized', status: 'lost' as const };
    const dispute = world.state.disputes.add(newDispute(world, charge, facts));
    charge.disputed = true;
    world.emit('charge.dispute.created', dispute);
    moveDisputed(world, dispute, 'withdrawn');
    world.emit('charge.dispute.closed', dispute);
  });
