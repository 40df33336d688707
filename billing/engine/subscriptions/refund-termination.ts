import { allocateRefund } from '../../domain/refunds/allocation.ts';
import { draftRefund, type RefundDraft } from '../../domain/refunds/draft-refund.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { SubscriptionCredit, TerminationCredit } from '../../domain/subscriptions/transition.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import { Failure } from '../../values/failure.ts';
import { inChangeQueue, inOrderQueue } from '../intents/operation-queues.ts';
import { awaitingCollection } from '../orders/drafting/awaiting-collection.ts';
import { draftOrder, type OrderDraft, payerOf } from '../orders/drafting/draft-order.ts';
import type { Order } from '../orders/drafting/order.ts';
import { reserveIfUnchanged } from '../orders/drafting/reserve-if-unchanged.ts';
import { readPaid } from '../recording/refunds/read-paid.ts';
import type { RefundOutcome } from '../refunds/carry-out-refund.ts';
import { needUndisputed } from '../refunds/need-undisputed.ts';
import { refundOnce } from '../refunds/refund-once.ts';
import { collectAtOnce, type TransitionDeps } from './carry-out-transition.ts';
import type { Update } from './decision.ts';
import { orderOfTransition } from './order-of-transition.ts';
import { type RefundedTermination, readTermination } from './reading/read-termination.ts';

/**
 * Terminates a subscription and refunds its last invoice, to the original payments first. If the refund is declined and
 * the site does not keep declined refunds as credit, neither happens. The invoice of the termination is recorded in the
 * same transaction and collected afterwards. Returns undefined, without any effect, when there is nothing to refund.
 * Throws what `decide` throws, and `simultaneous_request`.
 */
export const refundTermination = (
  deps: TransitionDeps,
  caller: Caller,
  uuid: string,
  decide: (before: ShownSubscription) => Update,
): Promise<RefundOutcome | undefined> =>
  inChangeQueue(deps, caller, uuid, 'refuses', async () => {
    const records = deps.storage.of(caller.site.id);
    const before = await needSubscription(records, uuid);
    const decision = decide(before);
    const credit = decision.transition.credits.find(isTermination);
    const refunded = credit && (await readTermination(records, before, credit, caller.at));
    if (!refunded) return undefined;
    return inOrderQueue(deps, caller, before.payer_account_code, () =>
      terminate(deps, caller, before, decision, credit, refunded.invoice.account_id),
    );
  });

const isTermination = (credit: SubscriptionCredit): credit is TerminationCredit => credit.kind === 'last_invoice';

const terminate = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  decision: Update,
  credit: TerminationCredit,
  refundedId: string,
): Promise<RefundOutcome> => {
  const { storage, world } = deps;
  const order = await orderOfTransition(deps, caller, storage.of(caller.site.id), before, decision);
  const ending = besidesRefund(
    awaitingCollection(draftOrder(world, withoutCreditOf(order, refundedId)), order.at),
    refundedId,
  );
  const given = await refundOnce(deps, caller, {
    subject: refundedId,
    gateway_code: '',
    with: { draft: ending, what: decision.what, changes: decision.changes },
    async prepare(records) {
      const reserved = await reserveIfUnchanged(records, ending, order);
      const refunded = await readTermination(records, before, credit, caller.at);
      if (!refunded) throw new Failure('simultaneous_request');
      return { draft: await draftOf(deps, caller, records, refunded, credit), reserved };
    },
  });
  const charge = ending.charge?.invoice;
  if (given.outcome !== 'declined' && charge?.attempt_next_collection_at === caller.at) {
    await collectAtOnce(deps, caller, charge.uuid, decision);
  }
  return given;
};

/**
 * Another account than the one that is refunded may pay now. Its credit is left to the collection of the invoice,
 * because only money of the refunded account stands still during the refund.
 */
const withoutCreditOf = (order: Order, refundedId: string): Order =>
  order.payer.id === refundedId ? order : { ...order, credit: [] };

/** Returns a draft that is recorded while money of the refunded account moves, and of no other. */
const besidesRefund = (draft: OrderDraft, refundedId: string): OrderDraft => {
  const others = new Set([payerOf(draft).id, ...(draft.creditedAccounts ?? [])]);
  others.delete(refundedId);
  return { ...draft, creditedAccounts: [...others] };
};

/** Manual payments are credited, because only the merchant can return them. */
const draftOf = async (
  { world }: TransitionDeps,
  { site, at, actor, idempotency_key }: Caller,
  records: Records,
  { invoice, refunds }: RefundedTermination,
  { proration }: TerminationCredit,
): Promise<RefundDraft> => {
  const refundable = invoice.refundable_total_in_cents;
  const total = refunds.reduce((sum, { credit }) => sum + credit.total, 0);
  await needUndisputed(records, invoice);
  const paid = await readPaid(records, invoice);
  const payments = paid.payments.filter(({ transaction }) => transaction.gateway_code !== null);
  const { legs } = allocateRefund(total, refundable, { ...paid, payments }, 'transaction_first', false);
  return draftRefund(
    {
      at,
      actor,
      idempotency_key: idempotency_key ?? null,
      gift_card_id: null,
      byHand: null,
      declined: site.declined_refunds,
      uuid: world.ids.uuid,
      notes: site.customer_notes,
      origin: proration === null ? 'refund' : 'termination',
    },
    invoice,
    { refunds, total, whole: total === refundable },
    legs,
  );
};
