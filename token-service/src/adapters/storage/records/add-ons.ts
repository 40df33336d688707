import type { AddOnRecord } from '@service/billing/domain/plans/record.ts';
import type { AddOnRecords } from '@service/billing/ports/plans.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const addOns = table<AddOnRecord>({
  name: 'plan_add_ons',
  key: ['id'],
  columns: [...columns({ id: 'text', state: 'text', plan_id: 'text' }), ...resourceColumns(addOn)],
  computed: {
    item_state: {
      holds: 'text',
      sql: '(SELECT i.state FROM items i WHERE i.site_id = r.site_id AND i.item_code = r.item_code)',
    },
  },
});

const listed: ListedTable<AddOnRecord, { readonly plan_id: string }> = {
  table: addOns,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: ({ plan_id }, bind) => [`r.plan_id = ${bind(plan_id)}`, "r.state = 'active'"],
};

const OF_PLAN = `${addOns.select} WHERE r.site_id = $1 AND r.plan_id = $2 AND r.state = 'active'`;
const BY_CODE = `${OF_PLAN} AND r.add_on_code = $3`;
const RENAME_ITEM = 'UPDATE plan_add_ons SET item_code = $3 WHERE site_id = $1 AND item_code = $2';
const IN_ORDER = `${OF_PLAN} ORDER BY r.created_at, r.id`;

export const addOnRecords = (queries: Queries, siteId: string): AddOnRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(planId, addOnCode) {
    const row = await queries.get(BY_CODE, [siteId, planId, addOnCode]);
    return row && addOns.read(row);
  },
  async ofPlan(planId) {
    return (await queries.all(IN_ORDER, [siteId, planId])).map(addOns.read);
  },
  async renameItem(from, to) {
    await queries.write(RENAME_ITEM, [siteId, from, to]);
  },
  async add(record) {
    await queries.write(addOns.insert, addOns.values(siteId, record));
  },
  async save(record) {
    await queries.write(addOns.update, addOns.values(siteId, record));
  },
});
