import type { Caller } from '../../caller.ts';
import type { Sale } from '../../engine/orders/sale.ts';
import { previewSale, type SellDeps } from '../../engine/orders/sell.ts';
import { type SubscriptionRequest, subscriptionRequest } from '../../engine/orders/subscription-request.ts';

/** Prices a subscription and its first invoice, and writes nothing. Throws what creating it throws. */
export const previewSubscription =
  (deps: SellDeps) =>
  (caller: Caller, request: SubscriptionRequest): Promise<Sale> =>
    previewSale(deps)(caller, subscriptionRequest(request));
