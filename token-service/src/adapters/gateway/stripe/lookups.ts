import type { Lookup, Settlement } from '@service/billing/domain/payments/gateway-result.ts';
import type { LookupRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { fromStripe } from './amounts.ts';
import { disputesOf, lostBy } from './disputes.ts';
import { CANCELED_BY_SERVICE } from './follow-ups.ts';
import type { GatewayOperation } from './operations.ts';
import { operationKey, type StripeParts, WITH_CHARGE, WITH_METHOD } from './parts.ts';
import type { Problem } from './problem.ts';
import { isPayment, isRefund, isSetup } from './references.ts';
import { refundsOf } from './refunds.ts';
import { isDebitPayment, type Known, paymentResult, refundResult, setupResult } from './results.ts';
import type { Send, StripeAnswer } from './send.ts';

const NOT_FOUND: Lookup = { outcome: 'not_found' };
const UNKNOWN: Lookup = { outcome: 'unknown' };

type Found = Known | undefined;

const found = (result: Found, currency: string, settlement: Settlement | null, chargedBack?: number): Lookup => {
  if (!result) return UNKNOWN;
  const charged = chargedBack === undefined ? {} : { charged_back_in_cents: fromStripe(chargedBack, currency) };
  return { outcome: 'found', result, currency: currency.toUpperCase(), settlement, ...charged };
};

/** The settlement of a bank debit that is not charged back; a card payment is final. */
const settlementOf = (payment: Stripe.PaymentIntent): Settlement | null => {
  if (!isDebitPayment(payment)) return null;
  if (payment.status === 'processing') return 'processing';
  return payment.status === 'requires_payment_method' || payment.status === 'canceled' ? 'returned' : 'settled';
};

/**
 * Looks operations up. A look-up never charges: an operation whose payment has no recorded id has moved nothing, and a
 * payment that was never confirmed is canceled, so that it never will be.
 */
export const stripeLookups = ({ stripe, operations, begin }: StripeParts) => {
  const noAnswer = (problem: Problem, gateway_code: string): Lookup => {
    if (problem.status === 404) return NOT_FOUND;
    if (problem.unreadable) {
      throw new Error(`${problem.message} Look at the payment in gateway account ${gateway_code}, then retry.`);
    }
    if (problem.status !== 401 && problem.status !== 403) return UNKNOWN;
    throw new Error(
      `Stripe refuses the key of gateway account ${gateway_code}, so nothing can be looked up there. ` +
        'Enter its credentials again with npm run gateway -- change, then retry.',
    );
  };

  const shownPayment = async (send: Send, payment: Stripe.PaymentIntent, gateway_code: string): Promise<Lookup> => {
    const settlement = settlementOf(payment);
    const shown = (state: Settlement | null, chargedBack?: number): Lookup =>
      found(paymentResult(payment), payment.currency, state, chargedBack);
    const { latest_charge: charge } = payment;
    if (settlement !== 'settled' || typeof charge !== 'object' || !charge?.disputed) return shown(settlement);
    const disputes = await disputesOf(stripe, send, payment.id);
    if ('problem' in disputes) return noAnswer(disputes.problem, gateway_code);
    const lost = lostBy(disputes.value);
    return lost > 0 ? shown('charged_back', lost) : shown(settlement);
  };

  const lookUpPayment = async (send: Send, id: string, gateway_code: string): Promise<Lookup> => {
    const answer = await send((options) => stripe.paymentIntents.retrieve(id, WITH_CHARGE, options));
    if ('problem' in answer) return noAnswer(answer.problem, gateway_code);
    return shownPayment(send, answer.value, gateway_code);
  };

  /** A payment by the key of its operation. */
  const lookUpOwn = async (send: Send, id: string, gateway_code: string): Promise<Lookup> => {
    const answer = await send((options) => stripe.paymentIntents.retrieve(id, WITH_CHARGE, options));
    if ('problem' in answer) return noAnswer(answer.problem, gateway_code);
    const payment = answer.value;
    if (payment.status === 'requires_confirmation') {
      const params = { cancellation_reason: CANCELED_BY_SERVICE } as const;
      const canceled = await send((options) => stripe.paymentIntents.cancel(id, params, options));
      return 'value' in canceled ? NOT_FOUND : UNKNOWN;
    }
    const neverConfirmed = payment.status === 'canceled' || payment.status === 'requires_payment_method';
    if (neverConfirmed && !paymentResult(payment)) return NOT_FOUND;
    return shownPayment(send, payment, gateway_code);
  };

  const lookUpSetup = async (send: Send, id: string, gateway_code: string, currency: string): Promise<Lookup> => {
    const answer = await send((options) => stripe.setupIntents.retrieve(id, WITH_METHOD, options));
    if ('problem' in answer) return noAnswer(answer.problem, gateway_code);
    const result = setupResult(answer.value);
    // A verification moves no money, so one that was not confirmed needs no end.
    if (!result && answer.value.status !== 'processing') return NOT_FOUND;
    return found(result, currency, null);
  };

  const refundFound = (refund: Stripe.Refund, payment: Stripe.PaymentIntent): Lookup => {
    const { status } = refund;
    const settlement =
      status === 'succeeded' ? 'settled' : status === 'failed' || status === 'canceled' ? 'returned' : 'processing';
    return found(refundResult(refund, payment), refund.currency, settlement);
  };

  const lookUpRefund = async (send: Send, id: string, gateway_code: string): Promise<Lookup> => {
    const expand = ['payment_intent.latest_charge'];
    const answer = await send((options) => stripe.refunds.retrieve(id, { expand }, options));
    if ('problem' in answer) return noAnswer(answer.problem, gateway_code);
    const { payment_intent } = answer.value;
    return typeof payment_intent === 'object' && payment_intent ? refundFound(answer.value, payment_intent) : NOT_FOUND;
  };

  /** A capture, void or refund, by the payment that it is about. */
  const lookUpFollowUp = async (
    send: Send,
    { action, key, gateway_code, object }: GatewayOperation & { readonly object: string },
  ): Promise<Lookup> => {
    const answer: StripeAnswer<Stripe.PaymentIntent> = await send((options) =>
      stripe.paymentIntents.retrieve(object, WITH_CHARGE, options),
    );
    if ('problem' in answer) return noAnswer(answer.problem, gateway_code);
    const payment = answer.value;
    const accepted = (): Lookup => found(paymentResult(payment), payment.currency, null);
    if (action === 'capture') return payment.status === 'succeeded' ? accepted() : NOT_FOUND;
    if (payment.status === 'canceled') return action === 'void' ? accepted() : NOT_FOUND;
    const refunds = await refundsOf(stripe, send, payment.id);
    if ('problem' in refunds) return noAnswer(refunds.problem, gateway_code);
    const own = refunds.value.find(({ metadata }) => metadata?.service_key === key);
    return own ? refundFound(own, payment) : NOT_FOUND;
  };

  const lookUpKey = async (send: Send, request: LookupRequest & { readonly key: string }): Promise<Lookup> => {
    const key = operationKey(request);
    const recorded = await operations.find(key);
    if (!recorded) return NOT_FOUND;
    const { action, gateway_code } = recorded;
    // Refunds and voids are made with the same key after a look-up. Others that are closed can no longer move money.
    const isMadeAgain = action === 'refund' || action === 'void';
    if (recorded.object === null && (isMadeAgain || (await operations.close(key)))) return NOT_FOUND;
    const object = recorded.object ?? (await operations.find(key))?.object ?? null;
    if (object === null) return NOT_FOUND;
    if (action === 'verify') return lookUpSetup(send, object, gateway_code, recorded.request.split(' ')[1] ?? '');
    return action === 'authorize' || action === 'purchase'
      ? lookUpOwn(send, object, gateway_code)
      : lookUpFollowUp(send, { ...recorded, object });
  };

  return {
    async lookup(request: LookupRequest): Promise<Lookup> {
      const send = begin();
      if ('key' in request) return lookUpKey(send, request);
      const { reference, gateway_code } = request;
      if (isPayment(reference)) return lookUpPayment(send, reference, gateway_code);
      if (isSetup(reference)) return lookUpSetup(send, reference, gateway_code, '');
      return isRefund(reference) ? lookUpRefund(send, reference, gateway_code) : NOT_FOUND;
    },
  };
};
