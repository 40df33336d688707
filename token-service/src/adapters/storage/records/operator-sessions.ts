import type { Operator, OperatorSession } from '@service/billing/domain/operators/operator.ts';
import type { OperatorRecords } from '@service/billing/ports/operators.ts';
import type { Queries } from '../database.ts';
import { columns, recordReader, table } from '../table.ts';

const sessions = table<OperatorSession>({
  name: 'operator_sessions',
  site: 'operator_id',
  key: ['hash'],
  columns: columns({
    hash: 'text',
    created_at_ms: 'bigint',
    used_at_ms: 'bigint',
    proved_at_ms: 'bigint',
    second_factor: 'boolean',
    address: 'text',
    user_agent: 'text',
  }),
  computed: { operator_id: { holds: 'text', sql: 'r.operator_id' } },
});

/** The operator of a session, read in the same statement, because each request of the console needs both. */
const owner = columns({
  id: 'text',
  email: 'text',
  password: 'text',
  authenticator: 'text',
  authenticator_step: 'bigint',
  read_only: 'boolean',
  created_at_ms: 'bigint',
  disabled_at_ms: 'bigint',
});
const readOwner = recordReader(owner.map((column) => ({ ...column, name: `owner_${column.name}` }))) as (
  row: Readonly<Record<string, unknown>>,
) => Operator;
const FIND =
  `${sessions.select.replace(' FROM ', `, ${owner.map(({ name }) => `o.${name} AS owner_${name}`).join(', ')} FROM `)} ` +
  'LEFT JOIN operators o ON o.id = r.operator_id WHERE r.hash = $1';
const ALL = `${sessions.select} WHERE r.operator_id = $1 ORDER BY r.created_at_ms DESC, r.hash`;
const KEEP_LATEST =
  'DELETE FROM operator_sessions WHERE operator_id = $1 AND hash NOT IN (SELECT hash FROM operator_sessions ' +
  'WHERE operator_id = $1 ORDER BY created_at_ms DESC, hash LIMIT $2)';
const USE = 'UPDATE operator_sessions SET used_at_ms = $2 WHERE hash = $1';
const PROVE =
  'UPDATE operator_sessions SET proved_at_ms = $2, used_at_ms = $2, second_factor = (second_factor OR $3) WHERE hash = $1';
const REMOVE = 'DELETE FROM operator_sessions WHERE hash = $1';
const REMOVE_ALL = 'DELETE FROM operator_sessions WHERE operator_id = $1';
const SWEEP = [
  'DELETE FROM operator_sessions WHERE used_at_ms < $1',
  'DELETE FROM operator_invitations WHERE valid_until_ms < $1',
  'DELETE FROM operator_challenges WHERE valid_until_ms < $1',
];

/** Sessions of the console. */
export const operatorSessionRecords = (
  queries: Queries,
): Pick<
  OperatorRecords,
  | 'findSession'
  | 'sessions'
  | 'addSession'
  | 'useSession'
  | 'proveSession'
  | 'removeSession'
  | 'removeSessions'
  | 'sweepOperators'
> => ({
  async findSession(hash) {
    const row = await queries.get(FIND, [hash]);
    return row && { session: sessions.read(row), operator: row.owner_id === null ? undefined : readOwner(row) };
  },
  sessions: async (operatorId) => (await queries.all(ALL, [operatorId])).map(sessions.read),
  async addSession(session, most) {
    await queries.run(sessions.insert, sessions.values(session.operator_id, session));
    await queries.run(KEEP_LATEST, [session.operator_id, most]);
  },
  async useSession(hash, now) {
    await queries.write(USE, [hash, now]);
  },
  async proveSession(hash, now, secondFactor) {
    await queries.run(PROVE, [hash, now, secondFactor]);
  },
  async removeSession(hash) {
    await queries.run(REMOVE, [hash]);
  },
  async removeSessions(operatorId) {
    await queries.run(REMOVE_ALL, [operatorId]);
  },
  async sweepOperators(before) {
    for (const statement of SWEEP) await queries.run(statement, [before]);
  },
});
