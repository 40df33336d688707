import type { Caller } from '../../caller.ts';
import { type Authorized, authorizationLease, authorizedBefore } from '../../engine/orders/authorization.ts';
import { type PurchaseRequest, purchaseRequest } from '../../engine/orders/purchase-request.ts';
import { forAccount, keptMethod, missingMethod, payingFor, type SellDeps } from '../../engine/orders/sell.ts';
import { recordOutcome } from '../../engine/payments/answered-once.ts';
import { type PayloadOf, payloadOf } from '../../engine/payments/intent-payload.ts';
import { keptUnder } from '../../engine/payments/reverse-abandoned.ts';
import { takePayment } from '../../engine/payments/take-payment.ts';
import { Failure } from '../../failure.ts';
import type { Intent } from '../../payments/intent.ts';
import type { TransactionRecord } from '../../transactions/record.ts';
import { awaitPurchase } from './await-purchase.ts';

/**
 * Prices a purchase and authorizes its amount, to be captured or canceled later. Stores the authorization and the priced order; there is no invoice yet. A
 * purchase that names the payment page of a bank instead of a payment method waits for that page. Throws what a purchase throws, and `nothing_due`.
 */
export const authorizePurchase =
  (deps: SellDeps) =>
  async (caller: Caller, purchase: PurchaseRequest): Promise<Authorized> => {
    if (isPaidElsewhere(purchase)) return awaitPurchase(deps)(caller, purchase);
    const before = await authorizedBefore(deps, caller);
    if (before) return before;
    const request = purchaseRequest(purchase);
    return forAccount(deps, caller, request, async (sale, ground) => {
      const { info } = ground.method;
      const missing = missingMethod(sale, request, ground.method);
      if (missing) return missing;
      if (!info || sale.due === 0) throw new Failure('nothing_due');
      const taken = await takePayment(deps)(caller, payingFor(sale, request, { ...ground, info }, 'authorize'));
      if (taken.outcome === 'declined') return taken;
      const transaction = { ...taken.transaction, account_id: ground.existing?.id ?? null };
      await keep(deps, caller, taken.intent, transaction, {
        sale,
        method: keptMethod(ground.method, info, taken) ?? null,
      });
      return { outcome: 'authorized', sale, transaction };
    });
  };

/** The payment page of a bank is named, and nothing that could be charged. */
const isPaidElsewhere = ({ offered }: PurchaseRequest): boolean =>
  Boolean(offered?.input.external_hpp_type && !offered.input.token_id && !offered.presented);

/** Turns the intent of the gateway call into one that waits for the capture, and frees the account for other payments. */
const keep = (
  { storage }: SellDeps,
  caller: Caller,
  intent: Intent,
  transaction: TransactionRecord,
  kept: PayloadOf<'authorization'>,
): Promise<object> =>
  storage.transaction(caller.site.id, async (records) => {
    if (!(await records.intents.find(intent.id))) throw new Failure('simultaneous_request');
    await records.transactions.add(transaction);
    await records.intents.save({
      ...intent,
      kind: 'authorization',
      subject: keptUnder(transaction.uuid),
      leased_until: authorizationLease(transaction.created_at),
      payload: payloadOf('authorization', kept),
    });
    return recordOutcome(records, caller, { authorization: transaction.uuid });
  });
