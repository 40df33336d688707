import type { GatewayResult, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import { settlesAt } from '@service/billing/domain/transactions/settled.ts';
import type { FollowUpRequest, RefundRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { fromStripe, toStripe } from './amounts.ts';
import { followUpSteps, refuseFollowUp, type StartedFollowUp } from './follow-up-steps.ts';
import { madeAt } from './metadata.ts';
import { type StripeParts, stepKey, WITH_CHARGE } from './parts.ts';
import { isSetup } from './references.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { isDebitPayment, paymentResult, released, unknownOutcome } from './results.ts';
import type { StripeAnswer } from './send.ts';

/** Payments that wait for the customer or for another method, and hold no money. */
const WAITING: ReadonlySet<string> = new Set(['requires_action', 'requires_confirmation', 'requires_payment_method']);

/** Stripe's reason for a cancellation that the service asked for. Others are reported as a notification. */
export const CANCELED_BY_SERVICE = 'abandoned';

/** Operations on an earlier payment: they find its state first, and move money in one request. */
export const stripeFollowUps = (parts: StripeParts) => {
  const { start, capture, voidSetup, voidTaken, cancel, refund } = followUps(parts);
  return {
    async capture(request: FollowUpRequest): Promise<GatewayResult> {
      const started = await start('capture', request);
      return 'refused' in started ? started.refused : capture(started, request);
    },

    async void(request: FollowUpRequest): Promise<GatewayResult> {
      if (isSetup(request.reference)) return voidSetup(request);
      const started = await start('void', request);
      if ('refused' in started) return started.refused;
      const { payment } = started;
      const waits = WAITING.has(payment.status);
      if (!waits && isDebitPayment(payment)) return refuseFollowUp('transaction_cannot_be_voided', request);
      return payment.status === 'succeeded' ? voidTaken(started, request) : cancel(started, request);
    },

    async refund(request: RefundRequest): Promise<PaymentResult> {
      const started = await start('refund', request);
      return 'refused' in started ? started.refused : refund(started, request);
    },
  };
};

/** The operations on a payment that was found. */
const followUps = (parts: StripeParts) => {
  const { stripe } = parts;
  const { record, start, sendStep, refundsBefore, sendRefund } = followUpSteps(parts);
  return {
    start,
    voidSetup: voidSetup(parts),

    async capture({ send, payment, isRepeated }: StartedFollowUp, request: FollowUpRequest): Promise<GatewayResult> {
      const { status } = payment;
      if (status === 'succeeded' && isRepeated) return changed({ value: payment }, request);
      if (status !== 'requires_capture') {
        return refuseFollowUp(NOT_CAPTURABLE[status] ?? 'transaction_not_found', request);
      }
      if (request.amount_in_cents > fromStripe(payment.amount, payment.currency)) {
        return refuseFollowUp('authorization_amount_depleted', request);
      }
      // A look-up has reported that nothing was captured.
      if (!(await record(request))) return unknownOutcome(request.amount_in_cents);
      const params = { metadata: { service_at: String(request.at) }, ...WITH_CHARGE };
      const captured = await sendStep(send, request, 'capture', (options) =>
        stripe.paymentIntents.capture(payment.id, params, options),
      );
      return changed(captured, request);
    },

    /** Cancels a payment that took nothing. */
    async cancel({ send, payment, isRepeated }: StartedFollowUp, request: FollowUpRequest): Promise<GatewayResult> {
      const { id, status } = payment;
      if (status === 'canceled' && !isRepeated) return refuseFollowUp('transaction_already_voided', request);
      if (status !== 'canceled') {
        await record(request);
        const params = { cancellation_reason: CANCELED_BY_SERVICE, ...WITH_CHARGE };
        const canceled = await sendStep(send, request, 'cancel', (options) =>
          stripe.paymentIntents.cancel(id, params, options),
        );
        if ('problem' in canceled) return refusedBy(canceled.problem, request.amount_in_cents);
      }
      return canceledResult(payment, request);
    },

    /** Refunds a payment that was taken: Stripe has no void of it, and documents a full refund on its day instead. */
    async voidTaken(started: StartedFollowUp, request: FollowUpRequest): Promise<GatewayResult> {
      const { payment } = started;
      if (refundedOf(payment) > 0) {
        const before = await refundsBefore(started, request);
        if ('result' in before) return immediate(before.result);
        return refuseFollowUp(before.isVoided ? 'transaction_already_voided' : 'transaction_already_refunded', request);
      }
      const taken = madeAt(payment.metadata) ?? payment.created;
      if (request.at >= settlesAt(taken)) return refuseFollowUp('transaction_settled', request);
      return immediate(await sendRefund(started, 'void', request));
    },

    async refund(started: StartedFollowUp, request: RefundRequest): Promise<PaymentResult> {
      const { payment, isRepeated } = started;
      const { status } = payment;
      if (status !== 'succeeded') return refuseFollowUp(NOT_REFUNDABLE[status] ?? 'transaction_not_found', request);
      const refunded = refundedOf(payment);
      if (isRepeated || refunded > 0) {
        const before = await refundsBefore(started, request);
        if ('result' in before) return before.result;
        if (before.isVoided) return refuseFollowUp('transaction_already_voided', request);
      }
      const amount = toStripe(request.amount_in_cents, request.currency);
      if (amount + refunded > payment.amount_received) return refuseFollowUp('total_credit_exceeds_capture', request);
      return sendRefund(started, 'refund', request);
    },
  };
};

/** The reasons why a payment in a state is not captured. */
const NOT_CAPTURABLE: Readonly<Record<string, string>> = {
  canceled: 'authorization_expired',
  succeeded: 'authorization_already_captured',
};
/** The reasons why a payment in a state is not refunded. */
const NOT_REFUNDABLE: Readonly<Record<string, string>> = {
  canceled: 'transaction_already_voided',
  requires_capture: 'total_credit_exceeds_capture',
  processing: 'cannot_refund_unsettled_transactions',
};

const refundedOf = ({ latest_charge }: Stripe.PaymentIntent): number =>
  latest_charge !== null && typeof latest_charge === 'object' ? latest_charge.amount_refunded : 0;

/** A card refund that is not certain yet counts as done: the amount has left the merchant's balance. */
const immediate = (result: PaymentResult): GatewayResult =>
  result.outcome === 'pending' ? { ...result, outcome: 'succeeded' } : result;

/** Returns the result of a changed payment, as that of the follow-up. */
const changed = (answer: StripeAnswer<Stripe.PaymentIntent>, { amount_in_cents }: FollowUpRequest): GatewayResult => {
  if ('problem' in answer) return refusedBy(answer.problem, amount_in_cents);
  const result = paymentResult(answer.value);
  if (!result || result.outcome === 'pending') return unknownOutcome(amount_in_cents);
  return result.outcome === 'succeeded' ? { ...result, amount_in_cents } : result;
};

/** Undoes a verification: the method is not kept. */
const voidSetup =
  ({ stripe, begin }: Pick<StripeParts, 'stripe' | 'begin'>) =>
  async (request: FollowUpRequest): Promise<GatewayResult> => {
    const send = begin();
    const found = await send((options) => stripe.setupIntents.retrieve(request.reference, {}, options));
    if ('problem' in found) {
      return found.problem.status === 404
        ? refuseFollowUp('transaction_not_found', request)
        : declinedBy(found.problem, request.amount_in_cents);
    }
    const { id, status, payment_method } = found.value;
    if (status === 'canceled') return refuseFollowUp('transaction_already_voided', request);
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
