import type { Caller } from '../../caller.ts';
import { type PurchaseRequest, purchaseRequest } from '../../engine/orders/purchase-request.ts';
import { type SellDeps, type Sold, sell } from '../../engine/orders/sell.ts';

/**
 * Sells subscriptions and one-time charges on one invoice. Throws `Invalid`, `token_invalid`, `duplicate_subscription`, `simultaneous_request`.
 */
export const createPurchase =
  (deps: SellDeps) =>
  (caller: Caller, request: PurchaseRequest): Promise<Sold> =>
    sell(deps)(caller, purchaseRequest(request));
