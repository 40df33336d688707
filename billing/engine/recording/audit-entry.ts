import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges, AuditEntry } from '../../domain/audit-log/entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { World } from '../../ports/world.ts';

/** The actor of the account pages, whose address is personal data. */
const CUSTOMER = 'customer';

/** Returns the audit log entry for an action of a caller. */
export const auditEntry = (
  { ids }: Pick<World, 'ids'>,
  caller: Caller,
  action: AuditAction,
  subject: string,
  changes: AuditChanges | null = null,
): AuditEntry => ({
  id: ids.uuid(),
  at: caller.at,
  actor: caller.actor,
  correlation: caller.correlation,
  action,
  subject,
  address: caller.actor === CUSTOMER ? null : (caller.address ?? null),
  changes,
});
