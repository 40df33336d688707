import type { Millis } from '../../values/time.ts';
import type { NotificationType } from './types.ts';

/** A document that was rendered once, when its event was recorded. Every delivery and every retry sends it. */
export interface WebhookNotification {
  /** The receiver's key for de-duplication: the event's id, and another one for its legacy form. */
  readonly id: string;
  /** Null for a sample. */
  readonly event_id: string | null;
  readonly type: NotificationType;
  readonly account_id: string | null;
  readonly correlation: string | null;
  readonly body: string;
  readonly created_at_ms: Millis;
}

export const DELIVERY_STATES = ['pending', 'delivered', 'retrying', 'failed', 'paused'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States of deliveries whose last attempt failed or that wait at a paused endpoint, which an operator may retry. */
export const UNDELIVERED_STATES = ['retrying', 'failed', 'paused'] as const satisfies readonly DeliveryState[];

/** One request. Moments and durations are milliseconds. */
export interface DeliveryAttempt {
  readonly at: Millis;
  readonly milliseconds: Millis;
  /** Null: no response. */
  readonly status: number | null;
  /** Reason why there was no response in time; null with one. */
  readonly error: string | null;
  /** The beginning of the response body. */
  readonly response: string | null;
}

/** A notification on its way to one endpoint. Moments are milliseconds of the system clock. */
export interface WebhookDelivery {
  /** UUIDv7. */
  readonly id: string;
  readonly endpoint_id: string;
  readonly notification_id: string;
  /** Counts from 1 for each endpoint, in the order of the first attempts. */
  readonly sequence: number;
  readonly state: DeliveryState;
  /** Attempts made so far; `log` may hold fewer. */
  readonly attempts: number;
  /** Null unless it is pending or retrying. */
  readonly next_attempt_at_ms: Millis | null;
  readonly delivered_at_ms: Millis | null;
  readonly log: readonly DeliveryAttempt[];
}

/** A delivery with its content. */
export interface ShownDelivery extends WebhookDelivery {
  readonly notification: WebhookNotification;
}

/** Returns a delivery before its first attempt. */
export const newDelivery = (
  ids: { readonly id: string; readonly endpoint_id: string; readonly notification_id: string },
  sequence: number,
  now: Millis,
  paused: boolean,
): WebhookDelivery => ({
  ...ids,
  sequence,
  state: paused ? 'paused' : 'pending',
  attempts: 0,
  next_attempt_at_ms: paused ? null : now,
  delivered_at_ms: null,
  log: [],
});
