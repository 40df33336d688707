import type { Seconds } from '../../values/time.ts';
import { changesBetween } from '../audit-log/changes.ts';
import type { AuditChanges } from '../audit-log/entry.ts';
import type { JournalChart } from './chart.ts';

/** Whether a batch has a document for each movement, or adds those of a day up. */
export const JOURNAL_DETAILS = ['day', 'document'] as const;
export type JournalDetail = (typeof JOURNAL_DETAILS)[number];

/** The sum of the debits of a batch in one currency, which its credits equal. */
export interface JournalTotal {
  readonly currency: string;
  readonly debits_in_cents: number;
}

/**
 * Postings that were given to the accounting software together. It keeps whatever its files are made from, so that the
 * same batch always has the same files.
 */
export interface JournalBatch {
  /** From 1. No number is given twice: one whose batch was given up stays unused. */
  readonly number: number;
  /** `open` while its movements are gathered; `given_up` once they are for the next one. */
  readonly state: 'open' | 'made' | 'given_up';
  readonly detail: JournalDetail;
  /** The last day whose movements it takes. */
  readonly up_to: string;
  readonly time_zone: string;
  readonly chart: JournalChart;
  readonly made_at: Seconds;
  /** The actor who made it, and the operation that did. */
  readonly made_by: string;
  readonly correlation: string;
  readonly movements: number;
  /** The days of its first and its last movement; null while it is open. */
  readonly first_day: string | null;
  readonly last_day: string | null;
  readonly totals: readonly JournalTotal[];
}

/** Returns what the audit log has of a batch that was made (nothing before) or given up (nothing after). */
export const journalBatchChanges = (before: JournalBatch | undefined, after: JournalBatch | undefined): AuditChanges =>
  changesBetween(before, after, ['number', 'up_to', 'detail', 'movements']);
