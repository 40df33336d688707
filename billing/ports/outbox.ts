import type { MessageStatus, MessageToQueue, OutboxMessage } from '../domain/outbox/message.ts';
import type { Millis, Seconds } from '../values/time.ts';

export interface MessageFilter {
  /** `undelivered`: any of `UNDELIVERED_MESSAGES`. */
  readonly status?: MessageStatus | 'undelivered';
  readonly account_id?: string;
  readonly kind?: string | undefined;
  /** A part of the address, in any case. */
  readonly recipient?: string | undefined;
}

export interface MessagePage extends MessageFilter {
  /** The id of a message, or the beginning of one: older ones follow it. */
  readonly before?: string | undefined;
  /** The beginning of an id: older ones are left out. */
  readonly since?: string | undefined;
}

export interface OutboxRecords {
  /** Queues a message; its first attempt is due at once. */
  queue(message: MessageToQueue): Promise<void>;
  queueAll(messages: readonly MessageToQueue[]): Promise<void>;
  /** Queues it unless one of the same kind and recipient was queued within `seconds` of the system clock. */
  queueOnceIn(seconds: Seconds, message: MessageToQueue): Promise<boolean>;
  /**
   * Queued messages whose next attempt is due at a moment of the system clock, in milliseconds; the longest overdue
   * first.
   */
  due(until: Millis, limit: number): Promise<readonly OutboxMessage[]>;
  /** Returns when the next attempt is due, in milliseconds of the system clock; undefined if nothing is queued. */
  nextAttempt(): Promise<number | undefined>;
  /** Records the outcome of an attempt. */
  save(message: OutboxMessage): Promise<void>;
  /** Saves a message whose next attempt is due at once. */
  requeue(message: OutboxMessage): Promise<void>;
  find(id: string): Promise<OutboxMessage | undefined>;
  /** Newest first. */
  list(page: MessagePage, limit: number): Promise<readonly OutboxMessage[]>;
  /** Counts messages, up to `most`. */
  count(filter: MessagePage, most?: number): Promise<number>;
  /** Returns how many messages were delivered to an address since a moment, at most `limit`. */
  deliveredTo(recipient: string, since: Millis, limit: number): Promise<number>;
  /** Removes messages that ended before a moment, at most so many. Returns how many it removed. */
  removeEnded(before: Millis, limit: number): Promise<number>;
}
