import type { GatewayFee, PaymentResult } from '@service/billing/domain/payments/gateway-result.ts';
import type { FollowUpRequest } from '@service/billing/ports/gateway.ts';
import type Stripe from 'stripe';
import { fromStripe, toStripe } from './amounts.ts';
import type { Problem } from './problem.ts';
import { declinedBy, refusedBy } from './refused.ts';
import { released } from './results.ts';
import type { Send, StripeAnswer } from './send.ts';

/** Errors of a refund whose amount a dispute has withdrawn. */
export const DISPUTED: ReadonlySet<string | undefined> = new Set(['charge_disputed', 'refund_disputed_payment']);

/** Disputes that the bank has not decided. An inquiry (`warning_…`) takes no money, and the payment can be refunded. */
const UNDECIDED: ReadonlySet<string> = new Set(['needs_response', 'under_review']);

/**
 * Returns whether a dispute withdraws the amount. Stripe may report a chargeback before it withdraws the amount, which
 * would be taken for an inquiry by its balance alone.
 */
export const isChargeBack = ({
  status,
  balance_transactions,
}: {
  readonly status: string;
  readonly balance_transactions: readonly { readonly amount: number }[];
}): boolean =>
  UNDECIDED.has(status) || status === 'lost' || balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0;

/** Returns the disputes of a payment, newest first. */
export const disputesOf = async (
  stripe: Stripe,
  send: Send,
  payment_intent: string,
): Promise<StripeAnswer<readonly Stripe.Dispute[]>> => {
  const listed = await send((options) => stripe.disputes.list({ payment_intent, limit: 100 }, options));
  return 'problem' in listed ? listed : { value: listed.value.data };
};

/** Returns what the lost ones of some disputes have taken, in Stripe's smallest unit. */
export const lostBy = (disputes: readonly Stripe.Dispute[]): number =>
  disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);

/**
 * Returns what Stripe has charged for disputes by their changes of the merchant's balance; null before the first one.
 */
export const feeOf = (
  changes: readonly Readonly<Pick<Stripe.BalanceTransaction, 'fee' | 'currency'>>[],
): GatewayFee | null => {
  const [first] = changes;
  if (!first) return null;
  const fees = changes.reduce((sum, { fee }) => sum + fee, 0);
  return { amount_in_cents: fromStripe(fees, first.currency), currency: first.currency.toUpperCase() };
};

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
  const accepted = await acceptDisputes(stripe, send, reference);
  if ('problem' in accepted) return refusedBy(accepted.problem, amount_in_cents);
  if (lostBy(accepted.value) < toStripe(amount_in_cents, currency)) return declinedBy(refusal, amount_in_cents);
  const fee = feeOf(accepted.value.flatMap(({ balance_transactions }) => balance_transactions));
  return released({ reference, amount_in_cents, ...(fee?.amount_in_cents ? { dispute_fee: fee } : {}) });
};

/** Accepts the undecided disputes of a payment, and returns all of them. */
const acceptDisputes = async (
  stripe: Stripe,
  send: Send,
  payment_intent: string,
): Promise<StripeAnswer<readonly Stripe.Dispute[]>> => {
  const disputes = await disputesOf(stripe, send, payment_intent);
  if ('problem' in disputes) return disputes;
  const accepted: Stripe.Dispute[] = [];
  for (const dispute of disputes.value) {
    const closed = UNDECIDED.has(dispute.status)
      ? await send((options) => stripe.disputes.close(dispute.id, {}, options))
      : { value: dispute };
    if ('problem' in closed) return closed;
    accepted.push(closed.value);
  }
  return { value: accepted };
};
