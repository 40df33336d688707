import type Stripe from 'stripe';
import { ApiError } from '../../http/api-error.ts';
import { approved, blockedByRisk, newCharge } from '../../objects/charge.ts';
import { type BankInstrument, expandedId } from '../../world/state.ts';
import type { SimulatorWorld } from '../../world/world.ts';
import { disputeDebit } from '../disputes/open-dispute.ts';
import { attachTo } from '../payment-methods/use-payment-method.ts';
import { failAttempt, logMovement, succeed } from './settle.ts';

type Failure = NonNullable<BankInstrument['behaviour']['failure']>;

const MESSAGES: Record<Failure, string> = {
  account_closed: "The customer's bank account has been closed.",
  charge_exceeds_weekly_limit: 'The payment exceeds the weekly payment volume limit of the account.',
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  invalid_currency: 'The bank was unable to process this payment because of its currency.',
  no_account: "The customer's bank account could not be located.",
};

/** The codes of a PaymentIntent's error, where they are not those of the charge: an error has codes of a fixed list. */
const ERROR_CODES: Partial<Record<Failure, Stripe.PaymentIntent.LastPaymentError.Code>> = {
  charge_exceeds_weekly_limit: 'charge_exceeds_source_limit',
  invalid_currency: 'payment_intent_payment_attempt_failed',
};

/**
 * Starts a debit of the PaymentIntent's amount. The bank settles or returns it later.
 *
 * @throws {ApiError} 402 when the evaluation of risk blocks it
 */
export const debitBank = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  bank: BankInstrument,
  mandate: string | null,
): void => {
  const blocked = bank.behaviour.blocked === true;
  const error = blocked
    ? { type: 'card_error' as const, code: 'payment_method_provider_decline', message: 'The payment was blocked.' }
    : null;
  const charge = world.state.charges.add(
    newCharge(world, {
      intent,
      method,
      status: blocked ? 'failed' : 'pending',
      captured: !blocked,
      outcome: blocked ? blockedByRisk() : approved(),
      failure: error,
      details: { kind: 'bank', mandate, expected: debitDate(world) },
    }),
  );
  intent.latest_charge = charge.id;
  if (error) {
    const reported = { ...error, charge: charge.id, payment_method: structuredClone(method) };
    failAttempt(world, intent, reported);
    world.emit('charge.failed', charge);
    throw new ApiError(402, { ...reported, payment_intent: intent }, true);
  }
  const customer = expandedId(intent.customer);
  if (intent.setup_future_usage && customer !== null) attachTo(world, method, customer);
  if (method.customer === null) bank.spent = true;
  intent.last_payment_error = null;
  intent.next_action = null;
  intent.status = 'processing';
  logMovement(world, 'debit_started', charge.amount, charge);
  world.emit('charge.pending', charge);
  world.emit('payment_intent.processing', intent);
  if (!bank.behaviour.never) world.clock.after(world.delays.debit, () => finishDebit(world, intent, charge, bank));
};

/** The day on which the bank is expected to debit the account. */
const debitDate = (world: SimulatorWorld): string =>
  new Date(world.clock.now() + 86_400_000).toISOString().slice(0, 10);

const finishDebit = (
  world: SimulatorWorld,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
  bank: BankInstrument,
): void => {
  if (intent.status !== 'processing') return;
  const code = bank.behaviour.failure;
  if (code) {
    failDebit(world, intent, charge, code);
    return;
  }
  succeed(world, intent, charge, charge.amount);
  logMovement(world, 'debited', charge.amount, charge);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  if (bank.behaviour.dispute) disputeDebit(world, charge);
};

const failDebit = (world: SimulatorWorld, intent: Stripe.PaymentIntent, charge: Stripe.Charge, code: Failure): void => {
  charge.status = 'failed';
  charge.captured = false;
  charge.amount_captured = 0;
  charge.failure_code = code;
  charge.failure_message = MESSAGES[code];
  intent.processing = null;
  logMovement(world, 'debit_failed', charge.amount, charge);
  world.emit('charge.failed', charge);
  const method = world.state.paymentMethods.find(charge.payment_method ?? '');
  failAttempt(world, intent, {
    type: 'card_error',
    code: ERROR_CODES[code] ?? code,
    message: MESSAGES[code],
    charge: charge.id,
    ...(method && { payment_method: structuredClone(method) }),
  });
};
