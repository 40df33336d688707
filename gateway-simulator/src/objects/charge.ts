import type Stripe from 'stripe';
import type { SimulatedDecline } from '../cards/declines.ts';
import { newId, random } from '../world/ids.ts';
import { expandedId } from '../world/state.ts';
import type { SimulatorWorld } from '../world/world.ts';
import { chargedNetwork, NO_BILLING_DETAILS } from './payment-method.ts';

type Outcome = Stripe.Charge.Outcome;

const NO_ADVICE = { advice_code: null, network_advice_code: null, network_decline_code: null } as const;
/** Scores that Stripe documents for its test cards' levels of risk. */
const SCORES = { normal: 21, elevated: 65, highest: 75 } as const;

const riskOf = (risk: 'elevated' | 'highest' | undefined) => {
  const risk_level = risk ?? 'normal';
  return { risk_level, risk_score: SCORES[risk_level] };
};

export const approved = (risk?: 'elevated' | 'highest'): Outcome => ({
  ...NO_ADVICE,
  network_status: 'approved_by_network',
  reason: risk === 'elevated' ? 'elevated_risk_level' : null,
  ...riskOf(risk),
  seller_message: 'Payment complete.',
  type: risk === 'elevated' ? 'manual_review' : 'authorized',
});

export const declinedByBank = (decline: SimulatedDecline, risk?: 'elevated' | 'highest'): Outcome => ({
  advice_code: decline.advice_code,
  network_advice_code: decline.network_advice_code,
  network_decline_code: decline.network_decline_code,
  network_status: 'declined_by_network',
  reason: decline.decline_code,
  ...riskOf(risk),
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
});

export const blockedByRisk = (): Outcome => ({
  ...NO_ADVICE,
  network_status: 'not_sent_to_network',
  reason: 'highest_risk_level',
  ...riskOf('highest'),
  seller_message: 'Stripe blocked this payment as too risky.',
  type: 'blocked',
});

export interface CardDetails {
  readonly authorized: boolean;
  readonly checks: Stripe.Charge.PaymentMethodDetails.Card.Checks;
  readonly networkTransaction: string | null;
  readonly threeDSecure: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure | null;
  /** Seconds since 1970 until when the amount can be captured; null when it is captured at once. */
  readonly captureBefore: number | null;
  readonly moto: boolean;
}

const cardDetails = (
  method: Stripe.PaymentMethod,
  amount: number,
  details: CardDetails,
): Stripe.Charge.PaymentMethodDetails => {
  const card = method.card!;
  return {
    type: 'card',
    card: {
      amount_authorized: details.authorized ? amount : null,
      authorization_code: details.authorized ? random(6).toUpperCase() : null,
      brand: card.brand,
      ...(details.captureBefore !== null && { capture_before: details.captureBefore }),
      checks: details.checks,
      country: card.country,
      electronic_commerce_indicator: details.threeDSecure?.electronic_commerce_indicator ?? null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      extended_authorization: { status: 'disabled' },
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      incremental_authorization: { status: 'unavailable' },
      installments: null,
      last4: card.last4,
      mandate: null,
      moto: details.moto,
      multicapture: { status: 'unavailable' },
      network: chargedNetwork(card),
      network_token: { used: false },
      network_transaction_id: details.networkTransaction,
      overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
      regulated_status: 'unregulated',
      three_d_secure: details.threeDSecure,
      transaction_link_id: null,
      wallet: null,
    },
  };
};

const bankDetails = (
  method: Stripe.PaymentMethod,
  mandate: string | null,
  expected: string,
): Stripe.Charge.PaymentMethodDetails => {
  const { sepa_debit, bacs_debit, au_becs_debit } = method;
  const debit = { mandate, expected_debit_date: expected };
  if (sepa_debit) {
    const { generated_from: _, ...account } = sepa_debit;
    return { type: 'sepa_debit', sepa_debit: { ...account, ...debit } };
  }
  if (bacs_debit) return { type: 'bacs_debit', bacs_debit: { ...bacs_debit, ...debit } };
  if (au_becs_debit) {
    return {
      type: 'au_becs_debit',
      au_becs_debit: { ...au_becs_debit, expected_debit_date: expected, ...(mandate && { mandate }) },
    };
  }
  const bank = method.us_bank_account!;
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank.account_holder_type,
      account_type: bank.account_type,
      bank_name: bank.bank_name,
      expected_debit_date: expected,
      fingerprint: bank.fingerprint,
      last4: bank.last4,
      ...(mandate && { mandate }),
      payment_reference: null,
      routing_number: bank.routing_number,
    },
  };
};

export interface ChargeFacts {
  readonly intent: Stripe.PaymentIntent;
  readonly method: Stripe.PaymentMethod;
  readonly status: 'failed' | 'pending' | 'succeeded';
  readonly captured: boolean;
  readonly outcome: Outcome | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly details:
    | ({ readonly kind: 'card' } & CardDetails)
    | { readonly kind: 'bank'; readonly mandate: string | null; readonly expected: string };
}

/** Returns a new charge of the PaymentIntent's amount. */
export const newCharge = (world: SimulatorWorld, facts: ChargeFacts): Stripe.Charge => {
  const { intent, method, details } = facts;
  const id = newId(details.kind === 'card' ? 'ch' : 'py');
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: facts.captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details ?? NO_BILLING_DETAILS,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'GATEWAY SIMULATOR',
    captured: facts.captured,
    created: world.clock.seconds(),
    currency: intent.currency,
    customer: expandedId(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: facts.failure?.code ?? null,
    failure_message: facts.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: facts.outcome,
    paid: facts.status === 'succeeded',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details:
      details.kind === 'card'
        ? cardDetails(method, intent.amount, details)
        : bankDetails(method, details.mandate, details.expected),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: facts.status,
    transfer_data: null,
    transfer_group: null,
  };
};
