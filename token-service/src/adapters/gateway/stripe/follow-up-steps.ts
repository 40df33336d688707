import type { GatewayResult, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { FollowUpRequest, RefundRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { toStripe } from './amounts.ts';
import { DISPUTED, returnDisputed } from './disputes.ts';
import { metadataOf } from './metadata.ts';
import type { GatewayAction } from './operations.ts';
import { operationKey, recordOperation, type StripeParts, stepKey, WITH_CHARGE } from './parts.ts';
import type { Problem } from './problem.ts';
import { isPayment } from './references.ts';
import { refundsOf } from './refunds.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { refundResult, stripeDecline, unknownOutcome } from './results.ts';
import type { Send, StripeAnswer } from './send.ts';

type FollowUp = Extract<GatewayAction, 'capture' | 'void' | 'refund'>;

/** A follow-up that has begun: its payment as Stripe has it now. */
export interface StartedFollowUp {
  readonly send: Send;
  readonly payment: Stripe.PaymentIntent;
  /** Whether the same request was sent before, so that it may have moved money. */
  readonly isRepeated: boolean;
}

/** Keys for one step: each error that Stripe keeps takes one. */
const MOST_KEYS = 5;

/** Returns the decline of a follow-up, which moved nothing. */
export const refuseFollowUp = (error_code: string, { amount_in_cents }: FollowUpRequest) =>
  stripeDecline(error_code, { amount_in_cents });

/** The outcome where a payment cannot be read. An earlier attempt of a repeated request may have moved money. */
const unread = (problem: Problem, { amount_in_cents }: FollowUpRequest, isRepeated: boolean) =>
  isRepeated ? unknownOutcome(amount_in_cents) : declinedBy(problem, amount_in_cents);

/** Returns why a payment was not found. A void that may be repeated later is not refused: it ends what went wrong. */
const unfound = (action: FollowUp, problem: Problem, request: FollowUpRequest, isRepeated: boolean) => {
  if (problem.status === 404) return refuseFollowUp('transaction_not_found', request);
  const noAnswer = problem.kind === 'unknown' || problem.kind === 'busy' || problem.status === null;
  return unread(problem, request, isRepeated || (action === 'void' && noAnswer));
};

/** The steps of operations on an earlier payment. */
export const followUpSteps = ({ stripe, operations, begin }: StripeParts) => {
  /** Records the payment that the operation is about; false if a look-up has reported that there is none. */
  const record = (request: FollowUpRequest) => operations.assign(operationKey(request), request.reference);

  /** Records that a follow-up begins, and finds its payment. */
  const start = async (
    action: FollowUp,
    request: FollowUpRequest,
  ): Promise<StartedFollowUp | { readonly refused: GatewayResult }> => {
    const { reference, amount_in_cents, currency } = request;
    const same = [action, reference, amount_in_cents, currency].join(' ');
    const operation = await recordOperation(operations, action, request, same);
    if (!operation) return { refused: refuseFollowUp('api_error', request) };
    const send = begin();
    if (!isPayment(reference)) return { refused: refuseFollowUp('transaction_not_found', request) };
    const { isRepeated } = operation;
    const found = await send((options) => stripe.paymentIntents.retrieve(reference, WITH_CHARGE, options));
    if ('problem' in found) return { refused: unfound(action, found.problem, request, isRepeated) };
    return { send, payment: found.value, isRepeated };
  };

  /**
   * Sends a step, and sends it anew where Stripe only repeats the error of an earlier attempt: that one has ended.
   * `done` finds what it did all the same.
   */
  const sendStep = async <T>(
    send: Send,
    request: FollowUpRequest,
    step: string,
    ask: (options: Stripe.RequestOptions) => Promise<T>,
    done: () => Promise<StripeAnswer<T | undefined>> = async () => ({ value: undefined }),
  ): Promise<StripeAnswer<T>> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await send(ask, stepKey(request, attempt === 1 ? step : `${step}-${attempt}`));
      if ('value' in answer || !answer.problem.replayed || attempt === MOST_KEYS) return answer;
      const found = await done();
      // Whether the earlier attempt did anything stays unknown.
      if ('problem' in found) return answer;
      if (found.value !== undefined) return { value: found.value };
    }
  };

  /** Looks among the refunds of a payment: for that of the request itself, and for a void. */
  const refundsBefore = async (
    { send, payment, isRepeated }: StartedFollowUp,
    request: FollowUpRequest,
  ): Promise<{ readonly result: PaymentResult } | { readonly isVoided: boolean }> => {
    const refunds = await refundsOf(stripe, send, payment.id);
    if ('problem' in refunds) return { result: unread(refunds.problem, request, isRepeated) };
    const own = refunds.value.find(({ metadata }) => metadata?.service_key === request.key);
    if (own) return { result: refundResult(own, payment) };
    return { isVoided: refunds.value.some(({ metadata }) => metadata?.service_action === 'void') };
  };

  /** Sends the refund of a payment, and accepts its dispute where the request says so. */
  const sendRefund = async (
    { send, payment }: StartedFollowUp,
    action: 'void' | 'refund',
    request: RefundRequest,
  ): Promise<PaymentResult> => {
    const { amount_in_cents, currency, reference } = request;
    await record(request);
    const params = {
      payment_intent: reference,
      amount: toStripe(amount_in_cents, currency),
      metadata: metadataOf(action, request),
    };
    const own = async (): Promise<StripeAnswer<Stripe.Refund | undefined>> => {
      const refunds = await refundsOf(stripe, send, reference);
      if ('problem' in refunds) return refunds;
      return { value: refunds.value.find(({ metadata }) => metadata?.service_key === request.key) };
    };
    const refunded = await sendStep(
      send,
      request,
      action,
      async (options): Promise<Stripe.Refund> => stripe.refunds.create(params, options),
      own,
    );
    if ('value' in refunded) return refundResult(refunded.value, payment);
    const { problem } = refunded;
    return request.accepts_dispute && DISPUTED.has(problem.code)
      ? returnDisputed(stripe, send, request, problem)
      : refusedBy(problem, amount_in_cents);
  };

  return { record, start, sendStep, refundsBefore, sendRefund };
};
