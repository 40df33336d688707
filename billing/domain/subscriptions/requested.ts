import type { OfPurchase, PurchasedSubscription } from '../../resources/purchase.ts';

/** A requested subscription, without the fields of the whole purchase. */
export type RequestedSubscription = Omit<PurchasedSubscription, OfPurchase>;
