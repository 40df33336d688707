import { changesBetween } from '../../domain/audit-log/changes.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { Key } from '../../domain/sites/key.ts';

/** Returns the changes of a key for the audit log: never its value or hash. One side is missing for a new one. */
export const keyChanges = (before: Key | undefined, after: Key | undefined): AuditChanges =>
  changesBetween(before, after, ['id', 'kind', 'name', 'read_only']);
