import { addsMethod } from '../../domain/billing-info/wallet.ts';
import type { Declined } from '../../domain/transactions/declined.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Records } from '../../ports/storage.ts';
import { prepareBillingInfo } from '../accounts/prepare-billing-info.ts';
import { recordInQueue } from '../intents/open-intent.ts';
import { recordTaken } from '../intents/record-taken.ts';
import { takePayment } from '../intents/take-payment.ts';
import { storeMethod } from '../recording/billing-info/store-method.ts';
import { earlierOutcome, recordOutcome } from '../recording/request-outcome.ts';
import type { OrderDraft } from './drafting/draft-order.ts';
import { isAutomatic, type Order } from './drafting/order.ts';
import { soleAccountOf, subjectOf } from './drafting/order-subject.ts';
import { changedMethod, changesCard, methodToStore, missingMethod, paymentFor } from './payment-of-order.ts';
import type { OrderRequest } from './reading/request.ts';
import { type OrderPayment, type RecordedOrder, recordOrder, reserveAndRecordOrder } from './record-order.ts';
import { type OrderDeps, withOrder, withQueuedOrder } from './with-order.ts';

export type PlacedOrder = { readonly outcome: 'placed'; readonly recorded: RecordedOrder } | Declined;

/**
 * Places an order: reads and prices the request, collects what credit does not cover, and records all of it. A decline
 * creates nothing except its transaction. A repeated request with the same `Idempotency-Key` gets the outcome of the
 * first, placed or declined. Throws `Invalid`, `token_invalid`, `simultaneous_request`, `duplicate_subscription`.
 */
export const placeOrder = async (deps: OrderDeps, caller: Caller, request: OrderRequest): Promise<PlacedOrder> => {
  const before = await earlierOutcome<RecordedOrder>(deps.storage.of(caller.site.id), caller);
  if (before) return before.outcome === 'declined' ? before : { outcome: 'placed', recorded: before.value };
  return withQueuedOrder(deps, caller, request, async (draft, order) => {
    const missing = missingMethod(draft, order);
    if (missing) return missing;
    const place = draft.due > 0 && isAutomatic(order) ? placeWithPayment : placeWithoutPayment;
    return place(deps, caller, request, draft, order);
  });
};

/**
 * Reads and prices a request. Holds a token for a moment, and writes nothing. Throws `Invalid`, `token_invalid`,
 * `duplicate_subscription`.
 */
export const previewOrder = (deps: OrderDeps, caller: Caller, request: OrderRequest): Promise<OrderDraft> =>
  withOrder(deps, caller, request, async (draft) => draft);

/**
 * Places an order without a payment, because nothing is due or the invoice is paid later: in one transaction, after the
 * gateway has verified a new payment method.
 */
const placeWithoutPayment = async (
  deps: OrderDeps,
  caller: Caller,
  { path, what, changes }: OrderRequest,
  draft: OrderDraft,
  order: Order,
): Promise<PlacedOrder> => {
  const { account, method } = order;
  const { offered, presented, stored, confirmed } = method;
  const verified =
    offered && (presented || offered.vaulted || confirmed?.action.presented || changesCard(method))
      ? await prepareBillingInfo(deps, caller, {
          account: account.existing,
          payer: order.payer,
          held: addsMethod(offered.input) ? undefined : stored,
          adds: addsMethod(offered.input),
          currency: order.currency,
          offered: presented ? { ...offered, presented } : offered,
          path: `${path}.account.billing_info`,
          issues: [],
        })
      : undefined;
  if (verified?.outcome === 'declined') return verified;
  const record = async (records: Records, saveMethod?: OrderPayment['saveMethod']): Promise<RecordedOrder> => {
    const payment = { saveMethod, what, changes };
    const recorded = await reserveAndRecordOrder(deps.world, caller, records, { draft, order }, payment);
    return recordOutcome(records, caller, recorded);
  };
  const changed = changedMethod(order.method);
  // The intent of the verification blocks other payments of the account until the order is recorded.
  const recorded = verified
    ? await verified.record(record)
    : await recordInQueue(
        deps,
        caller,
        subjectOf(draft),
        (records) =>
          record(records, changed && ((inside, account) => storeMethod(deps.world, inside, account, draft, changed))),
        soleAccountOf(draft, order),
      );
  return { outcome: 'placed', recorded };
};

const placeWithPayment = async (
  deps: OrderDeps,
  caller: Caller,
  { what, changes }: OrderRequest,
  draft: OrderDraft,
  order: Order,
): Promise<PlacedOrder> => {
  const { method } = order;
  const { info } = method;
  if (!info) return { outcome: 'declined', error_code: 'no_billing_information' };
  const taken = await takePayment(deps, caller, paymentFor(draft, order, info, 'purchase'));
  if (taken.outcome === 'declined') return taken;
  const { transaction, intent } = taken;
  const toStore = methodToStore(method, info, taken);
  const saveMethod: OrderPayment['saveMethod'] =
    toStore && ((inside, account) => storeMethod(deps.world, inside, account, draft, toStore));
  const payment = { transaction, saveMethod, what, changes };
  const recorded = await recordTaken(deps, caller, intent, {
    record: async (records) =>
      recordOutcome(records, caller, await recordOrder(deps.world, caller, records, draft, payment)),
    account: soleAccountOf(draft, order),
  });
  return { outcome: 'placed', recorded };
};
