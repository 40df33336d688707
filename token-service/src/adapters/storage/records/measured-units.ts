import type { MeasuredUnitRecord } from '@service/billing/domain/plans/record.ts';
import type { MeasuredUnitRecords } from '@service/billing/ports/plans.ts';
import { measuredUnit } from '@service/billing/resources/measured-unit.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';

const units = table<MeasuredUnitRecord>({
  name: 'measured_units',
  key: ['key'],
  columns: [...columns({ key: 'text', state: 'text' }), ...resourceColumns(measuredUnit)],
});

const listed: ListedTable<MeasuredUnitRecord, Readonly<Record<never, never>>> = {
  table: units,
  id: 'key',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: () => ["r.state = 'active'"],
};

const ACTIVE = `${units.select} WHERE r.site_id = $1 AND r.state = 'active'`;
const BY_ID = `${ACTIVE} AND r.id = $2`;
const BY_NAME = `${ACTIVE} AND r.name = $2`;
const IN_USE =
  'SELECT 1 FROM plan_add_ons a JOIN plans p ON p.site_id = a.site_id AND p.id = a.plan_id ' +
  "WHERE a.site_id = $1 AND a.measured_unit_id = $2 AND a.state = 'active' AND p.state = 'active' LIMIT 1";

export const measuredUnitRecords = (queries: Queries, siteId: string): MeasuredUnitRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && units.read(row);
  },
  async named(name) {
    const row = await queries.get(BY_NAME, [siteId, name]);
    return row && units.read(row);
  },
  async inUse(id) {
    return (await queries.get(IN_USE, [siteId, id])) !== undefined;
  },
  async add(record) {
    await queries.write(units.insert, units.values(siteId, record));
  },
  async save(record) {
    await queries.write(units.update, units.values(siteId, record));
  },
});
