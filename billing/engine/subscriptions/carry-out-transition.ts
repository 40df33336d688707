import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { noticedAt } from '../../domain/due/missed.ts';
import type { InvoiceRecord } from '../../domain/invoices/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Payer } from '../../domain/transactions/transaction.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { needSubscription } from '../../queries/subscriptions.ts';
import { Failure } from '../../values/failure.ts';
import { collectInvoice } from '../collections/collect-invoice.ts';
import { type CollectDeps, openCollection } from '../collections/pay-invoice.ts';
import { recordInTurn } from '../intents/open-intent.ts';
import { inOrderTurn, inSubscriptionTurn, type Patience } from '../intents/turns.ts';
import { awaitingCollection } from '../orders/drafting/awaiting-collection.ts';
import { draftOrRefuse } from '../orders/drafting/draft-or-refuse.ts';
import type { OrderDraft } from '../orders/drafting/draft-order.ts';
import { refuseChanged, reserve, soleAccountOf, subjectOf } from '../orders/drafting/reserve.ts';
import { type RecordedOrder, recordOrder } from '../orders/record-order.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { earlierOutcome, recordOutcome } from '../recording/request-outcome.ts';
import { recordTransition } from '../recording/subscriptions/record-transition.ts';
import { voidUsage } from '../recording/usage/void-usage.ts';
import { type Decision, isOrder, isUpdate, makesInvoice, type Update } from './decision.ts';
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
 * the payment: a declined payment leaves the invoice past due, and due work makes an interrupted one. Throws what
 * `decide` throws, `not_found`, and `simultaneous_request` during another operation on the subscription.
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
  return inSubscriptionTurn(deps, caller, uuid, patience, async () => {
    const before = await needSubscription(records, uuid);
    const decision = await decide(before);
    if (!decision) return {};
    refuseOnHold(before, decision);
    if (!isUpdate(decision) || !isOrder(decision)) return recordWithoutInvoice(deps, caller, before, decision);
    return inOrderTurn(deps, caller, before.payer_account_code, () => invoice(deps, caller, before, decision));
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
  return recordInTurn(deps, caller, payerId, async (records) => {
    await refuseChanged(records, before);
    await recordTransition(records, before, transition, caller.at);
    if (transition.subscription && transition.voidedUsage)
      await voidUsage(records, deps.world, transition.subscription, transition.voidedUsage, caller.at);
    await records.auditLog.append(auditEntry(deps.world, caller, what, before.uuid, changes));
    return recordOutcome(records, caller, {});
  });
};

const invoice = async (
  deps: TransitionDeps,
  caller: Caller,
  before: ShownSubscription,
  decision: Update,
): Promise<Transitioned> => {
  const { storage, world } = deps;
  const order = await orderOfTransition(deps, caller, storage.of(caller.site.id), before, decision);
  // The payment of a missed period is attempted now; due work does it once the period is recorded.
  const attempt = noticedAt(caller.site, world.clock, caller.at);
  const draft = awaitingCollection(await draftOrRefuse(deps, 'subscription', order), attempt);
  const record = async (records: Records): Promise<Transitioned> => {
    await reserve(records, draft, order);
    const recorded = await recordOrder(world, caller, records, draft, {
      what: decision.what,
      changes: decision.changes,
    });
    return recordOutcome(records, caller, { recorded });
  };
  const charge = draft.charge?.invoice;
  const isCollected = charge?.attempt_next_collection_at === caller.at;
  const sole = soleAccountOf(draft, order);
  const held = order.method.stored;
  if (isCollected && held) {
    const recorded = await recordAndPay(deps, caller, decision, { charge, payer: order.payer, held, sole, record });
    if (recorded) return recorded;
  }
  const transitioned = await recordInTurn(deps, caller, subjectOf(draft), record, sole);
  if (isCollected) await collectAtOnce(deps, caller, charge.uuid, decision);
  return transitioned;
};

interface TransitionToRecord {
  readonly charge: InvoiceRecord;
  readonly payer: Payer;
  readonly held: BillingInfoRecord;
  /** The only account whose records are touched. */
  readonly sole: string | undefined;
  readonly record: (records: Records) => Promise<Transitioned>;
}

/**
 * Records a transition in the transaction that records the intent of its payment, then pays. Undefined where no gateway
 * can be called: then nothing is recorded.
 */
const recordAndPay = async (
  deps: TransitionDeps,
  caller: Caller,
  decision: Update,
  { charge, payer, held, sole, record }: TransitionToRecord,
): Promise<Transitioned | undefined> => {
  let transitioned: Transitioned | undefined;
  try {
    const opened = await openCollection(deps, withoutKey(caller), {
      invoice: charge,
      payer,
      held,
      subscribed: true,
      reason: 'retried',
      initiator: initiatorOf(decision),
      moto: decision.moto,
      how: { numbering: true, account: sole },
      async prepare(records) {
        transitioned = await record(records);
      },
    });
    if (opened.outcome === 'open') await opened.pay();
  } catch (error) {
    // Either the transition is recorded, and due work collects its invoice, or it is not, and the caller repeats it.
    const isRecorded = await deps.storage.of(caller.site.id).invoices.find(charge.uuid);
    if (!isBusy(error) || !isRecorded) throw error;
  }
  return transitioned;
};

/**
 * Collects the invoice of a transition that was recorded just now. A decline leaves it past due; due work collects it
 * where another payment of the account is under way.
 */
export const collectAtOnce = async (
  deps: TransitionDeps,
  caller: Caller,
  uuid: string,
  decision: Update,
): Promise<void> => {
  const { moto = false } = decision;
  const collecting = { uuid, reason: 'retried', attempt: caller.at, initiator: initiatorOf(decision), moto };
  try {
    await collectInvoice(deps, withoutKey(caller), collecting);
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
};

/** Removes the key: the outcome stored under it is that of the transition, not of its payment. */
const withoutKey = ({ idempotency_key: _, ...caller }: Caller): Caller => caller;

const initiatorOf = ({ kind }: Update) => (kind === 'change' ? ('customer' as const) : ('merchant' as const));

const isBusy = (error: unknown): boolean => error instanceof Failure && error.symbol === 'simultaneous_request';
