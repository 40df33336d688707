import { mergedCustomFields } from '../../domain/custom-fields/definition.ts';
import type { ItemRecord } from '../../domain/items/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { itemCodeIssues } from '../../queries/catalogue/items.ts';
import { sentCustomFieldIssues } from '../../queries/settings/custom-fields.ts';
import { filled } from '../../resources/apply.ts';
import { type ItemInput, item } from '../../resources/item.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

const ITEM = { relatedType: 'item', path: 'item' } as const;

/** Creates an item. Throws `Invalid`, with `taken` for the code of another one, even if that is inactive. */
export const createItem =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, { value, issues }: Submitted<ItemInput>): Promise<ItemRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      refuse([
        ...issues,
        ...(await itemCodeIssues(records, value.item_code)),
        ...(await sentCustomFieldIssues(records, caller.site, ITEM, value.custom_fields)),
        ...(await ledgerReferenceIssues(records, 'item', value)),
      ]);
      const created: ItemRecord = {
        ...filled(item, value),
        custom_fields: mergedCustomFields([], value.custom_fields),
        id: world.ids.uuid(),
        state: 'active',
        created_at: caller.at,
        updated_at: caller.at,
        deleted_at: null,
      };
      await records.items.add(created);
      records.events.say({ type: 'new_item', item: created });
      await records.auditLog.append(auditEntry(world, caller, 'item.created', created.item_code));
      return created;
    });
