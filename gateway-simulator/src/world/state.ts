import type Stripe from 'stripe';
import type { BankBehaviour, CardBehaviour } from '../cards/behaviour.ts';
import type { DebitType } from '../cards/direct-debits.ts';
import { type ObjectTable, openTable } from './table.ts';

/** The data of a payment method that the API does not show. */
export type Instrument = CardInstrument | BankInstrument;

export interface CardInstrument {
  readonly kind: 'card';
  behaviour: CardBehaviour;
  /** Whether the bank has agreed to payments without the customer. */
  setUp: boolean;
  /** Whether a security code came with the card and was not yet used. */
  securityCode: boolean;
  /** The network transaction of the first authorization. */
  networkTransaction: string | null;
  /** Whether it was used without a customer, or detached: then it cannot be used again. */
  spent: boolean;
}

export interface BankInstrument {
  readonly kind: DebitType;
  behaviour: BankBehaviour;
  verified: boolean;
  /** Wrong microdeposit amounts that were sent. */
  verificationAttempts: number;
  spent: boolean;
}

/** Everything the simulator holds. Objects have the shape in which the API returns them, with ids unexpanded. */
export interface State {
  readonly customers: ObjectTable<Stripe.Customer>;
  readonly paymentMethods: ObjectTable<Stripe.PaymentMethod>;
  readonly paymentIntents: ObjectTable<Stripe.PaymentIntent>;
  readonly setupIntents: ObjectTable<Stripe.SetupIntent>;
  readonly setupAttempts: ObjectTable<Stripe.SetupAttempt>;
  readonly charges: ObjectTable<Stripe.Charge>;
  readonly refunds: ObjectTable<Stripe.Refund>;
  readonly disputes: ObjectTable<Stripe.Dispute>;
  readonly files: ObjectTable<Stripe.File>;
  readonly mandates: ObjectTable<Stripe.Mandate>;
  readonly balanceTransactions: ObjectTable<Stripe.BalanceTransaction>;
  readonly payouts: ObjectTable<Stripe.Payout>;
  /** The payouts that balance transactions were paid out with, by their ids. */
  readonly paidOut: Map<string, string>;
  readonly fraudWarnings: ObjectTable<Stripe.Radar.EarlyFraudWarning>;
  /** Tokens of security codes, without the codes. */
  readonly tokens: ObjectTable<Stripe.Token>;
  readonly events: ObjectTable<Stripe.Event>;
  readonly webhookEndpoints: ObjectTable<Stripe.WebhookEndpoint>;
  /** The signing secret of each webhook endpoint, by its id. */
  readonly secrets: Map<string, string>;
  /** Instruments by the id of the payment method. */
  readonly instruments: Map<string, Instrument>;
  /** Authentications by the id of the PaymentIntent or SetupIntent. */
  readonly authentications: Map<string, Authentication>;
}

type ThreeDSecure = Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure;

/** The authentication of one attempt: a challenge that waits, or its result. */
export type Authentication =
  | { readonly state: 'waiting'; readonly token: string; readonly return_url: string | null; readonly method: string }
  | { readonly state: 'passed'; readonly threeDSecure: ThreeDSecure; readonly method: string };

/** `limit` is how many objects of each kind there may be. */
export const openState = (limit: number): State => ({
  customers: openTable('customer', limit),
  paymentMethods: openTable('PaymentMethod', limit),
  paymentIntents: openTable('payment_intent', limit),
  setupIntents: openTable('setupintent', limit),
  setupAttempts: openTable('setupattempt', limit),
  charges: openTable('charge', limit),
  refunds: openTable('refund', limit),
  disputes: openTable('dispute', limit),
  files: openTable('file upload', limit),
  mandates: openTable('mandate', limit),
  balanceTransactions: openTable('balance transaction', limit),
  payouts: openTable('payout', limit),
  paidOut: new Map(),
  fraudWarnings: openTable('early fraud warning', limit),
  tokens: openTable('token', limit),
  events: openTable('event', limit * 10),
  webhookEndpoints: openTable('webhook endpoint', 16),
  secrets: new Map(),
  instruments: new Map(),
  authentications: new Map(),
});

/** Returns the id of an object that the API may show expanded. */
export const expandedId = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
