import type { Caller } from '../../caller.ts';
import { type SellDeps, type Sold, sell } from '../../engine/orders/sell.ts';
import { type SubscriptionRequest, subscriptionRequest } from '../../engine/orders/subscription-request.ts';

/** Sells one subscription. Throws `Invalid`, `token_invalid`, `duplicate_subscription`, `simultaneous_request`. */
export const createSubscription =
  (deps: SellDeps) =>
  (caller: Caller, request: SubscriptionRequest): Promise<Sold> =>
    sell(deps)(caller, subscriptionRequest(request));
