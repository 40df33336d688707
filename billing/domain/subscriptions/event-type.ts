export type SubscriptionEventType =
  | 'new_subscription'
  | 'updated_subscription'
  | 'scheduled_subscription_update'
  | 'canceled_subscription'
  | 'expired_subscription'
  | 'renewed_subscription'
  | 'reactivated_account'
  | 'scheduled_subscription_pause'
  | 'subscription_pause_modified'
  | 'subscription_pause_canceled'
  | 'subscription_paused'
  | 'paused_subscription_renewal'
  | 'subscription_resumed';
