import type {
  DisputeFacts,
  GatewayNotification,
  ReadNotification,
} from '@service/billing/domain/payments/gateway-notification.ts';
import type { IncomingNotification } from '@service/billing/ports/gateway.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { knownCardType } from '@service/billing/values/card/card-type.ts';
import { MAX_CENTS } from '@service/billing/values/money/cents.ts';
import type { Secret } from '@service/billing/values/secret.ts';
import { type Clock, DAY, type Seconds } from '@service/billing/values/time.ts';
import Stripe from 'stripe';
import {
  centsValue,
  currencyValue,
  digitsValue,
  feeValue,
  integerValue,
  listValue,
  Malformed,
  momentValue,
  nullable,
  objectValue,
  optional,
  type Read,
  readMessage,
  symbolValue,
  textValue,
  yearValue,
} from '../message-fields.ts';
import { fromStripe } from './amounts.ts';
import { feeOf, isChargeBack } from './disputes.ts';
import { CANCELED_BY_SERVICE } from './follow-ups.ts';
import { methodReference } from './references.ts';
import { isDebitPayment } from './results.ts';

/** Seconds that a message may be old when it arrives: older ones could be replayed. */
const TOLERANCE = 300;

/** Seconds that the clock of Stripe may be ahead. */
const AHEAD = DAY;

/**
 * Reads a message of Stripe that one of the secrets has signed: during the rotation of an endpoint's secret, Stripe may
 * use either. The signature is checked before anything is parsed.
 */
export const readStripeEvent = (
  { site, headers, body }: IncomingNotification,
  secrets: readonly Secret[],
  clock: Pick<Clock, 'now'>,
): ReadNotification => {
  const signature = headers['stripe-signature'] ?? '';
  if (!secrets.some((secret) => isAuthentic(body, signature, secret, clock))) return { outcome: 'forged' };
  const latest = clock.now() / 1000 + AHEAD;
  return readMessage(body, (event) => MEANINGS.get(TYPE(event).type)?.(event, site, latest));
};

const isAuthentic = (body: string, header: string, secret: Secret, clock: Pick<Clock, 'now'>): boolean => {
  const { signature } = Stripe.webhooks;
  try {
    return signature?.verifyHeader(body, header, secret.reveal(), TOLERANCE, undefined, clock.now()) ?? false;
  } catch {
    // The library's error carries the body and the header.
    return false;
  }
};

/** The id of an object that Stripe sends as such or in full. */
const id: Read<string> = (value, path) =>
  typeof value === 'object' ? objectValue({ id: textValue })(value, path).id : textValue(value, path);

const METADATA = objectValue({ service_site: optional(textValue), service_key: optional(textValue) });

const TYPE = objectValue({ type: textValue });

const PAYMENT = objectValue({
  id: textValue,
  metadata: METADATA,
  payment_method_types: listValue(symbolValue),
  cancellation_reason: nullable(symbolValue),
});
type Payment = ReturnType<typeof PAYMENT>;

const REFUND = objectValue({ id: textValue, status: nullable(symbolValue) });

const FAILED_REFUND = objectValue({
  id: textValue,
  metadata: optional(METADATA),
  payment_intent: optional(id),
  failure_reason: optional(symbolValue),
});
type FailedRefund = ReturnType<typeof FAILED_REFUND>;

const DISPUTE = objectValue({
  id: textValue,
  amount: centsValue(1),
  currency: currencyValue,
  reason: symbolValue,
  status: symbolValue,
  payment_intent: nullable(id),
  balance_transactions: listValue(
    objectValue({ amount: centsValue(-MAX_CENTS), fee: feeValue, currency: currencyValue }),
  ),
  evidence_details: objectValue({ due_by: nullable(momentValue) }),
});
type Dispute = ReturnType<typeof DISPUTE>;

/** The sum of several fees has the bounds of one. */
const FEE = nullable(objectValue({ amount_in_cents: feeValue, currency: currencyValue }));

const METHOD = objectValue({
  id: textValue,
  customer: nullable(id),
  card: optional(
    objectValue({
      brand: symbolValue,
      last4: nullable(digitsValue(4)),
      exp_month: integerValue(1, 12),
      exp_year: yearValue,
    }),
  ),
});
type Method = ReturnType<typeof METHOD>;

type Message = Pick<GatewayNotification, 'id' | 'at'>;

/** Returns a function that reads an event about an object; what it returns is undefined for one of no interest. */
const about = <T>(
  read: Read<T>,
  meaning: (object: T, message: Message, siteId: string) => GatewayNotification | undefined,
) => {
  const whole = objectValue({ id: textValue, created: momentValue, data: objectValue({ object: read }) });
  return (event: unknown, site: Site, latest: Seconds): GatewayNotification | undefined => {
    const { id, created, data } = whole(event);
    // Of two messages about a thing the later one is right, so one of the future would be right for good.
    if (created > latest) throw new Malformed('created must not be in the future');
    return meaning(data.object, { id, at: created + site.clock_offset }, site.id);
  };
};

/** Other programs may use the same account at Stripe. */
const isOwn = (metadata: ReturnType<typeof METADATA> | undefined, siteId: string): boolean =>
  metadata?.service_site === siteId;

const debit =
  (settlement: 'settled' | 'returned') =>
  (payment: Payment, message: Message, siteId: string): GatewayNotification | undefined =>
    isOwn(payment.metadata, siteId) && isDebitPayment(payment)
      ? { kind: 'settlement_changed', ...message, reference: payment.id, settlement }
      : undefined;

const canceled = (payment: Payment, message: Message, siteId: string): GatewayNotification | undefined => {
  const { id, metadata, cancellation_reason } = payment;
  if (!isOwn(metadata, siteId) || cancellation_reason === CANCELED_BY_SERVICE) return undefined;
  const expired = cancellation_reason === 'automatic' || cancellation_reason === 'expired';
  return { kind: 'payment_canceled', ...message, reference: id, cause: expired ? 'expired' : 'canceled' };
};

const refundSettled = ({ id, status }: ReturnType<typeof REFUND>, message: Message): GatewayNotification | undefined =>
  status === 'succeeded' ? { kind: 'settlement_changed', ...message, reference: id, settlement: 'settled' } : undefined;

const refundFailed = (refund: FailedRefund, message: Message, siteId: string): GatewayNotification => {
  const { id, failure_reason, metadata, payment_intent } = refund;
  const key = isOwn(metadata, siteId) ? metadata?.service_key : undefined;
  return {
    kind: 'refund_failed',
    ...message,
    reference: id,
    reason: failure_reason ?? null,
    ...(key === undefined ? {} : { key }),
    ...(payment_intent === undefined ? {} : { payment: payment_intent }),
  };
};

const disputeFacts = (dispute: Dispute, message: Message): DisputeFacts | undefined => {
  const { id, amount, currency, reason, payment_intent: reference, balance_transactions } = dispute;
  if (reference === null) return undefined;
  return {
    ...message,
    dispute: id,
    reference,
    amount_in_cents: fromStripe(amount, currency),
    currency: currency.toUpperCase(),
    reason,
    fee: FEE(feeOf(balance_transactions), 'data.object.balance_transactions'),
  };
};

const disputeOpened = (dispute: Dispute, message: Message): GatewayNotification | undefined => {
  const facts = disputeFacts(dispute, message);
  return (
    facts && {
      kind: 'dispute_opened',
      ...facts,
      withdrawn: isChargeBack(dispute),
      evidence_due_at: dispute.evidence_details.due_by,
    }
  );
};

const disputeClosed = (dispute: Dispute, message: Message): GatewayNotification | undefined => {
  const facts = disputeFacts(dispute, message);
  return facts && { kind: 'dispute_closed', ...facts, outcome: dispute.status === 'lost' ? 'lost' : 'won' };
};

const methodUpdated = ({ id, customer, card }: Method, message: Message): GatewayNotification | undefined => {
  if (customer === null || !card) return undefined;
  return {
    kind: 'method_updated',
    ...message,
    method_reference: methodReference({ customer, payment_method: id, type: 'card' }),
    card_type: knownCardType(card.brand) ?? null,
    // Stripe does not tell the first digits of the new number.
    first_six: null,
    last_four: card.last4,
    month: card.exp_month,
    year: card.exp_year,
  };
};

/** The meanings of the events that the service receives, by type. */
const MEANINGS: ReadonlyMap<string, ReturnType<typeof about>> = new Map([
  ['payment_intent.succeeded', about(PAYMENT, debit('settled'))],
  ['payment_intent.payment_failed', about(PAYMENT, debit('returned'))],
  ['payment_intent.canceled', about(PAYMENT, canceled)],
  ['refund.updated', about(REFUND, refundSettled)],
  ['refund.failed', about(FAILED_REFUND, refundFailed)],
  ['charge.dispute.created', about(DISPUTE, disputeOpened)],
  ['charge.dispute.updated', about(DISPUTE, disputeOpened)],
  ['charge.dispute.funds_withdrawn', about(DISPUTE, disputeOpened)],
  ['charge.dispute.closed', about(DISPUTE, disputeClosed)],
  ['payment_method.automatically_updated', about(METHOD, methodUpdated)],
]);
