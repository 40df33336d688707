import { type PlacedOrder, placeOrder } from '../../engine/orders/place-order.ts';
import { type PurchaseRequest, purchaseOrder } from '../../engine/orders/reading/read-purchase.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

/**
 * Sells subscriptions and one-time charges on one invoice. Throws `Invalid`, `token_invalid`, `duplicate_subscription`,
 * `simultaneous_request`.
 */
export const createPurchase =
  (deps: OrderDeps) =>
  (caller: Caller, request: PurchaseRequest): Promise<PlacedOrder> =>
    placeOrder(deps, caller, purchaseOrder(deps, caller, request));
