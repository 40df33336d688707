import { paymentAnswered } from '../../domain/events/payment-events.ts';
import { authorizationSubject, type Intent } from '../../domain/payments/intent.ts';
import type { TransactionRecord } from '../../domain/transactions/record.ts';
import { takePayment } from '../../engine/intents/take-payment.ts';
import { type Authorized, authorizationLease, authorizedBefore } from '../../engine/orders/authorization.ts';
import { AUTHORIZATION_INTENT, type AuthorizationPayload } from '../../engine/orders/authorization-intent.ts';
import { methodToStore, missingMethod, paymentFor } from '../../engine/orders/payment-of-order.ts';
import { type PurchaseRequest, purchaseOrder } from '../../engine/orders/reading/read-purchase.ts';
import { type OrderDeps, withQueuedOrder } from '../../engine/orders/with-order.ts';
import { recordOutcome } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure } from '../../values/failure.ts';
import { awaitPurchase } from './await-purchase.ts';

/**
 * Prices a purchase and authorizes its amount, to be captured or canceled later. Stores the authorization and the
 * priced order; there is no invoice yet. A purchase with a bank's payment page instead of a payment method waits for
 * the payment there. Throws what a purchase throws, and `nothing_due`.
 */
export const authorizePurchase =
  (deps: OrderDeps) =>
  async (caller: Caller, purchase: PurchaseRequest): Promise<Authorized> => {
    if (isPaidElsewhere(purchase)) return awaitPurchase(deps)(caller, purchase);
    const before = await authorizedBefore(deps, caller);
    if (before) return before;
    return withQueuedOrder(deps, caller, purchaseOrder(deps, caller, purchase), async (draft, order) => {
      const { method, payer } = order;
      const { info } = method;
      const missing = missingMethod(draft, order);
      if (missing) return missing;
      if (!info || draft.due === 0) throw new Failure('nothing_due');
      const taken = await takePayment(deps, caller, paymentFor(draft, order, info, 'authorize'));
      if (taken.outcome === 'declined') return taken;
      const transaction = { ...taken.transaction, account_id: payer.exists ? payer.id : null };
      const payload = { draft, method: methodToStore(method, info, taken) ?? null };
      await keep(deps, caller, taken.intent, transaction, payload);
      return { outcome: 'authorized', draft, transaction };
    });
  };

/** Whether the request has a bank's payment page, and no chargeable payment method. */
const isPaidElsewhere = ({ offered }: PurchaseRequest): boolean =>
  Boolean(offered?.input.external_hpp_type && !offered.input.token_id && !offered.presented);

/**
 * Turns the intent of the gateway call into one that waits for the capture, which allows other payments of the account.
 */
const keep = (
  { storage }: OrderDeps,
  caller: Caller,
  intent: Intent,
  transaction: TransactionRecord,
  payload: AuthorizationPayload,
): Promise<object> =>
  storage.transaction(caller.site.id, async (records) => {
    if (!(await records.intents.complete(intent))) throw new Failure('simultaneous_request');
    await records.transactions.add(transaction);
    records.events.say(...paymentAnswered(transaction));
    await records.intents.open({
      ...intent,
      kind: AUTHORIZATION_INTENT.kind,
      subject: authorizationSubject(transaction.uuid),
      idempotency_key: null,
      leased_until_ms: authorizationLease(transaction.created_at),
      payload: AUTHORIZATION_INTENT.write(payload),
    });
    return recordOutcome(records, caller, { authorization: transaction.uuid });
  });
