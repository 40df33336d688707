/** Events and actions whose names say something else to those who do not know the API. */
const WORDS: Readonly<Record<string, string>> = {
  new_dunning_event: 'Reminder of an unpaid invoice',
  prerenewal: 'Renewal announced',
  reactivated_account: 'Subscription reactivated',
  paused_subscription_renewal: 'Subscription stays paused for another period',
  scheduled_subscription_update: 'Subscription change scheduled',
  scheduled_subscription_pause: 'Subscription pause scheduled',
  subscription_pause_modified: 'Subscription pause changed',
  subscription_pause_canceled: 'Subscription pause undone',
  billing_info_updated: 'Payment method updated',
  billing_info_update_failed: 'Payment method not updated',
  'billing_info.stored': 'Payment method stored',
  'billing_info.removed': 'Payment method removed',
  'billing_info.verified': 'Payment method checked',
  'billing_info.cvv_verified': 'Security code checked',
  updated_balance_gift_card: 'Balance of a gift card updated',
};

/** Returns `subscription.canceled` and `canceled_subscription_notification` as words. */
export const eventInWords = (what: string): string => {
  const name = what.replace(/_notification$/, '');
  const text = WORDS[name] ?? name.replaceAll(/[._]/g, ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
