import type { ShippingMethodRecord } from '@service/billing/domain/shipping/shipping-method.ts';
import type { ShippingMethodRecords } from '@service/billing/ports/shipping-methods.ts';
import { shippingMethod } from '@service/billing/resources/shipping-method.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const methods = table<ShippingMethodRecord>({
  name: 'shipping_methods',
  key: ['id'],
  columns: [...columns({ id: 'text' }), ...resourceColumns(shippingMethod)],
});

const listed: ListedTable<ShippingMethodRecord, Readonly<Record<never, never>>> = {
  table: methods,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: () => [],
};

const BY_CODE = `${methods.select} WHERE r.site_id = $1 AND r.code = $2`;
const REMOVE = 'DELETE FROM shipping_methods WHERE site_id = $1 AND id = $2';

export const shippingMethodRecords = (queries: Queries, siteId: string): ShippingMethodRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(code) {
    const row = await queries.get(BY_CODE, [siteId, code]);
    return row && methods.read(row);
  },
  async add(record) {
    await queries.write(methods.insert, methods.values(siteId, record));
  },
  async save(record) {
    await queries.write(methods.update, methods.values(siteId, record));
  },
  async remove(id) {
    await queries.write(REMOVE, [siteId, id]);
  },
});
