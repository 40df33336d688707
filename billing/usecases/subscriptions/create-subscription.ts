import { type PlacedOrder, placeOrder } from '../../engine/orders/place-order.ts';
import { type SubscriptionRequest, subscriptionOrder } from '../../engine/orders/reading/read-subscription.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

/** Sells one subscription. Throws `Invalid`, `token_invalid`, `duplicate_subscription`, `simultaneous_request`. */
export const createSubscription =
  (deps: OrderDeps) =>
  (caller: Caller, request: SubscriptionRequest): Promise<PlacedOrder> =>
    placeOrder(deps, caller, subscriptionOrder(deps, caller, request));
