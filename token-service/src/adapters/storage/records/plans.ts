import type { PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { PlanRecords } from '@service/billing/ports/plans.ts';
import { plan } from '@service/billing/resources/plan.ts';
import type { Queries } from '../database.ts';
import { countList, type ListedTable, listPage } from '../paging.ts';
import { columns, resourceColumns, table } from '../table.ts';
import { campaignOf } from './joined.ts';

const plans = table<PlanRecord>({
  name: 'plans',
  key: ['id'],
  columns: [...columns({ id: 'text', state: 'text' }), ...resourceColumns(plan)],
  computed: { dunning_campaign_id: campaignOf('plan') },
});

const listed: ListedTable<PlanRecord, Readonly<Record<never, never>>> = {
  table: plans,
  id: 'id',
  sorts: { created_at: 'created_at', updated_at: 'updated_at' },
  conditions: () => ["r.state = 'active'"],
};

const BY_CODE = `${plans.select} WHERE r.site_id = $1 AND r.plan_code = $2 AND r.state = 'active'`;

const BY_ANY_CASE = `${plans.select} WHERE r.site_id = $1 AND LOWER(r.plan_code) = $2 AND r.state = 'active'`;

const BY_ID = `${plans.select} WHERE r.site_id = $1 AND r.id = $2`;

export const planRecords = (queries: Queries, siteId: string): PlanRecords => ({
  list: (query) => listPage(queries, siteId, listed, query),
  count: (query) => countList(queries, siteId, listed, query),
  async find(planCode) {
    const row = await queries.get(BY_CODE, [siteId, planCode]);
    return row && plans.read(row);
  },
  async findAnyCase(planCode) {
    const row = await queries.get(BY_ANY_CASE, [siteId, planCode.toLowerCase()]);
    return row && plans.read(row);
  },
  async byId(id) {
    const row = await queries.get(BY_ID, [siteId, id]);
    return row && plans.read(row);
  },
  async add(record) {
    await queries.write(plans.insert, plans.values(siteId, record));
  },
  async save(record) {
    await queries.write(plans.update, plans.values(siteId, record));
  },
});
