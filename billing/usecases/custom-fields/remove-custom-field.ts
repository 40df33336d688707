import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needDefinition } from '../../queries/settings/custom-fields.ts';
import type { RelatedType } from '../../resources/custom-field-definition.ts';

/** Removes a custom field. Records keep the values that they have. Throws `not_found`. */
export const removeCustomField =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, related_type: RelatedType, name: string): Promise<void> =>
    storage.transaction(caller.site.id, async (records) => {
      const before = await needDefinition(records, related_type, name);
      await records.customFields.save({ ...before, updated_at: caller.at, deleted_at: caller.at });
      await records.auditLog.append(auditEntry(world, caller, 'custom_field.removed', `${related_type}/${name}`));
    });
