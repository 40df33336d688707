import type { GatewayResult, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import { settlesAt } from '@service/billing/domain/transactions/settled.ts';
import type { FollowUpRequest, RefundRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { fromStripe, toStripe } from './amounts.ts';
import { DISPUTED, returnDisputed } from './disputes.ts';
import { madeAt, metadataOf } from './metadata.ts';
import type { GatewayAction } from './operations.ts';
import { operationKey, recordOperation, type StripeParts, stepKey, WITH_CHARGE } from './parts.ts';
import type { Problem } from './problem.ts';
import { isPayment, isSetup } from './references.ts';
import { refundsOf } from './refunds.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { isDebitPayment, paymentResult, refundResult, released, stripeDecline, unknownOutcome } from './results.ts';
import type { Send, StripeAnswer } from './send.ts';

type FollowUp = Extract<GatewayAction, 'capture' | 'void' | 'refund'>;

/** Payments that wait for the customer or for another method, and hold no money. */
const WAITING: ReadonlySet<string> = new Set(['requires_action', 'requires_confirmation', 'requires_payment_method']);

/** Stripe's reason for a cancellation that the service asked for. Others are reported as a notification. */
export const CANCELED_BY_SERVICE = 'abandoned';

/** Keys for one step: each error that Stripe keeps takes one. */
const MOST_KEYS = 5;

const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null;

/** Operations on an earlier payment: they find its state first, and move money in one request. */
export const stripeFollowUps = ({ stripe, operations, begin }: StripeParts) => {
  const retrieve = (send: Send, id: string) =>
    send((options) => stripe.paymentIntents.retrieve(id, WITH_CHARGE, options));

  const refuse = (error_code: string, { amount_in_cents }: FollowUpRequest) =>
    stripeDecline(error_code, { amount_in_cents });

  /** The outcome where a payment cannot be read. An earlier attempt of a repeated request may have moved money. */
  const unread = (problem: Problem, { amount_in_cents }: FollowUpRequest, isRepeated: boolean) =>
    isRepeated ? unknownOutcome(amount_in_cents) : declinedBy(problem, amount_in_cents);

  /** Returns why a payment was not found. A void that may be repeated later is not refused: it ends what went wrong. */
  const unfound = (action: FollowUp, problem: Problem, request: FollowUpRequest, isRepeated: boolean) => {
    if (problem.status === 404) return refuse('transaction_not_found', request);
    const noAnswer = problem.kind === 'unknown' || problem.kind === 'busy' || problem.status === null;
    return unread(problem, request, isRepeated || (action === 'void' && noAnswer));
  };

  /** Finds the payment of a follow-up, and records that it begins. */
  const started = async (action: FollowUp, request: FollowUpRequest) => {
    const { reference, amount_in_cents, currency } = request;
    const same = [action, reference, amount_in_cents, currency].join(' ');
    const operation = await recordOperation(operations, action, request, same);
    if (!operation) return { refused: stripeDecline('api_error', { amount_in_cents }) };
    const send = begin();
    if (!isPayment(reference)) return { refused: stripeDecline('transaction_not_found', { amount_in_cents }) };
    const { isRepeated } = operation;
    const found = await retrieve(send, reference);
    if ('problem' in found) return { refused: unfound(action, found.problem, request, isRepeated) };
    return { send, payment: found.value, isRepeated };
  };

  /** Returns the result of a changed payment, as that of the follow-up. */
  const changed = (answer: StripeAnswer<Stripe.PaymentIntent>, { amount_in_cents }: FollowUpRequest): GatewayResult => {
    if ('problem' in answer) return refusedBy(answer.problem, amount_in_cents);
    const result = paymentResult(answer.value);
    if (!result || result.outcome === 'pending') return unknownOutcome(amount_in_cents);
    return result.outcome === 'succeeded' ? { ...result, amount_in_cents } : result;
  };

  const record = (request: FollowUpRequest) => operations.assign(operationKey(request), request.reference);

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

  const sendRefund = async (
    send: Send,
    action: 'void' | 'refund',
    request: RefundRequest,
    payment: Stripe.PaymentIntent,
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

  /** A card refund that is not certain yet counts as done: the amount has left the merchant's balance. */
  const immediate = (result: PaymentResult): GatewayResult =>
    result.outcome === 'pending' ? { ...result, outcome: 'succeeded' } : result;

  const voidTaken = async (
    send: Send,
    request: FollowUpRequest,
    payment: Stripe.PaymentIntent,
    isRepeated: boolean,
  ) => {
    const { at } = request;
    const charge = chargeOf(payment);
    if (charge && charge.amount_refunded > 0) {
      const refunds = await refundsOf(stripe, send, payment.id);
      if ('problem' in refunds) return unread(refunds.problem, request, isRepeated);
      const own = refunds.value.find(({ metadata }) => metadata?.service_key === request.key);
      if (own) return immediate(refundResult(own, payment));
      const isVoid = refunds.value.some(({ metadata }) => metadata?.service_action === 'void');
      return refuse(isVoid ? 'transaction_already_voided' : 'transaction_already_refunded', request);
    }
    const taken = madeAt(payment.metadata) ?? payment.created;
    if (at >= settlesAt(taken)) return refuse('transaction_settled', request);
    // Stripe has no void of a captured payment: a full refund on the day of the payment is what it documents instead.
    return immediate(await sendRefund(send, 'void', request, payment));
  };

  /** The verification is undone: the method is not kept. */
  const voidSetup = async (request: FollowUpRequest): Promise<GatewayResult> => {
    const send = begin();
    const found = await send((options) => stripe.setupIntents.retrieve(request.reference, {}, options));
    if ('problem' in found) {
      return found.problem.status === 404
        ? refuse('transaction_not_found', request)
        : declinedBy(found.problem, request.amount_in_cents);
    }
    const { id, status, payment_method } = found.value;
    if (status === 'canceled') return refuse('transaction_already_voided', request);
    const undone: StripeAnswer<unknown> =
      status === 'succeeded' && typeof payment_method === 'string'
        ? await send((options) => stripe.paymentMethods.detach(payment_method, {}, options))
        : await send((options) => stripe.setupIntents.cancel(id, {}, options), stepKey(request, 'cancel'));
    if ('problem' in undone) {
      // Detached before, or succeeded meanwhile: nothing was charged in either case.
      if (undone.problem.kind !== 'refused') return refusedBy(undone.problem, 0);
    }
    return released({ reference: id, test: !found.value.livemode });
  };

  return {
    async capture(request: FollowUpRequest): Promise<GatewayResult> {
      const start = await started('capture', request);
      if ('refused' in start) return start.refused;
      const { send, payment, isRepeated } = start;
      const { status, currency } = payment;
      if (status === 'canceled') return refuse('authorization_expired', request);
      if (status === 'succeeded') {
        return isRepeated ? changed({ value: payment }, request) : refuse('authorization_already_captured', request);
      }
      if (status !== 'requires_capture') return refuse('transaction_not_found', request);
      if (request.amount_in_cents > fromStripe(payment.amount, currency)) {
        return refuse('authorization_amount_depleted', request);
      }
      // A look-up has reported that nothing was captured.
      if (!(await record(request))) return unknownOutcome(request.amount_in_cents);
      const params = { metadata: { service_at: String(request.at) }, ...WITH_CHARGE };
      const captured = await sendStep(send, request, 'capture', (options) =>
        stripe.paymentIntents.capture(payment.id, params, options),
      );
      return changed(captured, request);
    },

    async void(request: FollowUpRequest): Promise<GatewayResult> {
      if (isSetup(request.reference)) return voidSetup(request);
      const start = await started('void', request);
      if ('refused' in start) return start.refused;
      const { send, payment, isRepeated } = start;
      const { status } = payment;
      const waits = WAITING.has(status);
      if (!waits && isDebitPayment(payment)) return refuse('transaction_cannot_be_voided', request);
      if (status === 'succeeded') return voidTaken(send, request, payment, isRepeated);
      if (status === 'canceled' && !isRepeated) return refuse('transaction_already_voided', request);
      if (status !== 'canceled') {
        await record(request);
        const params = { cancellation_reason: CANCELED_BY_SERVICE, ...WITH_CHARGE };
        const canceled = await sendStep(send, request, 'cancel', (options) =>
          stripe.paymentIntents.cancel(payment.id, params, options),
        );
        if ('problem' in canceled) return refusedBy(canceled.problem, request.amount_in_cents);
      }
      return canceledResult(payment, request);
    },

    async refund(request: RefundRequest): Promise<PaymentResult> {
      const start = await started('refund', request);
      if ('refused' in start) return start.refused;
      const { send, payment, isRepeated } = start;
      const { status } = payment;
      if (status === 'canceled') return refuse('transaction_already_voided', request);
      if (status === 'requires_capture') return refuse('total_credit_exceeds_capture', request);
      if (status === 'processing') return refuse('cannot_refund_unsettled_transactions', request);
      if (status !== 'succeeded') return refuse('transaction_not_found', request);
      const charge = chargeOf(payment);
      const refunded = charge?.amount_refunded ?? 0;
      if (isRepeated || refunded > 0) {
        const refunds = await refundsOf(stripe, send, payment.id);
        if ('problem' in refunds) return unread(refunds.problem, request, isRepeated);
        const own = refunds.value.find(({ metadata }) => metadata?.service_key === request.key);
        if (own) return refundResult(own, payment);
        if (refunds.value.some(({ metadata }) => metadata?.service_action === 'void')) {
          return refuse('transaction_already_voided', request);
        }
      }
      const amount = toStripe(request.amount_in_cents, request.currency);
      if (amount + refunded > payment.amount_received) return refuse('total_credit_exceeds_capture', request);
      return sendRefund(send, 'refund', request, payment);
    },
  };
};

/** The result of a canceled payment: that of the payment, with the amount that was released. */
const canceledResult = (payment: Stripe.PaymentIntent, { amount_in_cents }: FollowUpRequest): GatewayResult => {
  const result = paymentResult(payment);
  const accepted = result && 'network_transaction_id' in result ? result : undefined;
  return released({
    reference: payment.id,
    amount_in_cents,
    test: !payment.livemode,
    approval_code: accepted?.approval_code ?? null,
    method_reference: result && 'method_reference' in result ? result.method_reference : '',
    network_transaction_id: accepted?.network_transaction_id ?? null,
  });
};
