import type { PaymentResult } from '@service/billing/payments/gateway-result.ts';
import type { FollowUpRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { toStripe } from './amounts.ts';
import type { Problem } from './problem.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { released } from './results.ts';
import type { Answer, Send } from './send.ts';

/** Errors of a refund whose amount a dispute has withdrawn. */
export const DISPUTED: ReadonlySet<string | undefined> = new Set(['charge_disputed', 'refund_disputed_payment']);

/** Disputes that the bank has not decided. An inquiry (`warning_…`) takes no money, and the payment can be refunded. */
const UNDECIDED: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/** Returns the disputes of a payment, newest first. */
export const disputesOf = async (
  stripe: Stripe,
  send: Send,
  payment_intent: string,
): Promise<Answer<readonly Stripe.Dispute[]>> => {
  const listed = await send((options) => stripe.disputes.list({ payment_intent, limit: 100 }, options));
  return 'problem' in listed ? listed : { value: listed.value.data };
};

/** Returns what the lost ones of some disputes have taken, in Stripe's smallest unit. */
export const lostBy = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);

/**
 * Returns the amount of a disputed payment to the customer: accepts its undecided disputes. Repeating it changes
 * nothing. `refusal`: why the payment cannot be refunded, which stands if the disputes do not cover the amount.
 */
export const returnDisputed = async (
  stripe: Stripe,
  send: Send,
  { amount_in_cents, currency, reference }: FollowUpRequest,
  refusal: Problem,
): Promise<PaymentResult> => {
  const taken = await acceptDisputes(stripe, send, reference);
  if ('problem' in taken) return refusedBy(taken.problem, amount_in_cents);
  return taken.value < toStripe(amount_in_cents, currency)
    ? declinedBy(refusal, amount_in_cents)
    : released({ reference, amount_in_cents });
};

/** Returns what lost disputes have taken after the others were accepted, in Stripe's smallest unit. */
const acceptDisputes = async (stripe: Stripe, send: Send, payment_intent: string): Promise<Answer<number>> => {
  const disputes = await disputesOf(stripe, send, payment_intent);
  if ('problem' in disputes) return disputes;
  let taken = lostBy(disputes.value);
  for (const { id, status } of disputes.value) {
    if (!UNDECIDED.has(status)) continue;
    const closed = await send((options) => stripe.disputes.close(id, {}, options));
    if ('problem' in closed) return closed;
    taken += lostBy([closed.value]);
  }
  return { value: taken };
};
