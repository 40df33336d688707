import type { Assignment, Operator } from '@service/billing/domain/operators/operator.ts';
import type { Role } from '@service/billing/domain/operators/permissions.ts';
import type { OperatorRecords, OperatorSite } from '@service/billing/ports/operators.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';
import { operatorProofRecords } from './operator-proofs.ts';
import { operatorRefundRecords } from './operator-refunds.ts';
import { operatorSessionRecords } from './operator-sessions.ts';
import { siteTable } from './sites.ts';

/** Operators belong to no site: their own id is in the place of the site's. */
export const operatorTable = table<Operator>({
  name: 'operators',
  site: 'id',
  key: [],
  columns: columns({
    email: 'text',
    password: 'text',
    authenticator: 'text',
    authenticator_step: 'bigint',
    read_only: 'boolean',
    created_at_ms: 'bigint',
    disabled_at_ms: 'bigint',
  }),
  computed: { id: { holds: 'text', sql: 'r.id' } },
});

const EXISTS = 'SELECT 1 AS found FROM operators WHERE disabled_at_ms IS NULL LIMIT 1';
const ALL = `${operatorTable.select} ORDER BY r.email`;
const FIND = `${operatorTable.select} WHERE r.id = $1`;
const BY_EMAIL = `${operatorTable.select} WHERE r.email = $1`;
const TAKE_STEP =
  'UPDATE operators SET authenticator_step = $2 WHERE id = $1 AND (authenticator_step IS NULL OR authenticator_step < $2)';

const SITES =
  `${siteTable.select.replace(' FROM ', ', o.role AS operator_role FROM ')} ` +
  'JOIN operator_roles o ON o.site_id = r.id WHERE o.operator_id = $1 ORDER BY r.subdomain, o.role';
const ASSIGNMENTS = 'SELECT site_id, operator_id, role FROM operator_roles';
const ASSIGNMENTS_AT = `${ASSIGNMENTS} WHERE site_id = $1`;
const ASSIGN = 'INSERT INTO operator_roles (site_id, operator_id, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
const UNASSIGN = 'DELETE FROM operator_roles WHERE site_id = $1 AND operator_id = $2 AND role = $3';

const readAssignment = (row: Readonly<Record<string, unknown>>): Assignment => ({
  site_id: String(row.site_id),
  operator_id: String(row.operator_id),
  role: row.role as Role,
});

/** Operators with what belongs to them, inside or outside a transaction. */
export const operatorRecords = (queries: Queries): OperatorRecords => ({
  async exists() {
    return (await queries.get(EXISTS)) !== undefined;
  },
  all: async () => (await queries.all(ALL)).map(operatorTable.read),
  async find(id) {
    const row = await queries.get(FIND, [id]);
    return row && operatorTable.read(row);
  },
  async byEmail(email) {
    const row = await queries.get(BY_EMAIL, [email]);
    return row && operatorTable.read(row);
  },
  async add(operator) {
    await queries.run(operatorTable.insert, operatorTable.values(operator.id, operator));
  },
  async save(operator) {
    await queries.run(operatorTable.update, operatorTable.values(operator.id, operator));
  },
  takeStep: async (operatorId, step) => (await queries.run(TAKE_STEP, [operatorId, step])) === 1,

  async sites(operatorId) {
    const rows = await queries.all(SITES, [operatorId]);
    return [...Map.groupBy(rows, (row) => row.id).values()].map(
      (group): OperatorSite => ({
        site: siteTable.read(group[0] ?? {}),
        roles: group.map(({ operator_role }) => operator_role as Role),
      }),
    );
  },
  assignments: async (siteId) =>
    (await (siteId === undefined ? queries.all(ASSIGNMENTS) : queries.all(ASSIGNMENTS_AT, [siteId]))).map(
      readAssignment,
    ),
  async assign({ site_id, operator_id, role }) {
    await queries.run(ASSIGN, [site_id, operator_id, role]);
  },
  async unassign({ site_id, operator_id, role }) {
    await queries.run(UNASSIGN, [site_id, operator_id, role]);
  },
  ...operatorProofRecords(queries),
  ...operatorSessionRecords(queries),
  ...operatorRefundRecords(queries),
});
