import { changesBetween } from '../../domain/audit-log/changes.ts';
import {
  type CustomFieldDefinitionRecord,
  DEFINITION_SETTINGS,
  type DefinitionInput,
  definitionIssues,
} from '../../domain/custom-fields/definition.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { needDefinition } from '../../queries/settings/custom-fields.ts';
import type { RelatedType } from '../../resources/custom-field-definition.ts';
import { refuse } from '../../values/failure.ts';

/** Changes the given settings of a custom field; its name stays. Throws `not_found`, `Invalid`. */
export const changeCustomField =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    related_type: RelatedType,
    name: string,
    input: DefinitionInput,
  ): Promise<CustomFieldDefinitionRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const before = await needDefinition(records, related_type, name);
      refuse(definitionIssues(input));
      const after = { ...before, ...input, updated_at: caller.at };
      await records.customFields.save(after);
      const changes = changesBetween(before, after, DEFINITION_SETTINGS);
      await records.auditLog.append(
        auditEntry(world, caller, 'custom_field.changed', `${related_type}/${name}`, changes),
      );
      return after;
    });
