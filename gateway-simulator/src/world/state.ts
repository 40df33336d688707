import type Stripe from 'stripe';
import type { BankBehaviour, CardBehaviour } from '../cards/behaviour.ts';
import { openTable, type Table } from './table.ts';

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
  readonly kind: 'us_bank_account';
  behaviour: BankBehaviour;
  verified: boolean;
  /** Wrong microdeposit amounts that were sent. */
  verificationAttempts: number;
  spent: boolean;
}

/** Everything the simulator holds. Objects have the shape in which the API returns them, with ids unexpanded. */
export interface State {
  readonly customers: Table<Stripe.Customer>;
  readonly paymentMethods: Table<Stripe.PaymentMethod>;
  readonly paymentIntents: Table<Stripe.PaymentIntent>;
  readonly setupIntents: Table<Stripe.SetupIntent>;
  readonly setupAttempts: Table<Stripe.SetupAttempt>;
  readonly charges: Table<Stripe.Charge>;
  readonly refunds: Table<Stripe.Refund>;
  readonly disputes: Table<Stripe.Dispute>;
  readonly mandates: Table<Stripe.Mandate>;
  readonly balanceTransactions: Table<Stripe.BalanceTransaction>;
  readonly fraudWarnings: Table<Stripe.Radar.EarlyFraudWarning>;
  /** Tokens of security codes, without the codes. */
  readonly tokens: Table<Stripe.Token>;
  readonly events: Table<Stripe.Event>;
  readonly webhookEndpoints: Table<Stripe.WebhookEndpoint>;
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
  mandates: openTable('mandate', limit),
  balanceTransactions: openTable('balance transaction', limit),
  fraudWarnings: openTable('early fraud warning', limit),
  tokens: openTable('token', limit),
  events: openTable('event', limit * 10),
  webhookEndpoints: openTable('webhook endpoint', 16),
  secrets: new Map(),
  instruments: new Map(),
  authentications: new Map(),
});

/** Returns the id of an object that the API may show expanded. */
export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);
