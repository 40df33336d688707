import type { OfPurchase, PurchasedSubscription } from '../../resources/purchase.ts';

/** A requested subscription, without what the request says of all that it sells. */
export type RequestedSubscription = Omit<PurchasedSubscription, OfPurchase>;
