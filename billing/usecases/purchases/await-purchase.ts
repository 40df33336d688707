import { authorizationSubject, type Intent } from '../../domain/payments/intent.ts';
import { recordInQueue } from '../../engine/intents/open-intent.ts';
import { type Authorized, authorizationLease, authorizedBefore } from '../../engine/orders/authorization.ts';
import { AUTHORIZATION_INTENT } from '../../engine/orders/authorization-intent.ts';
import { awaitedPayment } from '../../engine/orders/awaited-payment.ts';
import { subjectOf } from '../../engine/orders/drafting/order-subject.ts';
import { reserveIfUnchanged } from '../../engine/orders/drafting/reserve-if-unchanged.ts';
import { type PurchaseRequest, purchaseOrder } from '../../engine/orders/reading/read-purchase.ts';
import { type OrderDeps, withQueuedOrder } from '../../engine/orders/with-order.ts';
import { recordOutcome } from '../../engine/recording/request-outcome.ts';
import type { Caller } from '../../ports/caller.ts';
import { Failure } from '../../values/failure.ts';

/**
 * Prices a purchase that is paid on a page of the customer's bank, and stores the priced order until the merchant
 * captures it (the payment arrived) or cancels it. Calls no gateway. Throws `Invalid`, for example when the account has
 * no email address, and `nothing_due`.
 */
export const awaitPurchase =
  (deps: OrderDeps) =>
  async (caller: Caller, purchase: PurchaseRequest): Promise<Authorized> => {
    const before = await authorizedBefore(deps, caller);
    if (before) return before;
    const stored = await deps.storage.of(caller.site.id).accounts.find(purchase.account.account_code ?? '');
    const request = purchaseOrder(deps, caller, withEmail(purchase, stored?.email));
    return withQueuedOrder(deps, caller, request, async (draft, order) => {
      if (draft.due === 0) throw new Failure('nothing_due');
      const { ids } = deps.world;
      const transaction = awaitedPayment(deps.world, caller, draft, order);
      const intent: Intent = {
        id: ids.uuid(),
        kind: AUTHORIZATION_INTENT.kind,
        subject: authorizationSubject(transaction.uuid),
        gateway_key: ids.uuid(),
        gateway_code: '',
        correlation: caller.correlation,
        idempotency_key: null,
        leased_until_ms: authorizationLease(draft.at),
        reversing: false,
        reserved: null,
        payload: AUTHORIZATION_INTENT.write({ draft, method: null }),
      };
      await recordInQueue(deps, caller, subjectOf(draft), async (records) => {
        const reserved = await reserveIfUnchanged(records, draft, order);
        if (!(await records.intents.open({ ...intent, reserved }))) throw new Failure('simultaneous_request');
        await records.transactions.add(transaction);
        return recordOutcome(records, caller, { authorization: transaction.uuid });
      });
      return { outcome: 'authorized', draft, transaction };
    });
  };

/** Requires an email address for messages of the bank's page: that of the request, or else of the account. */
const withEmail = (
  { account, issues, ...request }: PurchaseRequest,
  onFile: string | null | undefined,
): PurchaseRequest => {
  const { email = onFile } = account;
  const missing = email?.trim() ? [] : [{ field: 'purchase.account.email', symbol: 'blank' } as const];
  return { ...request, account, offered: undefined, issues: [...issues, ...missing] };
};
