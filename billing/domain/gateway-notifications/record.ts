import type { Seconds } from '../../values/time.ts';
import type { GatewayNotification } from '../payments/gateway-notification.ts';

/**
 * The outcome of a notification: `applied`, `superseded` (nothing to do: its subject had changed already), or
 * `unmatched` (about a payment or payment method that the service does not know).
 */
export type NotificationOutcome = 'applied' | 'superseded' | 'unmatched';

/** A notification as it is recorded when it arrives. */
export interface NotificationRecord {
  readonly id: string;
  readonly gateway_code: string;
  /** The gateway's id of the message. */
  readonly message_id: string;
  /** The account that it concerns; null where the service does not know it yet. */
  readonly account_id: string | null;
  readonly correlation: string;
  readonly notification: GatewayNotification;
  readonly received_at: Seconds;
  /** Time at which it is processed; null once it was. */
  readonly due_at: Seconds | null;
  /** Number of look-ups that did not find its payment or payment method. */
  readonly attempts: number;
  readonly outcome: NotificationOutcome | null;
}
