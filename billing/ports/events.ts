import type { EventRecord } from '../events/event.ts';

export interface EventRecords {
  /** In this order, with the changes that caused them. */
  appendAll(events: readonly EventRecord[]): Promise<void>;
  /** Those behind an event, or the first ones, in the order they were recorded. */
  after(id: string | undefined, limit: number): Promise<readonly EventRecord[]>;
}
