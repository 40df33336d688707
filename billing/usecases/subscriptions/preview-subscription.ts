import type { OrderDraft } from '../../engine/orders/drafting/draft-order.ts';
import { previewOrder } from '../../engine/orders/place-order.ts';
import { type SubscriptionRequest, subscriptionOrder } from '../../engine/orders/reading/read-subscription.ts';
import type { OrderDeps } from '../../engine/orders/with-order.ts';
import type { Caller } from '../../ports/caller.ts';

/** Prices a subscription and its first invoice, and writes nothing. Throws what creating it throws. */
export const previewSubscription =
  (deps: OrderDeps) =>
  (caller: Caller, request: SubscriptionRequest): Promise<OrderDraft> =>
    previewOrder(deps, caller, subscriptionOrder(deps, caller, request));
