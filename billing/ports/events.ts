import type { EventRecord } from '../domain/events/event.ts';

export interface EventRecords {
  /**
   * Appends events in this order, in the transaction of the changes that caused them, and queues them for delivery if
   * the site has webhook endpoints.
   */
  appendAll(events: readonly EventRecord[]): Promise<void>;
  /** Events that follow a given one, or the first ones, in the order in which they were recorded. */
  after(id: string | undefined, limit: number): Promise<readonly EventRecord[]>;
  /** Events after an id that were recorded before a moment of the system clock, in milliseconds. */
  between(after: string, before: number, limit: number): Promise<readonly EventRecord[]>;
}
