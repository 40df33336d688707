import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import type { ItemFilter, ItemRecords } from '@service/billing/ports/items.ts';
import { type ItemState, item } from '@service/billing/resources/item.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';

const items = table<ItemRecord>({
  name: 'items',
  key: ['id'],
  columns: [...columns({ id: 'text' }), ...resourceColumns(item)],
});

const listed: ListedTable<ItemRecord, ItemFilter> = {
  table: items,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ state }, bind) => (state ? [`r.state = ${bind(state)}`] : []),
};

const BY_CODE = `${items.select} WHERE r.site_id = $1 AND r.item_code = $2`;
const BY_ID = `${items.select} WHERE r.site_id = $1 AND r.id = $2`;

const states = (codes: string): string =>
  `SELECT item_code, state FROM items WHERE site_id = $1 AND item_code IN ${codes}`;

export const itemRecords = (queries: Queries, siteId: string): ItemRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(itemCode) {
    const row = await queries.get(BY_CODE, [siteId, itemCode]);
    return row && items.read(row);
  },
  async states(itemCodes) {
    const { sql, values } = among(itemCodes, 2);
    const rows = await queries.all(states(sql), [siteId, ...values]);
    return new Map(rows.map(({ item_code, state }) => [String(item_code), state as ItemState]));
  },
  async byId(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && items.read(row);
  },
  async add(record) {
    await queries.write(items.insert, items.values(siteId, record));
  },
  async save(record) {
    await queries.write(items.update, items.values(siteId, record));
  },
});
