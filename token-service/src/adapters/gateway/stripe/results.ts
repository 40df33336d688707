import { declineCategory } from '@service/billing/domain/payments/decline-codes.ts';
import type {
  ActionRequired,
  CardAuthentication,
  DeclinedByGateway,
  OutcomeUnknown,
  Pending,
  Succeeded,
} from '@service/billing/domain/payments/gateway-result.ts';
import type Stripe from 'stripe';
import { fromStripe } from './amounts.ts';
import { authenticationOf } from './authentication.ts';
import { type CardChecks, type CheckedCard, checksOf, UNCHECKED } from './checks.ts';
import { declineCode, gatewayCode, networkAdvice, type StripeRefusal } from './decline-codes.ts';
import { countryOf } from './method-country.ts';
import { withoutSecrets } from './problem.ts';
import { debitAmong, idOf, methodReference } from './references.ts';

export type Known = Succeeded | Pending | DeclinedByGateway | ActionRequired;

const GATEWAY_TYPE = 'stripe';

interface Common extends CheckedCard {
  readonly reference: string | null;
  readonly amount_in_cents: number;
  readonly test: boolean;
  readonly charge_reference?: string | null;
  readonly three_d_secure?: CardAuthentication | null;
  readonly method_country?: string | null;
}

const NOTHING: Common = { ...UNCHECKED, reference: null, amount_in_cents: 0, test: false };

/** Returns a decline with a code of `decline-codes.ts`. */
export const stripeDecline = (
  error_code: string,
  more: Partial<Common> & { readonly message?: string | null; readonly refusal?: StripeRefusal } = {},
): DeclinedByGateway => {
  const { message = null, refusal = {}, ...common } = more;
  return {
    ...NOTHING,
    ...common,
    outcome: 'declined',
    gateway_type: GATEWAY_TYPE,
    error_code,
    error_category: declineCategory(error_code),
    gateway_error_code: gatewayCode(refusal),
    network_advice: networkAdvice(refusal),
    message,
  };
};

/** The success of an operation that takes nothing: a payment is released, a verification undone. */
export const released = (more: Partial<Common> & Partial<Succeeded>): Succeeded => ({
  ...NOTHING,
  message: 'Canceled',
  approval_code: null,
  method_reference: '',
  network_transaction_id: null,
  ...more,
  outcome: 'succeeded',
  gateway_type: GATEWAY_TYPE,
});

export const unknownOutcome = (amount_in_cents: number): OutcomeUnknown => ({
  ...NOTHING,
  outcome: 'unknown',
  gateway_type: GATEWAY_TYPE,
  error_code: 'gateway_timeout',
  gateway_error_code: null,
  message: null,
  amount_in_cents,
});

const actionRequired = (
  common: Common,
  { action_token, method_reference }: Pick<ActionRequired, 'action_token' | 'method_reference'>,
  gateway_error_code: string,
): ActionRequired => ({
  ...common,
  outcome: 'action_required',
  gateway_type: GATEWAY_TYPE,
  error_code: 'three_d_secure_action_required',
  gateway_error_code,
  message: 'The bank wants the customer to confirm this.',
  action_token,
  method_reference,
});

/** The longest message of a transaction. */
const LONGEST = 255;

/** Returns a text of Stripe without numbers, cut to the length of a message; null if it is empty. */
const shown = (text: unknown): string | null =>
  typeof text === 'string' ? withoutSecrets(text).slice(0, LONGEST) || null : null;

/** The latest charge, which `expand` asks for. */
const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null;

export const isDebitPayment = (payment: { readonly payment_method_types: readonly string[] }): boolean =>
  debitAmong(payment.payment_method_types) !== undefined;

/** Returns the method that a payment or a verification is made with. Once refused, Stripe names it in the error. */
const methodOf = (
  { customer, payment_method, payment_method_types }: Stripe.PaymentIntent | Stripe.SetupIntent,
  refusedMethod: string | null | undefined,
): string =>
  methodReference({
    customer: idOf(customer) ?? '',
    payment_method: idOf(payment_method) ?? refusedMethod ?? '',
    type: debitAmong(payment_method_types) ?? 'card',
  });

/**
 * Returns the outcome of a payment as its PaymentIntent shows it, with the charge expanded. Later captures and refunds
 * do not change it. Undefined while it is not decided, or when it was canceled before anything was authorized.
 */
export const paymentResult = (intent: Stripe.PaymentIntent): Known | undefined => {
  const charge = chargeOf(intent);
  const { id, status, last_payment_error: refusal } = intent;
  const card = charge?.payment_method_details?.card;
  const common: Common = {
    ...checksOf(card?.checks),
    reference: id,
    amount_in_cents: fromStripe(intent.amount, intent.currency),
    test: !intent.livemode,
    charge_reference: charge?.id ?? null,
    three_d_secure: authenticationOf(card?.three_d_secure),
    method_country: countryOf(card ?? charge?.payment_method_details?.sepa_debit),
  };
  const method_reference = methodOf(intent, refusal?.payment_method?.id);
  const accepted = {
    ...common,
    gateway_type: GATEWAY_TYPE,
    message: shown(charge?.outcome?.seller_message) ?? 'Approved',
    approval_code: charge?.review ? 'approved_fraud_review' : (card?.authorization_code ?? null),
    method_reference,
    network_transaction_id: card?.network_transaction_id ?? null,
  };
  const token = { action_token: id, method_reference };
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return { ...accepted, outcome: isDebitPayment(intent) ? 'pending' : 'succeeded' };
    case 'processing':
      return isDebitPayment(intent) ? { ...accepted, outcome: 'pending' } : undefined;
    case 'requires_action':
      if (intent.next_action?.type === 'verify_with_microdeposits') return unverified(common);
      return actionRequired(common, token, 'requires_action');
    case 'requires_confirmation':
      return actionRequired(common, token, 'requires_action');
    case 'requires_payment_method':
      return refusal ? refusedPayment(common, refusal, token) : undefined;
    case 'canceled':
      if (refusal) return refusedPayment(common, refusal, token);
      return charge ? { ...accepted, outcome: 'succeeded' } : undefined;
    default:
      return undefined;
  }
};

const refusedPayment = (
  common: Common,
  refusal: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError,
  token: Pick<ActionRequired, 'action_token' | 'method_reference'>,
): DeclinedByGateway | ActionRequired => {
  const error_code = declineCode(refusal);
  if (error_code === 'three_d_secure_action_required') {
    return actionRequired(common, token, gatewayCode(refusal) ?? 'authentication_required');
  }
  return stripeDecline(error_code, { ...common, refusal, message: shown(refusal.message) });
};

/** Stripe wants to send two small amounts to the account, whose size the customer would have to enter. */
const unverified = (common: Common): DeclinedByGateway =>
  stripeDecline('ach_validation_exception', {
    ...common,
    message: 'Stripe asks for a verification of the bank account by microdeposits.',
    refusal: { code: 'verify_with_microdeposits' },
  });

/** Returns the reference under which a customer finds a mandate on bank statements; null where the scheme has none. */
export const mandateReference = (mandate: Stripe.Mandate | string | null): string | null => {
  if (mandate === null || typeof mandate === 'string') return null;
  const { sepa_debit, bacs_debit } = mandate.payment_method_details;
  return sepa_debit?.reference ?? bacs_debit?.reference ?? null;
};

/** Returns the id of the mandate by which a payment debits an account; null where the scheme's has no reference. */
export const mandateOf = (payment: Stripe.PaymentIntent): string | null => {
  const { sepa_debit, bacs_debit } = chargeOf(payment)?.payment_method_details ?? {};
  return sepa_debit?.mandate ?? bacs_debit?.mandate ?? null;
};

/** Returns the outcome of a verification; undefined while it is not decided, or when it was canceled. */
export const setupResult = (intent: Stripe.SetupIntent): Known | undefined => {
  const { id, status, payment_method, last_setup_error: refusal } = intent;
  const method = typeof payment_method === 'object' ? payment_method : null;
  const checks: CardChecks | null = method?.card?.checks ?? null;
  const common: Common = {
    ...checksOf(checks),
    reference: id,
    amount_in_cents: 0,
    test: !intent.livemode,
    method_country: countryOf(method?.card ?? method?.sepa_debit),
  };
  const method_reference = methodOf(intent, refusal?.payment_method?.id);
  const token = { action_token: id, method_reference };
  switch (status) {
    case 'succeeded':
      return {
        ...common,
        outcome: 'succeeded',
        gateway_type: GATEWAY_TYPE,
        message: 'Approved',
        approval_code: null,
        method_reference,
        // Stripe names the network's id of the agreement itself when the stored method is charged.
        network_transaction_id: null,
        mandate_reference: mandateReference(intent.mandate),
      };
    case 'requires_action':
      if (intent.next_action?.type === 'verify_with_microdeposits') return unverified(common);
      return actionRequired(common, token, 'requires_action');
    case 'requires_payment_method':
    case 'canceled':
      return refusal ? refusedPayment(common, refusal, token) : undefined;
    default:
      return undefined;
  }
};

/** Returns the outcome of a refund of a payment. */
export const refundResult = (
  refund: Stripe.Refund,
  payment: Stripe.PaymentIntent,
): Succeeded | Pending | DeclinedByGateway => {
  const paid = paymentResult(payment);
  const common = {
    ...UNCHECKED,
    reference: refund.id,
    amount_in_cents: fromStripe(refund.amount, refund.currency),
    test: !payment.livemode,
  };
  const { status, failure_reason } = refund;
  if (status === 'failed' || status === 'canceled') {
    const refusal = { code: failure_reason ?? status };
    return stripeDecline('transaction_cannot_be_refunded', { ...common, message: 'The refund failed.', refusal });
  }
  return {
    ...common,
    outcome: status === 'succeeded' ? 'succeeded' : 'pending',
    gateway_type: GATEWAY_TYPE,
    message: 'Approved',
    approval_code: null,
    method_reference: methodOf(payment, null),
    network_transaction_id: paid && 'network_transaction_id' in paid ? paid.network_transaction_id : null,
  };
};
