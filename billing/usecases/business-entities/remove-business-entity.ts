import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needBusinessEntity } from '../../queries/settings/business-entities.ts';

/**
 * Removes a business entity: it sells nothing from the next invoice on, and invoices that exist keep it. Throws
 * `not_found`.
 */
export const removeBusinessEntity =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needBusinessEntity(records, code);
      await records.businessEntities.save({
        ...held,
        state: 'inactive',
        is_default: false,
        updated_at: caller.at,
      });
      await records.auditLog.append(auditEntry(world, caller, 'business_entity.removed', code));
    });
