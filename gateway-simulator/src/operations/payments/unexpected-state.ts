import type Stripe from 'stripe';
import { type ApiError, invalidRequest } from '../../http/api-error.ts';

type Status = Stripe.PaymentIntent.Status;

/** Returns the error of an operation that the PaymentIntent's status does not allow. */
export const unexpectedState = (
  intent: Stripe.PaymentIntent,
  operation: string,
  allowed: readonly Status[],
): ApiError =>
  invalidRequest(
    `This PaymentIntent could not be ${operation} because it has a status of ${intent.status}. ` +
      `Only a PaymentIntent with one of the following statuses may be ${operation}: ${allowed.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  );

/** @throws {ApiError} 400 `payment_intent_unexpected_state` unless the status is one of `allowed` */
export const needStatus = (intent: Stripe.PaymentIntent, operation: string, allowed: readonly Status[]): void => {
  if (!allowed.includes(intent.status)) throw unexpectedState(intent, operation, allowed);
};
