import type { BusinessEntityRecord, EntitySettings } from '../../domain/business-entities/record.ts';
import { entityCodeIssues, entityIssues, MOST_ENTITIES } from '../../domain/business-entities/rules.ts';
import { auditEntry } from '../../engine/recording/audit-entry.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { ledgerReferenceIssues } from '../../queries/books/general-ledger.ts';
import { refuse } from '../../values/failure.ts';
import { publicId } from '../../values/public-id.ts';

const FIELD = 'site.business_entities';

/** Adds a business entity to a site. Throws `Invalid`, with `taken` for the code or a country of another one. */
export const addBusinessEntity =
  ({ storage, world }: { readonly storage: Storage; readonly world: World }) =>
  (caller: Caller, code: string, settings: EntitySettings): Promise<BusinessEntityRecord> =>
    storage.transaction(caller.site.id, async (records) => {
      const others = await records.businessEntities.all();
      refuse([
        ...entityCodeIssues(code, others),
        ...entityIssues(settings, others),
        ...(await ledgerReferenceIssues(records, 'business_entity', settings, 'default_')),
        ...(others.length < MOST_ENTITIES ? [] : [{ field: FIELD, symbol: 'too_many' as const, count: MOST_ENTITIES }]),
      ]);
      const key = world.ids.uuid();
      const added: BusinessEntityRecord = {
        ...settings,
        key,
        id: publicId(key),
        code,
        state: 'active',
        created_at: caller.at,
        updated_at: caller.at,
      };
      await records.businessEntities.add(added);
      await records.auditLog.append(auditEntry(world, caller, 'business_entity.created', code));
      return added;
    });
