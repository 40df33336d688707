import type { AuditEntry } from '../domain/audit-log/entry.ts';

/** The conditions that entries of a list meet; those that are left out do not narrow it. */
export interface AuditFilter {
  /** An actor, the part of actors before the colon (`command line`), or the name of an operator. */
  readonly actor?: string | undefined;
  /** An action, or the part of actions before the dot: `site`. */
  readonly action?: string | undefined;
  /** The record that was changed. */
  readonly subject?: string | undefined;
  /** The id of the request or command that caused the change. */
  readonly correlation?: string | undefined;
  /** The id of an entry, or the beginning of one: older ones follow it. */
  readonly before?: string | undefined;
  /** The beginning of an id: older ones are left out. */
  readonly since?: string | undefined;
}

/** The audit log of a site. Entries are never changed. */
export interface AuditLogRecords {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: AuditFilter, limit: number): Promise<readonly AuditEntry[]>;
  count(filter: AuditFilter): Promise<number>;
}
