import type { ListedOperation, OperationPage } from '@service/billing/domain/payments/listed-operation.ts';
import type { ListRequest } from '@service/billing/ports/gateway.ts';
import { DAY, type Seconds } from '@service/billing/values/time.ts';
import type Stripe from 'stripe';
import { fromStripe } from './amounts.ts';
import { madeAt } from './metadata.ts';
import { operationKey, type StripeParts } from './parts.ts';
import { isDebitPayment, type Known, paymentResult, refundResult } from './results.ts';
import type { Send, StripeAnswer } from './send.ts';

const PAGE = 100;
/** Seconds for which an authorization can be captured. Stripe lists a payment by its creation, not by its capture. */
const HELD_FOR = 7 * DAY;

/** The position in the listing: payments come first, then refunds; `id` is the last one that was returned. */
interface Cursor {
  readonly kind: 'payments' | 'refunds';
  readonly id: string;
}

const readCursor = (after: string | null): Cursor => {
  const [kind = '', id = ''] = (after ?? 'payments:').split(':');
  return { kind: kind === 'refunds' ? 'refunds' : 'payments', id };
};

const accepted = (result: Known | undefined): ListedOperation['result'] | undefined =>
  result?.outcome === 'succeeded' || result?.outcome === 'pending' ? result : undefined;

const STATES: Readonly<Record<string, ListedOperation['state']>> = {
  requires_capture: 'authorized',
  succeeded: 'taken',
  processing: 'settling',
};

const REFUND_STATES: Readonly<Record<string, ListedOperation['state']>> = {
  succeeded: 'taken',
  pending: 'settling',
  requires_action: 'settling',
};

/**
 * Lists the payments and refunds of a site. The account may serve other sites and other programs too: what does not
 * name the site is left out. A payment whose operation was recorded without its id, as after a restore, gets it, so
 * that looking the operation up finds the payment.
 */
export const stripeListings = ({ stripe, operations, begin }: StripeParts) => {
  const payments = async (send: Send, request: ListRequest, { id }: Cursor): Promise<OperationPage> => {
    const from = { ...request, since: request.since - HELD_FOR };
    const params = { ...pageAfter(from, id), expand: ['data.latest_charge'] };
    const page = await send((options) => stripe.paymentIntents.list(params, options));
    if ('problem' in page) return unanswered(page);
    const listed: ListedOperation[] = [];
    for (const payment of page.value.data) {
      const operation = ofPayment(payment, request);
      if (!operation) continue;
      listed.push(operation);
      if (operation.key !== null) await completeRecord(request, operation.key, payment.id);
    }
    return { outcome: 'listed', operations: listed, next: nextOf(page.value, 'payments') ?? 'refunds:' };
  };

  const completeRecord = async (request: ListRequest, key: string, id: string): Promise<void> => {
    const named = operationKey({ ...request, key });
    if ((await operations.find(named))?.object === null) await operations.assign(named, id);
  };

  const refunds = async (send: Send, request: ListRequest, { id }: Cursor): Promise<OperationPage> => {
    const params = { ...pageAfter(request, id), expand: ['data.payment_intent.latest_charge'] };
    const page = await send((options) => stripe.refunds.list(params, options));
    if ('problem' in page) return unanswered(page);
    const listed = page.value.data.flatMap((refund) => ofRefund(refund, request) ?? []);
    return { outcome: 'listed', operations: listed, next: nextOf(page.value, 'refunds') };
  };

  return {
    async list(request: ListRequest): Promise<OperationPage> {
      const cursor = readCursor(request.after);
      const send = begin();
      return cursor.kind === 'refunds' ? refunds(send, request, cursor) : payments(send, request, cursor);
    },
  };
};

/** Stripe dates by the clock of the world, of which a site's clock may be ahead. */
const pageAfter = ({ site, since }: ListRequest, id: string) => ({
  limit: PAGE,
  created: { gte: Math.max(0, since - site.clock_offset) },
  ...(id ? { starting_after: id } : {}),
});

const nextOf = ({ data, has_more }: Stripe.ApiList<{ id: string }>, kind: Cursor['kind']): string | null => {
  const last = data.at(-1);
  return has_more && last ? `${kind}:${last.id}` : null;
};

const unanswered = ({ problem }: Extract<StripeAnswer<unknown>, { problem: unknown }>): OperationPage => ({
  outcome: 'unknown',
  reason: problem.message,
});

type Made = { readonly metadata: Stripe.Metadata | null; readonly created: number };

const momentOf = ({ metadata, created }: Made, { site }: ListRequest): Seconds =>
  madeAt(metadata ?? {}) ?? created + site.clock_offset;

const ofPayment = (payment: Stripe.PaymentIntent, request: ListRequest): ListedOperation | undefined => {
  const { metadata, currency, status, latest_charge: charge } = payment;
  const at = momentOf(payment, request);
  const result = accepted(paymentResult(payment));
  const state = STATES[status];
  if (metadata.service_site !== request.site.id || at < request.since || !result || !state) return undefined;
  return {
    kind: 'payment',
    state: state === 'settling' && !isDebitPayment(payment) ? 'taken' : state,
    result,
    currency: currency.toUpperCase(),
    key: metadata.service_key ?? null,
    at,
    payment: null,
    returned_in_cents: typeof charge === 'object' && charge ? fromStripe(charge.amount_refunded, currency) : 0,
  };
};

const ofRefund = (refund: Stripe.Refund, request: ListRequest): ListedOperation | undefined => {
  const { payment_intent: payment, metadata, currency, status } = refund;
  const state = REFUND_STATES[status ?? ''];
  const at = momentOf(refund, request);
  if (typeof payment !== 'object' || !payment || !state || at < request.since) return undefined;
  // A canceled authorization has a refund too, although nothing was taken.
  if (payment.metadata.service_site !== request.site.id || payment.status === 'canceled') return undefined;
  const result = accepted(refundResult(refund, payment));
  if (!result) return undefined;
  const key = metadata?.service_key ?? null;
  return {
    kind: 'refund',
    state,
    result,
    currency: currency.toUpperCase(),
    key,
    at,
    payment: payment.id,
    returned_in_cents: 0,
  };
};
