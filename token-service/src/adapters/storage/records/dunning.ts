import { ASSIGNEES, type DunningAssignment, type DunningCampaign } from '@service/billing/domain/dunning/campaign.ts';
import type { DunningRecords } from '@service/billing/ports/dunning.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const campaigns = table<DunningCampaign>({
  name: 'dunning_campaigns',
  key: ['id'],
  columns: columns({
    id: 'text',
    public_id: 'text',
    code: 'text',
    name: 'text',
    description: 'text',
    version: 'bigint',
    schedule: 'json',
    trial_schedule: 'json',
    created_at: 'bigint',
    updated_at: 'bigint',
  }),
});

const assignments = table<DunningAssignment>({
  name: 'dunning_assignments',
  key: ['assignee', 'assignee_id'],
  columns: columns({ assignee: 'text', assignee_id: 'text', campaign_id: 'text' }),
});

const ALL = `${campaigns.select} WHERE r.site_id = $1 ORDER BY r.code`;
const BY_CODE = `${campaigns.select} WHERE r.site_id = $1 AND r.code = $2`;
const BY_PUBLIC_ID = `${campaigns.select} WHERE r.site_id = $1 AND r.public_id = $2`;
const ASSIGNED =
  `${campaigns.select} JOIN dunning_assignments a ON a.site_id = r.site_id AND a.campaign_id = r.id ` +
  'WHERE r.site_id = $1 AND a.assignee = $2 AND a.assignee_id = $3';
const COUNTS =
  'SELECT assignee, count(*) AS n FROM dunning_assignments WHERE site_id = $1 AND campaign_id = $2 GROUP BY assignee';
const UNASSIGN = 'DELETE FROM dunning_assignments WHERE site_id = $1 AND assignee = $2 AND assignee_id = $3';
const UNASSIGN_ALL = 'DELETE FROM dunning_assignments WHERE site_id = $1 AND campaign_id = $2';
const REMOVE = 'DELETE FROM dunning_campaigns WHERE site_id = $1 AND id = $2';

export const dunningRecords = (queries: Queries, siteId: string): DunningRecords => {
  const one = async (sql: string, ...values: readonly string[]): Promise<DunningCampaign | undefined> => {
    const row = await queries.get(sql, [siteId, ...values]);
    return row && campaigns.read(row);
  };
  return {
    all: async () => (await queries.all(ALL, [siteId])).map(campaigns.read),
    find: (code) => one(BY_CODE, code),
    byPublicId: (publicId) => one(BY_PUBLIC_ID, publicId),
    async add(campaign) {
      await queries.write(campaigns.insert, campaigns.values(siteId, campaign));
    },
    async save(campaign) {
      await queries.write(campaigns.update, campaigns.values(siteId, campaign));
    },
    async remove(id) {
      await queries.write(UNASSIGN_ALL, [siteId, id]);
      await queries.write(REMOVE, [siteId, id]);
    },
    assigned: (assignee, id) => one(ASSIGNED, assignee, id),
    async assign(assignment) {
      await queries.write(assignments.upsert, assignments.values(siteId, assignment));
    },
    async unassign(assignee, id) {
      return (await queries.run(UNASSIGN, [siteId, assignee, id])) === 1;
    },
    async assignments(campaignId) {
      const rows = await queries.all(COUNTS, [siteId, campaignId]);
      const counted = new Map(rows.map(({ assignee, n }) => [assignee, Number(n)]));
      const [account, plan, site] = ASSIGNEES.map((assignee) => counted.get(assignee) ?? 0);
      return { account: account ?? 0, plan: plan ?? 0, site: site ?? 0 };
    },
  };
};
