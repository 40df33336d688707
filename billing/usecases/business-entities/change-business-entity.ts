import { changesBetween } from '../../domain/audit-log/changes.ts';
import type { BusinessEntityRecord, EntitySettings } from '../../domain/business-entities/record.ts';
import { entityIssues } from '../../domain/business-entities/rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { needBusinessEntity } from '../../queries/settings/business-entities.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Changes the given settings of a business entity. Invoices that exist keep their number and their taxes. Throws
 * `not_found`, `Invalid`.
 */
export const changeBusinessEntity =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, settings: Partial<EntitySettings>): Promise<BusinessEntityRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const held = await needBusinessEntity(records, code);
      const changed: BusinessEntityRecord = { ...held, ...settings, updated_at: caller.at };
      const others = (await records.businessEntities.all()).filter(({ key }) => key !== held.key);
      refuse([
        ...entityIssues(changed, others),
        ...(await ledgerReferenceIssues(records, 'business_entity', settings, 'default_')),
      ]);
      await records.businessEntities.save(changed);
      const names = Object.keys(settings) as (keyof EntitySettings)[];
      await records.auditLog.append(
        auditEntry(world, caller, 'business_entity.updated', code, changesBetween(held, changed, names)),
      );
      return changed;
    });
