import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { Operator } from '../../domain/operators/operator.ts';
import type { Records } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import type { Site } from '../../resources/site.ts';
import { auditEntry } from '../recording/audit-entry.ts';
import { type Administrator, callerOn } from '../sites/on-site.ts';

export interface NotedChange {
  readonly by: Administrator;
  readonly operator: Pick<Operator, 'email'>;
  /** For example `operator.disabled`. */
  readonly action: AuditAction;
  readonly changes?: AuditChanges;
}

/** Appends a change of an operator to the audit log of each site concerned. */
export const noteOperator = async (
  world: Pick<World, 'clock' | 'ids'>,
  of: (siteId: string) => Pick<Records, 'auditLog'>,
  sites: readonly Site[],
  { by, operator, action, changes }: NotedChange,
): Promise<void> => {
  for (const site of sites) {
    await of(site.id).auditLog.append(
      auditEntry(
        world,
        callerOn(world, { actor: by.actor, correlation: by.correlation, address: by.address }, site),
        action,
        operator.email,
        changes,
      ),
    );
  }
};
