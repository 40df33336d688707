/** Mail to customers. */
export const CUSTOMER_MAIL = [
  'order_confirmation',
  'receipt',
  'payment_failed',
  'payment_confirmation',
  'card_expiring',
  'trial_ending',
  'renewal_ahead',
  'subscription_canceled',
  'subscription_expired',
  'refund',
  'gift_card_delivery',
  'account_link',
  'email_changed',
  'payment_method_changed',
  'payment_method_added',
  'payment_method_removed',
] as const;

/** Mail to the technical contact of a site, and to the operator's support. */
export const TECHNICAL_MAIL = [
  'private_key_changed',
  'limit_exceeded',
  'card_testing',
  'webhook_endpoint_paused',
  'dispute_opened',
  'dispute_closed',
  'refund_failed',
  'gateway_unavailable',
  'gateway_available',
] as const;

/** Mail to operators of the console. */
export const OPERATOR_MAIL = ['approval_requested', 'approval_decided'] as const;

/** Mail to operators about what needs a person, and once more when it is over. */
export const ALERT_MAIL = [
  'due_work_parked',
  'due_work_late',
  'webhook_endpoint_failing',
  'export_failed',
  'payouts_not_fetched',
  'backup_old',
  'disk_nearly_full',
  'key_ending',
  'certificate_ending',
  'clock_wrong',
  'token_store_failing',
  'secrets_unreadable',
  'worker_silent',
  'gateway_slow',
] as const;

export const MAIL_KINDS = [...CUSTOMER_MAIL, ...TECHNICAL_MAIL, ...OPERATOR_MAIL, ...ALERT_MAIL] as const;

export type CustomerMail = (typeof CUSTOMER_MAIL)[number];
export type TechnicalMail = (typeof TECHNICAL_MAIL)[number];
export type OperatorMailKind = (typeof OPERATOR_MAIL)[number];
export type AlertMailKind = (typeof ALERT_MAIL)[number];
/** The kind of a message in the outbox. A site can turn each off. */
export type MailKind = (typeof MAIL_KINDS)[number];

export const isMailKind = (kind: string): kind is MailKind => (MAIL_KINDS as readonly string[]).includes(kind);
