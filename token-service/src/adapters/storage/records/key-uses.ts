import type { KeyUse } from '@service/billing/domain/sites/key.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const uses = table<KeyUse>({
  name: 'api_key_uses',
  key: ['key_id'],
  columns: columns({ key_id: 'text', used_at_ms: 'bigint', address: 'text' }),
});

const OF_SITE = `${uses.select} WHERE r.site_id = $1 ORDER BY r.key_id`;

/** The last uses of keys, apart from the keys, which are read with every request. */
export const keyUses = (queries: Queries): Pick<SiteRecords, 'keyUses' | 'keepKeyUse'> => ({
  async keyUses(siteId) {
    return (await queries.all(OF_SITE, [siteId])).map(uses.read);
  },
  async keepKeyUse(siteId, use) {
    await queries.write(uses.upsert, uses.values(siteId, use));
  },
});
