import type { PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { PaymentRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { toStripe } from './amounts.ts';
import { metadataOf } from './metadata.ts';
import {
  BY_MAIL_OR_TELEPHONE,
  isDebit,
  MANDATE,
  offeredMethod,
  statementSuffix,
  typeOf,
  WITHOUT_MICRODEPOSITS,
} from './methods.ts';
import { operationKey, recordOperation, type StripeParts, stepKey, WITH_CHARGE } from './parts.ts';
import { isPayment, type StripeMethod } from './references.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { mandateOf, mandateReference, paymentResult, stripeDecline, unknownOutcome } from './results.ts';
import type { Send } from './send.ts';

type Action = 'authorize' | 'purchase';

const MISMATCH = 'three_d_secure_action_result_token_mismatch';

const parameters = (
  action: Action,
  request: PaymentRequest,
  { customer, payment_method, type }: StripeMethod,
): Stripe.PaymentIntentCreateParams => {
  const { amount_in_cents, currency, descriptor, method, merchant_reason_code } = request;
  const statement_descriptor_suffix = isDebit(type) ? undefined : statementSuffix(descriptor);
  return {
    amount: toStripe(amount_in_cents, currency),
    currency: currency.toLowerCase(),
    customer,
    payment_method,
    allowed_payment_method_types: [type],
    capture_method: action === 'authorize' ? 'manual' : 'automatic',
    // The service confirms, also after a challenge: no money moves but by its own request.
    confirmation_method: 'manual',
    // Once the payment is accepted, the method belongs to the customer.
    ...('presented' in method ? { setup_future_usage: 'off_session' as const } : {}),
    ...(statement_descriptor_suffix ? { statement_descriptor_suffix } : {}),
    description: descriptor,
    metadata: {
      ...metadataOf(action, request),
      ...(merchant_reason_code ? { service_reason: merchant_reason_code } : {}),
    },
    ...WITH_CHARGE,
  };
};

/** Payments are made in two steps: a PaymentIntent that moves nothing, whose id is recorded, and its confirmation. */
export const stripePayments = (parts: StripeParts) => {
  const { stripe, operations } = parts;

  const retrieve = (send: Send, id: string) =>
    send((options) => stripe.paymentIntents.retrieve(id, WITH_CHARGE, options));

  /** Adds the mandate's reference to the result of a debit with an account that the customer has presented. */
  const withMandate = async (
    send: Send,
    { method, amount_in_cents }: PaymentRequest,
    payment: Stripe.PaymentIntent,
  ): Promise<PaymentResult> => {
    const result = paymentResult(payment) ?? unknownOutcome(amount_in_cents);
    if (!('presented' in method) || result.outcome !== 'pending') return result;
    const id = mandateOf(payment);
    if (id === null) return result;
    // The debit is made whatever this answers: without it, no reference is shown.
    const mandate = await send((options) => stripe.mandates.retrieve(id, {}, options));
    return 'value' in mandate ? { ...result, mandate_reference: mandateReference(mandate.value) } : result;
  };

  /** Confirms a payment whose id is recorded. Stripe charges a PaymentIntent at most once, whatever the key. */
  const confirm = async (send: Send, request: PaymentRequest, id: string): Promise<PaymentResult> => {
    const { amount_in_cents, initiator, return_url, method } = request;
    const isPresented = 'presented' in method;
    const type = typeOf(request);
    const offSession = initiator === 'merchant' && !isPresented;
    const params: Stripe.PaymentIntentConfirmParams = {
      ...WITH_CHARGE,
      ...(offSession && request.confirmed_action === null ? { off_session: true } : {}),
      ...(return_url !== null && request.confirmed_action === null ? { return_url } : {}),
      ...(initiator === 'merchant' && isPresented && type === 'card' ? BY_MAIL_OR_TELEPHONE : {}),
      ...(type === 'us_bank_account' ? WITHOUT_MICRODEPOSITS : {}),
      ...(isPresented && isDebit(type) ? MANDATE : {}),
    };
    const confirmed = await send(
      (options) => stripe.paymentIntents.confirm(id, params, options),
      stepKey(request, 'confirm'),
    );
    if ('value' in confirmed) return withMandate(send, request, confirmed.value);
    const { problem } = confirmed;
    if (problem.kind !== 'refused') return refusedBy(problem, amount_in_cents);
    // The error names the reason; the payment also has the checks of the card. It may have been confirmed before.
    const refused = await retrieve(send, id);
    // Still to be confirmed, it was the request that Stripe refused.
    const decided = 'value' in refused && refused.value.status !== 'requires_confirmation';
    const result = decided ? paymentResult(refused.value) : undefined;
    return result ?? { ...declinedBy(problem, amount_in_cents), reference: id };
  };

  /** The same request again: returns what became of the payment, and confirms it if that is still to be done. */
  const again = async (send: Send, request: PaymentRequest, id: string): Promise<PaymentResult> => {
    const found = await retrieve(send, id);
    if ('problem' in found) return unknownOutcome(request.amount_in_cents);
    if (found.value.status === 'requires_confirmation') return confirm(send, request, id);
    return paymentResult(found.value) ?? unknownOutcome(request.amount_in_cents);
  };

  /** Completes a payment that the customer has confirmed at the page of the bank. */
  const complete = async (send: Send, action: Action, request: PaymentRequest, id: string): Promise<PaymentResult> => {
    const { amount_in_cents, currency, site, method } = request;
    if (!isPayment(id)) return stripeDecline(MISMATCH, { amount_in_cents });
    const found = await retrieve(send, id);
    if ('problem' in found) {
      return found.problem.status === 404 ? stripeDecline(MISMATCH) : declinedBy(found.problem, amount_in_cents);
    }
    const payment = found.value;
    const result = paymentResult(payment);
    const isSame =
      payment.metadata.service_site === site.id &&
      payment.metadata.service_action === action &&
      payment.amount === toStripe(amount_in_cents, currency) &&
      payment.currency === currency.toLowerCase() &&
      'reference' in method &&
      result !== undefined &&
      'method_reference' in result &&
      result.method_reference === method.reference;
    if (payment.status === 'requires_confirmation' && isSame) {
      const recorded = await operations.assign(operationKey(request), id);
      return recorded === id ? confirm(send, request, id) : unknownOutcome(amount_in_cents);
    }
    if (payment.status === 'canceled') return stripeDecline('three_d_secure_authentication', { amount_in_cents });
    if (result?.outcome === 'declined') return result;
    return isSame && result?.outcome === 'action_required' && payment.status === 'requires_action'
      ? result
      : stripeDecline(MISMATCH, { amount_in_cents });
  };

  const pay = async (action: Action, request: PaymentRequest): Promise<PaymentResult> => {
    const { amount_in_cents, currency, confirmed_action } = request;
    if (action === 'authorize' && isDebit(typeOf(request))) {
      return stripeDecline('transaction_cannot_be_authorized', { amount_in_cents });
    }
    const operation = await recordOperation(operations, action, request, [action, amount_in_cents, currency].join(' '));
    if (!operation) return stripeDecline('api_error', { amount_in_cents });
    const send = parts.begin();
    if (operation.object !== null) return again(send, request, operation.object);
    if (confirmed_action !== null) return complete(send, action, request, confirmed_action);
    const method = await offeredMethod(parts, send, request);
    if (!method) return stripeDecline('gateway_token_not_found', { amount_in_cents });
    if ('problem' in method) {
      return { ...declinedBy(method.problem, amount_in_cents), ...(method.unreached ? { unreached: true } : {}) };
    }
    const created = await send(
      (options) => stripe.paymentIntents.create(parameters(action, request, method.stored), options),
      stepKey(request, 'create'),
    );
    if ('problem' in created) return declinedBy(created.problem, amount_in_cents);
    const id = await operations.assign(operationKey(request), created.value.id);
    // A look-up has found that nothing was charged, and the caller relies on it.
    if (id === undefined) return stripeDecline('gateway_timeout', { amount_in_cents });
    return confirm(send, request, id);
  };

  return {
    authorize: (request: PaymentRequest) => pay('authorize', request),
    purchase: (request: PaymentRequest) => pay('purchase', request),
  };
};
