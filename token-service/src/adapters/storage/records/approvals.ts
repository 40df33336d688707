import type { Approval, ListedApproval } from '@service/billing/domain/approvals/approval.ts';
import type { ApprovalFilter, ApprovalRecords, Decided } from '@service/billing/ports/approvals.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const approvals = table<ListedApproval, Approval>({
  name: 'approvals',
  key: ['uuid'],
  columns: columns({
    uuid: 'text',
    kind: 'text',
    account_id: 'text',
    subject: 'text',
    form: 'json',
    amount_in_cents: 'bigint',
    currency: 'text',
    requested_by: 'text',
    requested_at: 'bigint',
    state: 'text',
    decided_by: 'text',
    decided_at: 'bigint',
    outcome: 'text',
  }),
  computed: {
    account_code: {
      holds: 'text',
      sql: '(SELECT a.account_code FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id)',
    },
  },
});

const FIND = `${approvals.select} WHERE r.site_id = $1 AND r.uuid = $2`;
const SET = 'UPDATE approvals SET state = $3, decided_by = $4, decided_at = $5, outcome = $6';
const OF = 'WHERE site_id = $1 AND uuid = $2';
const DECIDE = `${SET} ${OF} AND state = 'waiting' RETURNING uuid`;
const CONCLUDE = `${SET} ${OF}`;

const values = (siteId: string, { uuid, state, decided_by, decided_at, outcome }: Decided) => [
  siteId,
  uuid,
  state,
  decided_by,
  decided_at,
  outcome,
];

const COUNT = 'SELECT count(*) AS n FROM approvals r WHERE r.site_id = $1';

/** Returns the conditions of a filter, whose parameters begin with number `first`. */
const conditionsOf = ({ state, account_id, before }: ApprovalFilter, first: number) => {
  const all = Object.entries({ 'state =': state, 'account_id =': account_id, 'uuid <': before }).flatMap(
    ([condition, value]) => (value === undefined ? [] : [{ condition, value }]),
  );
  return {
    sql: all.map(({ condition }, place) => ` AND r.${condition} $${place + first}`).join(''),
    values: all.map(({ value }) => value),
  };
};

export const approvalRecords = (queries: Queries, siteId: string): ApprovalRecords => ({
  async add(approval) {
    await queries.write(approvals.insert, approvals.values(siteId, approval));
  },
  async find(uuid) {
    const row = await queries.get(FIND, [siteId, uuid]);
    return row && approvals.read(row);
  },
  async list(filter, limit) {
    const { sql, values } = conditionsOf(filter, 3);
    const select = `${approvals.select} WHERE r.site_id = $1${sql} ORDER BY r.uuid DESC LIMIT $2`;
    return (await queries.all(select, [siteId, limit, ...values])).map(approvals.read);
  },
  async count(filter) {
    const { sql, values } = conditionsOf(filter, 2);
    return Number((await queries.get(`${COUNT}${sql}`, [siteId, ...values]))?.n ?? 0);
  },
  decide: async (decided) => (await queries.get(DECIDE, values(siteId, decided))) !== undefined,
  async conclude(decided) {
    await queries.run(CONCLUDE, values(siteId, decided));
  },
});
