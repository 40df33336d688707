import type { Site } from '../../resources/site.ts';
import type { Millis, Seconds } from '../../values/time.ts';

/** A message to a person, queued with the change that causes it and sent by mail afterwards. */
export interface MessageToQueue {
  readonly id: string;
  readonly kind: string;
  /** An email address, or `support`. */
  readonly recipient: string;
  /** The account that it is about. */
  readonly account_id?: string | null;
  readonly correlation: string;
  /** Time of its cause, on the site's clock. */
  readonly caused_at?: Seconds | null;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether it goes to an address in copy, and therefore has no link that signs in. */
  readonly is_copy?: boolean;
  /** Whether it tells of trouble, and is sent before what waits at its site, such as the receipts of a renewal. */
  readonly is_urgent?: boolean;
}

/**
 * `kept`: not sent, to be read in the outbox of a sandbox. `bounced`: refused by the mail server for good. `skipped`:
 * turned off, beyond a limit, or without an address. `failed`: no more attempts are made.
 */
export const MESSAGE_STATUSES = ['queued', 'delivered', 'kept', 'bounced', 'skipped', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The statuses of messages that were to be delivered, and will not be. */
export const UNDELIVERED_MESSAGES = ['failed', 'bounced'] as const satisfies readonly MessageStatus[];

/** A message of the outbox with its status. Moments are milliseconds of the system clock, except `caused_at`. */
export interface OutboxMessage extends MessageToQueue {
  readonly account_id: string | null;
  /** Null for messages about the service itself, and for those of earlier releases. */
  readonly caused_at: Seconds | null;
  readonly is_copy: boolean;
  readonly queued_at_ms: Millis;
  readonly status: MessageStatus;
  /** Attempts made so far. */
  readonly attempts: number;
  /** Null unless it is queued. */
  readonly next_attempt_at_ms: Millis | null;
  /** Time after which no attempt is made. */
  readonly give_up_at_ms: Millis;
  /** Time at which it reached a status other than `queued`. */
  readonly ended_at_ms: Millis | null;
  /** Reason why the last attempt failed, or why it was not sent. */
  readonly error: string | null;
}

/**
 * Returns the moment that a message shows as its date, in seconds: in a sandbox by the site's clock, which can be
 * ahead.
 */
export const dateOf = ({ mode }: Pick<Site, 'mode'>, { caused_at, queued_at_ms }: OutboxMessage): Seconds =>
  mode === 'sandbox' && caused_at !== null ? caused_at : Math.floor(queued_at_ms / 1000);
