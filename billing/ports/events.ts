import type { EventDraft, EventRecord } from '../domain/events/event.ts';
import type { Millis } from '../values/time.ts';

export interface EventRecords {
  /**
   * Says what the transaction causes. Receivers are told once it has committed, with snapshots of the records as it
   * leaves them. Throws outside a transaction.
   */
  say(...drafts: readonly EventDraft[]): void;
  /** Ends a part of the operation: receivers are told of it before they are told of what is said from now on. */
  endPart(): void;
  /**
   * Appends events in this order, in the transaction of the changes that caused them, and queues them for delivery if
   * the site has webhook endpoints.
   */
  appendAll(events: readonly EventRecord[]): Promise<void>;
  /** Events that follow a given one, or the first ones, in the order in which they were recorded. */
  after(id: string | undefined, limit: number): Promise<readonly EventRecord[]>;
  /** Returns events of an account whose ids are before one, the latest first. */
  latest(accountId: string, before: string, limit: number): Promise<readonly EventRecord[]>;
  /** Events after an id that were recorded before a moment of the system clock, in milliseconds. */
  between(after: string, before: Millis, limit: number): Promise<readonly EventRecord[]>;
}
