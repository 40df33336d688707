import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { previewOrder } from '../../engine/orders/place-order.ts';
import { type PurchaseRequest, purchaseOrder } from '../../engine/orders/reading/read-purchase.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

/** Prices a purchase and writes nothing. Throws what creating it throws. */
export const previewPurchase =
  (deps: OrderDeps) =>
  (caller: Caller, request: PurchaseRequest): Promise<OrderDraft> =>
    previewOrder(deps, caller, purchaseOrder(deps, caller, request));
