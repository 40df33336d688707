import { noticedAt } from '../../domain/due/missed.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions/subscriptions.ts';
import { Failure, isSimultaneous } from '../../values/failure.ts';
import { collectInvoice } from '../collections/collect-invoice.ts';
import { type CollectDeps, type OpenCollection, openCollection } from '../collections/pay-invoice.ts';
import { recordInQueue } from '../intents/open-intent.ts';
import { inChangeQueue, inOrderQueue, type Patience } from '../intents/operation-queues.ts';
import { awaitingCollection } from '../orders/drafting/awaiting-collection.ts';
import { draftOrRefuse } from '../orders/drafting/draft-or-refuse.ts';
import type { OrderDraft } from '../orders/drafting/draft-order.ts';
import type { Order } from '../orders/drafting/order.ts';
import { soleAccountOf, subjectOf } from '../orders/drafting/order-subject.ts';
import { refuseChanged } from '../orders/drafting/reserve-if-unchanged.ts';
import { type RecordedOrder, reserveAndRecordOrder } from '../orders/record-order.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { earlierOutcome, recordOutcome } from '../recording/request-outcome.ts';
import { recordTransition } from '../recording/subscriptions/record-transition.ts';
import { voidUsage } from '../recording/usage/void-usage.ts';
import { type Decision, isUpdate, makesInvoice, needsOrder, type Update } from './decision.ts';
import { orderOfTransition, type TransitionOrderDeps } from './order-of-transition.ts';

export type TransitionDeps = CollectDeps & TransitionOrderDeps;

/** Decides on the stored subscription; undefined means that there is nothing to do. */
export type Decide<D extends Decision = Decision> = (subscription: ShownSubscription) => Promise<D | undefined>;

export interface Transitioned {
  /** Ids of the invoices of the transition; undefined where it bills nothing. */
  readonly recorded?: RecordedOrder;
}

/**
 * Carries out a transition of a stored subscription and collects its invoice at once. The transition does not depend on
 * the payment: a declined payment leaves the invoice past due, and if the process dies first, due work makes the
 * payment. Throws what `decide` throws, `not_found`, and `simultaneous_request` during another operation on the
 * subscription.
 */
export const carryOutTransition = async (
  deps: TransitionDeps,
  caller: Caller,
  uuid: string,
  decide: Decide,
  patience: Patience = 'refuses',
): Promise<Transitioned> => {
  const { storage } = deps;
  const records = storage.of(caller.site.id);
  const earlier = await earlierOutcome<Transitioned>(records, caller);
  if (earlier?.outcome === 'done') return earlier.value;
  return inChangeQueue(deps, caller, uuid, patience, async () => {
    const before = await needSubscription(records, uuid);
    const decision = await decide(before);
    if (!decision) return {};
    refuseOnHold(before, decision);
    if (!isUpdate(decision) || !needsOrder(decision)) return recordWithoutInvoice(deps, caller, before, decision);
    return inOrderQueue(deps, caller, before.payer_account_code, () => billTransition(deps, caller, before, decision));
  });
};

/** Refuses what would be invoiced of a subscription that was imported and is not started. */
export const refuseOnHold = ({ uuid, on_hold = false }: ShownSubscription, decision: Decision): void => {
  if (on_hold && makesInvoice(decision)) throw new Failure('subscription_on_hold', { value: uuid });
};

/** Prices the invoice of a transition, and writes nothing. */
export const draftTransition = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  decision: Update,
): Promise<OrderDraft | undefined> => {
  if (!makesInvoice(decision)) return undefined;
  const order = await orderOfTransition(deps, caller, deps.storage.of(caller.site.id), before, decision);
  return draftOrRefuse(deps, 'subscription', order);
};

const recordWithoutInvoice = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  { transition, what, changes }: Decision,
): Promise<Transitioned> => {
  const payerId = await deps.storage.of(caller.site.id).accounts.payerId(before.account_id);
  return recordInQueue(deps, caller, payerId, async (records) => {
    await refuseChanged(records, before);
    await recordTransition(records, before, transition, caller.at);
    if (transition.subscription && transition.voidedUsage)
      await voidUsage(records, deps.world, transition.subscription, transition.voidedUsage, caller.at);
    await records.auditLog.append(auditEntry(deps.world, caller, what, before.uuid, changes));
    return recordOutcome(records, caller, {});
  });
};

/** Bills a transition in three steps: it is priced, recorded in one transaction, and then paid. */
const billTransition = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  decision: Update,
): Promise<Transitioned> => {
  const order = await orderOfTransition(deps, caller, deps.storage.of(caller.site.id), before, decision);
  const priced = await priceTransition(deps, caller, order);
  const { transitioned, collection } = await recordAndOpenPayment(deps, caller, decision, priced);
  if (collection) await payOpened(collection);
  else if (priced.collected) await collectAtOnce(deps, caller, priced.collected.uuid, decision);
  return transitioned;
};

interface PricedTransition {
  readonly order: Order;
  readonly draft: OrderDraft;
  /** The invoice that is collected as soon as it is recorded; undefined where none is. */
  readonly collected: InvoiceRecord | undefined;
}

const priceTransition = async (deps: TransitionDeps, { site, at }: Caller, order: Order): Promise<PricedTransition> => {
  // The payment of a missed period is attempted now; due work does it once the period is recorded.
  const attempt = noticedAt(site, deps.world.clock, at);
  const draft = awaitingCollection(await draftOrRefuse(deps, 'subscription', order), attempt);
  const charge = draft.charge?.invoice;
  return { order, draft, collected: charge?.attempt_next_collection_at === at ? charge : undefined };
};

/**
 * Records a transition with its invoice and, where that is collected at once, the intent of its payment. Due work makes
 * the payment if this process dies before it does.
 */
const recordAndOpenPayment = async (
  deps: TransitionDeps,
  caller: Caller,
  { what, changes, kind, moto }: Update,
  { order, draft, collected }: PricedTransition,
): Promise<{ readonly transitioned: Transitioned; readonly collection?: OpenCollection }> => {
  const account = soleAccountOf(draft, order);
  const held = order.method.stored;
  const record = async (records: Records): Promise<Transitioned> => {
    const recorded = await reserveAndRecordOrder(deps.world, caller, records, { draft, order }, { what, changes });
    return recordOutcome(records, caller, { recorded });
  };
  if (collected && held) {
    let transitioned: Transitioned = {};
    const collection = await openCollection(deps, withoutKey(caller), {
      invoice: collected,
      payer: order.payer,
      held,
      subscribed: true,
      reason: 'retried',
      initiator: initiatorOf(kind),
      moto,
      how: { numbering: true, account },
      async prepare(records) {
        transitioned = await record(records);
      },
    });
    if (collection.outcome === 'open') return { transitioned, collection };
    // No gateway can be called, and nothing is recorded yet.
  }
  return { transitioned: await recordInQueue(deps, caller, subjectOf(draft), record, account) };
};

/** Makes a payment whose intent is recorded with its invoice, unless another process has ended that intent. */
const payOpened = async (collection: OpenCollection): Promise<void> => {
  try {
    await collection.pay();
  } catch (error) {
    if (!isSimultaneous(error)) throw error;
  }
};

/**
 * Collects the invoice of a transition that was recorded without the intent of its payment: there is no payment method,
 * no gateway takes it, or the transition ends the subscription. A decline leaves it past due; due work collects it
 * where another payment of the account is under way.
 */
export const collectAtOnce = async (
  deps: TransitionDeps,
  caller: Caller,
  uuid: string,
  decision: Update,
): Promise<void> => {
  const { kind, moto = false } = decision;
  const collecting = { uuid, reason: 'retried', attempt: caller.at, initiator: initiatorOf(kind), moto };
  try {
    await collectInvoice(deps, withoutKey(caller), collecting);
  } catch (error) {
    if (!isSimultaneous(error)) throw error;
  }
};

/** Removes the key: the outcome stored under it is that of the transition, not of its payment. */
const withoutKey = ({ idempotency_key: _, ...caller }: Caller): Caller => caller;

const initiatorOf = (kind: Update['kind']) => (kind === 'change' ? ('customer' as const) : ('merchant' as const));
