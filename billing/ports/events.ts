import type { EventRecord } from '../events/event.ts';

export interface EventRecords {
  /** Appends events in this order, in the transaction of the changes that caused them. */
  appendAll(events: readonly EventRecord[]): Promise<void>;
  /** Events that follow a given one, or the first ones, in the order in which they were recorded. */
  after(id: string | undefined, limit: number): Promise<readonly EventRecord[]>;
}
