import { changesBetween } from '../../domain/audit-log/changes.ts';
import {
  type CustomFieldDefinitionRecord,
  DEFINITION_SETTINGS,
  type DefinitionInput,
  definitionIssues,
  definitionNameIssues,
} from '../../domain/custom-fields/definition.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { RELATED_TYPES, type RelatedType } from '../../resources/custom-field-definition.ts';
import { refuse } from '../../values/failure.ts';

/** Defines a custom field of a kind of record. Throws `Invalid`, with `taken` for a name that is in use there. */
export const defineCustomField =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (
    caller: Caller,
    related_type: RelatedType,
    name: string,
    input: DefinitionInput,
  ): Promise<CustomFieldDefinitionRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      if (!RELATED_TYPES.includes(related_type))
        refuse([{ field: 'custom_field.related_type', symbol: 'inclusion', choices: RELATED_TYPES }]);
      const isTaken = (await records.customFields.ofType(related_type)).some((one) => one.name === name);
      refuse([
        ...definitionNameIssues(name),
        ...(isTaken ? [{ field: 'custom_field.name', symbol: 'taken' } as const] : []),
        ...definitionIssues(input),
      ]);
      const { user_access = 'api_only', display_name = null, tooltip = null } = input;
      const definition: CustomFieldDefinitionRecord = {
        key: world.ids.uuid(),
        id: await records.next('custom_field_definition'),
        related_type,
        name,
        user_access,
        display_name,
        tooltip,
        created_at: caller.at,
        updated_at: caller.at,
        deleted_at: null,
      };
      await records.customFields.add(definition);
      const changes = changesBetween(undefined, definition, DEFINITION_SETTINGS);
      await records.auditLog.append(
        auditEntry(world, caller, 'custom_field.created', `${related_type}/${name}`, changes),
      );
      return definition;
    });
