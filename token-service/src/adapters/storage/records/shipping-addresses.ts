import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { ShippingAddressRecords } from '@service/billing/ports/accounts.ts';
import { shippingAddress } from '@service/billing/resources/shipping-address.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { among } from './among.ts';

const addresses = table<ShippingAddressRecord>({
  name: 'shipping_addresses',
  key: ['key'],
  columns: [...columns({ key: 'text', account_id: 'text' }), ...resourceColumns(shippingAddress)],
});

const listed: ListedTable<ShippingAddressRecord, { readonly account_id: string }> = {
  table: addresses,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ account_id }, bind) => [`r.account_id = ${bind(account_id)}`],
};

const BY_ID = `${addresses.select} WHERE r.site_id = $1 AND r.account_id = $2 AND r.id = $3`;
const byKeys = (keys: string): string => `${addresses.select} WHERE r.site_id = $1 AND r.key IN ${keys}`;
const REMOVE = 'DELETE FROM shipping_addresses WHERE site_id = $1 AND key = $2';

export const shippingAddressRecords = (queries: Queries, siteId: string): ShippingAddressRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(accountId, id) {
    const row = await queries.get(BY_ID, [siteId, accountId, id]);
    return row && addresses.read(row);
  },
  async byKeys(keys) {
    const { sql, values } = among(keys, 2);
    return (await queries.all(byKeys(sql), [siteId, ...values])).map(addresses.read);
  },
  async add(record) {
    await queries.write(addresses.insert, addresses.values(siteId, record));
  },
  async save(record) {
    await queries.write(addresses.update, addresses.values(siteId, record));
  },
  async remove(key) {
    await queries.write(REMOVE, [siteId, key]);
  },
});
