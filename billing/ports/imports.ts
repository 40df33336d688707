import type { ShownSubscription } from '../domain/subscriptions/record.ts';
import type { Seconds } from '../values/time.ts';

/** Imported records that are not started yet, of one currency. */
export interface HeldTotal {
  readonly currency: string;
  readonly subscriptions: number;
  readonly invoices: number;
  /** Cents that the invoices are owed. */
  readonly owed_in_cents: number;
  /** Invoices among them whose due date is before the given moment. */
  readonly due_invoices: number;
  readonly due_in_cents: number;
}

/** Records that were imported and are on hold, so that no due work is done for them. */
export interface ImportRecords {
  /** Adds up what is on hold, and what of it is due before a moment, in the order of currencies. */
  held(at: Seconds): Promise<readonly HeldTotal[]>;
  /** Subscriptions on hold, in the order of their ids, after one of them. */
  heldSubscriptions(after: string | undefined, limit: number): Promise<readonly ShownSubscription[]>;
  /**
   * Ends the hold of everything that was imported. No invoice is collected before this moment. Returns how many
   * subscriptions and invoices it was.
   */
  release(at: Seconds): Promise<{ readonly subscriptions: number; readonly invoices: number }>;
}
