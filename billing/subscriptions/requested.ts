import type { PurchasedSubscription } from '../resources/purchase.ts';
import type { SubscriptionInput } from '../resources/subscription.ts';

/** A subscription as it is wished for. One that is not part of a purchase may say when its bank account was authorized. */
export type WishedSubscription = PurchasedSubscription & Partial<Pick<SubscriptionInput, 'bank_account_authorized_at'>>;
