import { mergedCustomFields } from '../../domain/custom-fields/definition.ts';
import type { ItemRecord } from '../../domain/items/record.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { itemCodeIssues, needItem } from '../../queries/catalogue/items.ts';
import { sentCustomFieldIssues } from '../../queries/settings/custom-fields.ts';
import { changes } from '../../resources/apply.ts';
import { type ItemInput, item } from '../../resources/item.ts';
import type { Submitted } from '../../resources/submitted.ts';
import { refuse } from '../../values/failure.ts';

const ITEM = { relatedType: 'item', path: 'item' } as const;

/**
 * Updates the fields of an item that the request contains, also of an inactive one. What is sold already keeps its
 * copies; coupons for the item and what sells it follow a change of its code. Throws `not_found`, `Invalid`, with
 * `taken` for the code of another item.
 */
export const updateItem =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, item_code: string, { value, issues }: Submitted<ItemInput>): Promise<ItemRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needItem(records, item_code);
      refuse([
        ...issues,
        ...(await itemCodeIssues(records, value.item_code, held)),
        ...(await sentCustomFieldIssues(records, caller.site, ITEM, value.custom_fields, held.custom_fields)),
        ...(await ledgerReferenceIssues(records, 'item', value)),
      ]);
      const custom_fields = mergedCustomFields(held.custom_fields, value.custom_fields);
      const isSame = JSON.stringify(custom_fields) === JSON.stringify(held.custom_fields);
      const sent = { ...changes(item, value), custom_fields: isSame ? held.custom_fields : custom_fields };
      const changed = Object.entries(sent).filter(([name, to]) => to !== held[name as keyof ItemRecord]);
      if (changed.length === 0) return held;
      const updated: ItemRecord = { ...held, ...Object.fromEntries(changed), updated_at: caller.at };
      await records.items.save(updated);
      if (updated.item_code !== item_code) {
        await records.coupons.renameItem(item_code, updated.item_code, caller.at);
        await records.addOns.renameItem(item_code, updated.item_code);
        await records.subscriptions.renameItem(item_code, updated.item_code);
      }
      records.events.say({ type: 'updated_item', item: updated });
      await records.auditLog.append(auditEntry(world, caller, 'item.updated', updated.item_code));
      return updated;
    });
