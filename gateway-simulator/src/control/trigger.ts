import type Stripe from 'stripe';
import type { CardBehaviour } from '../cards/behaviour.ts';
import { declineOf } from '../cards/declines.ts';
import { invalidRequest } from '../http/api-error.ts';
import { decideDispute, escalateInquiry } from '../operations/disputes/decide-dispute.ts';
import { openDispute } from '../operations/disputes/open-dispute.ts';
import { endChallenge, waitingChallenge } from '../operations/finish-challenge.ts';
import { payOut, returnPayout } from '../operations/pay-out.ts';
import { failStripeRefund } from '../operations/refunds/refund-charge.ts';
import type { SimulatorWorld } from '../world/world.ts';

/** An event outside the merchant's requests, triggered now. */
export type Trigger =
  /** The customer disputes a charge, or `amount` of it. */
  | {
      readonly type: 'dispute';
      readonly charge: string;
      readonly reason?: string;
      readonly amount?: number;
      readonly inquiry?: boolean;
    }
  | { readonly type: 'dispute_won' | 'dispute_lost' | 'dispute_escalated'; readonly dispute: string }
  | { readonly type: 'refund_failed'; readonly refund: string }
  /** The available balance is paid out. */
  | { readonly type: 'payout' }
  /** The bank returns a payout. */
  | { readonly type: 'payout_failed'; readonly payout: string }
  /** The network updates a card: a new expiry, and a new number when `last4` changes. */
  | {
      readonly type: 'card_updated';
      readonly payment_method: string;
      readonly exp_month: number;
      readonly exp_year: number;
      readonly last4?: string;
    }
  /** The bank changes its mind about a card: declines every payment from now on, or none when there is no code. */
  | {
      readonly type: 'card_behaviour';
      readonly payment_method: string;
      readonly decline_code?: string;
      readonly network_advice_code?: string;
      readonly authentication?: 'always' | 'required' | 'supported';
    }
  /** The customer passes or fails the challenge of a PaymentIntent or SetupIntent. */
  | { readonly type: 'challenge_passed' | 'challenge_failed'; readonly intent: string };

/**
 * Lets it happen.
 *
 * @throws {ApiError} when the object does not exist, or its state does not allow it
 */
export const runTrigger = (world: SimulatorWorld, trigger: Trigger): void => {
  const { state } = world;
  switch (trigger.type) {
    case 'dispute':
      openDispute(world, state.charges.need(trigger.charge), {
        reason: trigger.reason ?? 'fraudulent',
        status: trigger.inquiry ? 'warning_needs_response' : 'needs_response',
        ...(trigger.amount === undefined ? {} : { amount: trigger.amount }),
      });
      return;
    case 'dispute_won':
    case 'dispute_lost':
      decideDispute(world, state.disputes.need(trigger.dispute), trigger.type === 'dispute_won' ? 'won' : 'lost');
      return;
    case 'dispute_escalated':
      escalateInquiry(world, state.disputes.need(trigger.dispute));
      return;
    case 'refund_failed':
      failStripeRefund(world, state.refunds.need(trigger.refund));
      return;
    case 'payout':
      payOut(world);
      return;
    case 'payout_failed':
      returnPayout(world, state.payouts.need(trigger.payout));
      return;
    case 'card_updated':
      updateCard(world, state.paymentMethods.need(trigger.payment_method), trigger);
      return;
    case 'card_behaviour':
      changeBehaviour(world, trigger);
      return;
    case 'challenge_passed':
    case 'challenge_failed':
      if (!waitingChallenge(world, trigger.intent))
        throw invalidRequest(`${trigger.intent} waits for no challenge.`, { param: 'intent' });
      endChallenge(world, trigger.intent, trigger.type === 'challenge_passed');
  }
};

const updateCard = (
  world: SimulatorWorld,
  method: Stripe.PaymentMethod,
  update: Extract<Trigger, { type: 'card_updated' }>,
): void => {
  const { card } = method;
  if (!card) throw invalidRequest(`${method.id} is not a card.`, { param: 'payment_method' });
  const previous = structuredClone(card);
  card.exp_month = update.exp_month;
  card.exp_year = update.exp_year;
  if (update.last4 !== undefined && update.last4 !== card.last4) {
    card.last4 = update.last4;
    card.fingerprint = [...(card.fingerprint ?? '')].reverse().join('');
  }
  const changed = Object.fromEntries(
    (['exp_month', 'exp_year', 'last4', 'fingerprint'] as const)
      .filter((name) => previous[name] !== card[name])
      .map((name) => [name, previous[name]]),
  );
  world.emit('payment_method.automatically_updated', method, { card: changed });
};

const changeBehaviour = (world: SimulatorWorld, change: Extract<Trigger, { type: 'card_behaviour' }>): void => {
  const method = world.state.paymentMethods.need(change.payment_method);
  const card = world.state.instruments.get(method.id);
  if (card?.kind !== 'card') throw invalidRequest(`${method.id} is not a card.`, { param: 'payment_method' });
  const { decline: _, attaches: __, ...rest } = card.behaviour;
  const behaviour: CardBehaviour = {
    ...rest,
    ...(change.decline_code && {
      attaches: true as const,
      decline: declineOf(change.decline_code, change.network_advice_code ?? null),
    }),
    ...(change.authentication && { authentication: change.authentication }),
  };
  card.behaviour = behaviour;
};
