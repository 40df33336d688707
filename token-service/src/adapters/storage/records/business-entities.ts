import type { BusinessEntityRecord } from '@service/billing/domain/business-entities/record.ts';
import type { BusinessEntityRecords } from '@service/billing/ports/business-entities.ts';
import { businessEntity } from '@service/billing/resources/business-entity.ts';
import type { Queries } from '../database.ts';
import { columns, resourceColumns, table } from '../table.ts';

const entities = table<BusinessEntityRecord>({
  name: 'business_entities',
  key: ['key'],
  columns: [
    ...columns({ key: 'text', state: 'text', is_default: 'boolean', invoice_number_prefix: 'text' }),
    ...columns({ customer_notes: 'text', terms_and_conditions: 'text', vat_reverse_charge_notes: 'text' }),
    ...columns({ mail_from: 'text' }),
    ...resourceColumns(businessEntity),
  ],
});

const ALL = `${entities.select} WHERE r.site_id = $1 AND r.state = 'active' ORDER BY r.created_at, r.key`;
const BY_ID = `${entities.select} WHERE r.site_id = $1 AND r.id = $2`;

export const businessEntityRecords = (queries: Queries, siteId: string): BusinessEntityRecords => ({
  async all() {
    return (await queries.all(ALL, [siteId])).map(entities.read);
  },
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && entities.read(row);
  },
  async add(record) {
    await queries.write(entities.insert, entities.values(siteId, record));
  },
  async save(record) {
    await queries.write(entities.update, entities.values(siteId, record));
  },
});
