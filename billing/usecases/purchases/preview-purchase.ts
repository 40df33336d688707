import type { Caller } from '../../caller.ts';
import { type PurchaseRequest, purchaseRequest } from '../../engine/orders/purchase-request.ts';
import type { Sale } from '../../engine/orders/sale.ts';
import { previewSale, type SellDeps } from '../../engine/orders/sell.ts';

/** Prices a purchase and writes nothing. Throws what creating it throws. */
export const previewPurchase =
  (deps: SellDeps) =>
  (caller: Caller, request: PurchaseRequest): Promise<Sale> =>
    previewSale(deps)(caller, purchaseRequest(request));
