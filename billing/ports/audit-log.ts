import type { AuditEntry } from '../domain/audit-log/entry.ts';
import type { Seconds } from '../values/time.ts';

/** The conditions that entries of a list meet; those that are left out do not narrow it. */
export interface AuditFilter {
  /** An actor, the part of actors before the colon (`command line`), or the name of an operator. */
  readonly actor?: string | undefined;
  /** An action, or the part of actions before the dot: `site`. */
  readonly action?: string | undefined;
  /** The record that was changed. */
  readonly subject?: string | undefined;
  /** The id of the request that caused it. */
  readonly correlation?: string | undefined;
  /** The id of the account that the entry is about: the account itself, or a record of it. */
  readonly account_id?: string | undefined;
  /** The moment of the site's clock from which on entries are shown. */
  readonly from_at?: Seconds | undefined;
  /** The moment of the site's clock before which entries are shown. */
  readonly until_at?: Seconds | undefined;
  /** The id of an entry, or the beginning of one: older ones follow it. */
  readonly before?: string | undefined;
  /** The beginning of an id: older ones are left out. */
  readonly since?: string | undefined;
}

/** The audit log of a site. Entries are never changed. */
export interface AuditLogRecords {
  /** Adds an entry, with the account of its subject. */
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter, limit: number): Promise<readonly AuditEntry[]>;
  /** Counts entries, up to `most`. */
  count(filter: AuditFilter, most?: number): Promise<number>;
}
