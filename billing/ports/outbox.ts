import type { OutboxMessage, Outgoing } from '../outbox/message.ts';

export interface OutboxRecords {
  /** Queues a message; its first attempt is due at once. */
  queue(message: Outgoing): Promise<void>;
  /** Queues it unless one of the same kind and recipient was queued within `seconds` of the system clock. */
  queueOnceIn(seconds: number, message: Outgoing): Promise<boolean>;
  /**
   * Queued messages whose next attempt is due at a moment of the system clock, in milliseconds; the longest overdue
   * first.
   */
  due(until: number, limit: number): Promise<readonly OutboxMessage[]>;
  /** Records the outcome of an attempt. */
  save(message: OutboxMessage): Promise<void>;
}
