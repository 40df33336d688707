import type { CustomFieldDefinitionRecord } from '@service/billing/domain/custom-fields/definition.ts';
import type { CustomFieldFilter, CustomFieldRecords } from '@service/billing/ports/custom-fields.ts';
import { customFieldDefinition } from '@service/billing/resources/custom-field-definition.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const definitions = table<CustomFieldDefinitionRecord>({
  name: 'custom_field_definitions',
  key: ['key'],
  columns: [...columns({ key: 'text' }), ...resourceColumns(customFieldDefinition)],
});

const listed: ListedTable<CustomFieldDefinitionRecord, CustomFieldFilter> = {
  table: definitions,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ related_type }, bind) => [
    'r.deleted_at IS NULL',
    ...(related_type ? [`r.related_type = ${bind(related_type)}`] : []),
  ],
};

const BY_ID = `${definitions.select} WHERE r.site_id = $1 AND r.id = $2`;
const OF_TYPE = `${definitions.select} WHERE r.site_id = $1 AND r.related_type = $2 AND r.deleted_at IS NULL ORDER BY r.name`;

export const customFieldRecords = (queries: Queries, siteId: string): CustomFieldRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && definitions.read(row);
  },
  async ofType(relatedType) {
    return (await queries.all(OF_TYPE, [siteId, relatedType])).map(definitions.read);
  },
  async add(record) {
    await queries.write(definitions.insert, definitions.values(siteId, record));
  },
  async save(record) {
    await queries.write(definitions.update, definitions.values(siteId, record));
  },
});
