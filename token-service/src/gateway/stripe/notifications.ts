import type {
  DisputeFacts,
  GatewayNotification,
  ReadNotification,
} from '@service/billing/payments/gateway-notification.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import type { Secret } from '@service/billing/secret.ts';
import type { Clock } from '@service/billing/time.ts';
import Stripe from 'stripe';
import { fromStripe } from './amounts.ts';
import { CANCELED_BY_SERVICE } from './follow-ups.ts';
import { idOf, methodReference } from './references.ts';
import { isBankDebit } from './results.ts';

/** Seconds that a message may be old when it arrives: older ones could be replayed. */
const TOLERANCE = 300;

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
};

/**
 * Reads a message of Stripe that one of the secrets has signed: during the rotation of an endpoint's secret, Stripe may
 * use either. The signature is checked before anything is parsed.
 */
export const readStripeEvent = (
  { site, headers, body }: IncomingNotification,
  secrets: readonly Secret[],
  clock: Pick<Clock, 'now'>,
): ReadNotification => {
  const event = secrets
    .map((secret) => authentic(body, headers['stripe-signature'] ?? '', secret, clock))
    .find(Boolean);
  if (!event) return { outcome: 'forged' };
  const notification = meaning(event, site.id, { id: event.id, at: event.created + site.clock_offset });
  return notification ? { outcome: 'read', notification } : { outcome: 'ignored' };
};

const authentic = (
  body: string,
  signature: string,
  secret: Secret,
  clock: Pick<Clock, 'now'>,
): Stripe.Event | undefined => {
  try {
    return Stripe.webhooks.constructEvent(body, signature, secret.reveal(), TOLERANCE, undefined, clock.now());
  } catch {
    // The library's error carries the body and the header.
    return undefined;
  }
};

type Message = Pick<GatewayNotification, 'id' | 'at'>;

const meaning = (event: Stripe.Event, siteId: string, message: Message): GatewayNotification | undefined => {
  switch (event.type) {
    case 'payment_intent.succeeded':
      return ofDebit(event.data.object, siteId, { ...message, settlement: 'settled' });
    case 'payment_intent.payment_failed':
      return ofDebit(event.data.object, siteId, { ...message, settlement: 'returned' });
    case 'payment_intent.canceled':
      return canceled(event.data.object, siteId, message);
    case 'refund.updated':
      return event.data.object.status === 'succeeded'
        ? { kind: 'settlement_changed', ...message, reference: event.data.object.id, settlement: 'settled' }
        : undefined;
    case 'refund.failed':
      return refundFailed(event.data.object, siteId, message);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
      return disputeOpened(event.data.object, message);
    case 'charge.dispute.closed':
      return disputeClosed(event.data.object, message);
    case 'payment_method.automatically_updated':
      return methodUpdated(event.data.object, message);
    default:
      return undefined;
  }
};

/** Other programs may use the same account at Stripe. */
const isOwn = ({ metadata }: Pick<Stripe.PaymentIntent | Stripe.Refund, 'metadata'>, siteId: string): boolean =>
  metadata?.service_site === siteId;

const ofDebit = (
  payment: Stripe.PaymentIntent,
  siteId: string,
  message: Message & { readonly settlement: 'settled' | 'returned' },
): GatewayNotification | undefined =>
  isOwn(payment, siteId) && isBankDebit(payment)
    ? { kind: 'settlement_changed', ...message, reference: payment.id }
    : undefined;

const canceled = (payment: Stripe.PaymentIntent, siteId: string, message: Message): GatewayNotification | undefined => {
  const { id, cancellation_reason } = payment;
  if (!isOwn(payment, siteId) || cancellation_reason === CANCELED_BY_SERVICE) return undefined;
  const expired = cancellation_reason === 'automatic' || cancellation_reason === 'expired';
  return { kind: 'payment_canceled', ...message, reference: id, cause: expired ? 'expired' : 'canceled' };
};

const refundFailed = (refund: Stripe.Refund, siteId: string, message: Message): GatewayNotification => {
  const { id, failure_reason, metadata } = refund;
  const key = isOwn(refund, siteId) ? metadata?.service_key : undefined;
  const payment = idOf(refund.payment_intent);
  return {
    kind: 'refund_failed',
    ...message,
    reference: id,
    reason: failure_reason ?? null,
    ...(key === undefined ? {} : { key }),
    ...(payment === null ? {} : { payment }),
  };
};

const disputeFacts = (dispute: Stripe.Dispute, message: Message): DisputeFacts | undefined => {
  const { id, amount, currency, reason, payment_intent, balance_transactions } = dispute;
  const reference = idOf(payment_intent);
  if (reference === null) return undefined;
  const [first] = balance_transactions;
  const fees = balance_transactions.reduce((sum, { fee }) => sum + fee, 0);
  return {
    ...message,
    dispute: id,
    reference,
    amount_in_cents: fromStripe(amount, currency),
    currency: currency.toUpperCase(),
    reason,
    fee: first ? { amount_in_cents: fromStripe(fees, first.currency), currency: first.currency.toUpperCase() } : null,
  };
};

const disputeOpened = (dispute: Stripe.Dispute, message: Message): GatewayNotification | undefined => {
  const facts = disputeFacts(dispute, message);
  const withdrawn = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;
  return facts && { kind: 'dispute_opened', ...facts, withdrawn, evidence_due_at: dispute.evidence_details.due_by };
};

const disputeClosed = (dispute: Stripe.Dispute, message: Message): GatewayNotification | undefined => {
  const facts = disputeFacts(dispute, message);
  return facts && { kind: 'dispute_closed', ...facts, outcome: dispute.status === 'lost' ? 'lost' : 'won' };
};

const methodUpdated = (
  { id, customer, card }: Stripe.PaymentMethod,
  message: Message,
): GatewayNotification | undefined => {
  const owner = idOf(customer);
  if (owner === null || !card) return undefined;
  return {
    kind: 'method_updated',
    ...message,
    method_reference: methodReference({ customer: owner, payment_method: id, isBank: false }),
    card_type: BRANDS[card.brand] ?? null,
    // Stripe does not tell the first digits of the new number.
    first_six: null,
    last_four: card.last4,
    month: card.exp_month,
    year: card.exp_year,
  };
};
