import type { Event, EventRecord } from '../domain/events/event.ts';
import type {
  DeliveryState,
  ShownDelivery,
  WebhookDelivery,
  WebhookNotification,
} from '../domain/webhooks/delivery.ts';
import type { EndpointOwner, EndpointSecrets, WebhookEndpoint } from '../domain/webhooks/endpoint.ts';
import type { NotificationType } from '../domain/webhooks/types.ts';
import type { Millis, Seconds } from '../values/time.ts';

/** Renders an event as the document of a type: its own, or its legacy form. */
export type RenderNotification = (event: Event, type: NotificationType) => string;

/** Encrypts the secrets of endpoints with the operator's key. */
export interface EndpointCipher {
  /** Returns ciphertext in base64. Throws when the operator has set no key. */
  seal(owner: EndpointOwner, secrets: EndpointSecrets): string;
  /** Undefined when no key of the operator opens it for this owner. `isCurrent`: sealed with the key that seals now. */
  open(
    owner: EndpointOwner,
    sealed: string,
  ): { readonly secrets: EndpointSecrets; readonly isCurrent: boolean } | undefined;
}

/** Webhook endpoints of a site. Moments are milliseconds of the system clock. */
export interface WebhookEndpointRecords {
  /** Oldest first. */
  all(): Promise<readonly WebhookEndpoint[]>;
  find(id: string): Promise<WebhookEndpoint | undefined>;
  add(endpoint: WebhookEndpoint): Promise<void>;
  save(endpoint: WebhookEndpoint): Promise<void>;
  /** Removes an endpoint with its deliveries. */
  remove(id: string): Promise<void>;
  /** Returns the time since which every attempt at an endpoint has failed; null while the last one succeeded. */
  failingSince(id: string): Promise<Millis | null>;
  setFailingSince(id: string, at: Millis | null): Promise<void>;
  /** Whether an active endpoint has failed since a moment or longer, or one was paused because it failed. */
  isFailing(since: Millis): Promise<boolean>;
  /**
   * Claims an endpoint, or another subject of the sender, for one process until a moment. False while another process
   * holds it.
   */
  claim(subject: string, holder: string, until: Millis): Promise<boolean>;
  release(subject: string, holder: string): Promise<void>;
}

export interface DeliveryFilter {
  /** `undelivered`: any of `UNDELIVERED_STATES`. */
  readonly state?: DeliveryState | 'undelivered' | undefined;
  readonly endpoint_id?: string | undefined;
}

export interface DeliveryPage extends DeliveryFilter {
  /** The id of a delivery, or the beginning of one: older ones follow it. */
  readonly before?: string | undefined;
  /** The beginning of an id: older ones are left out. */
  readonly since?: string | undefined;
}

/** A notification without its document, and its deliveries to endpoints. */
export interface NotificationDeliveries {
  readonly id: string;
  readonly event_id: string | null;
  readonly type: NotificationType;
  /** Time of its event on the site's clock; where the event was deleted, the time at which it was made. */
  readonly at: Seconds;
  readonly correlation: string | null;
  readonly deliveries: readonly WebhookDelivery[];
}

/** Events that wait to be sent, and their deliveries. */
export interface WebhookDeliveryRecords {
  /** Events that no delivery was made of yet, in the order in which they were recorded. */
  waiting(limit: number): Promise<readonly EventRecord[]>;
  /** Takes events out of the queue; returns those that were still in it. */
  take(eventIds: readonly string[]): Promise<readonly string[]>;
  /** Adds notifications; one that exists stays as it is. */
  addNotifications(notifications: readonly WebhookNotification[]): Promise<void>;
  notificationsOf(eventId: string): Promise<readonly WebhookNotification[]>;
  add(deliveries: readonly WebhookDelivery[]): Promise<void>;
  save(delivery: WebhookDelivery): Promise<void>;
  find(id: string): Promise<ShownDelivery | undefined>;
  /** The delivery of a notification to an endpoint. */
  toEndpoint(endpointId: string, notificationId: string): Promise<ShownDelivery | undefined>;
  /** First attempts of an endpoint after a sequence number, in order. */
  pending(endpointId: string, after: number, limit: number): Promise<readonly ShownDelivery[]>;
  /** Retries of an endpoint that are due by a moment, the longest overdue first. */
  retries(endpointId: string, until: Millis, limit: number): Promise<readonly ShownDelivery[]>;
  /** Returns the time of an endpoint's next retry. */
  nextRetry(endpointId: string): Promise<Millis | undefined>;
  /**
   * Whether events or deliveries have been due since a moment or longer, and no process holds a lease of the site now.
   * Paused ones are not due.
   */
  isUnattended(since: Millis, now: Millis): Promise<boolean>;
  /** Pauses the pending and retrying deliveries of an endpoint. */
  pause(endpointId: string): Promise<void>;
  /** Makes the undelivered deliveries of an endpoint, retrying ones too, due at a moment; returns how many. */
  retryAll(endpointId: string, at: Millis): Promise<number>;
  /** The latest ones first. */
  list(page: DeliveryPage, limit: number): Promise<readonly ShownDelivery[]>;
  count(page: DeliveryPage, most?: number): Promise<number>;
  /** Returns notifications about an account whose ids are before one, the latest first, with their deliveries. */
  latest(accountId: string, before: string, limit: number): Promise<readonly NotificationDeliveries[]>;
  /** Samples that follow a notification, oldest first. */
  samplesAfter(id: string): Promise<readonly WebhookNotification[]>;
  /** Deletes at most `limit` deliveries and notifications from before a moment; returns how many. */
  sweep(before: Millis, limit: number): Promise<number>;
  /** Wakes the senders of every process once the transaction has committed. */
  wake(): void;
}
