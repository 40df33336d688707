import type { PurchasedSubscription } from '../resources/purchase.ts';
import type { SubscriptionInput } from '../resources/subscription.ts';

/** A requested subscription. Outside a purchase it may say when its bank account was authorized. */
export type RequestedSubscription = PurchasedSubscription &
  Partial<Pick<SubscriptionInput, 'bank_account_authorized_at'>>;
