import type { Invitation, Passkey } from '@service/billing/domain/operators/operator.ts';
import type { OperatorRecords } from '@service/billing/ports/operators.ts';
import type { Queries } from '../database.ts';
import { columns, table } from '../table.ts';

const passkeys = table<Passkey>({
  name: 'operator_passkeys',
  site: 'operator_id',
  key: ['id'],
  columns: columns({
    id: 'text',
    public_key: 'text',
    counter: 'bigint',
    transports: 'json',
    name: 'text',
    created_at_ms: 'bigint',
    used_at_ms: 'bigint',
  }),
  computed: { operator_id: { holds: 'text', sql: 'r.operator_id' } },
});

const PASSKEYS = `${passkeys.select} WHERE r.operator_id = $1 ORDER BY r.created_at_ms, r.id`;
const FIND_PASSKEY = `${passkeys.select} WHERE r.id = $1`;
const USE_PASSKEY =
  'UPDATE operator_passkeys SET counter = $2, used_at_ms = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))';
const REMOVE_PASSKEY = 'DELETE FROM operator_passkeys WHERE operator_id = $1 AND id = $2';

/** Challenges that are kept. */
const MOST_CHALLENGES = 10_000;
const ADD_CHALLENGE = 'INSERT INTO operator_challenges (hash, purpose, valid_until_ms) VALUES ($1, $2, $3)';
const KEEP_CHALLENGES =
  'DELETE FROM operator_challenges WHERE hash IN ' +
  `(SELECT hash FROM operator_challenges ORDER BY valid_until_ms DESC, hash LIMIT 1000 OFFSET ${MOST_CHALLENGES})`;
const TAKE_CHALLENGE = 'DELETE FROM operator_challenges WHERE hash = $1 AND purpose = $2 AND valid_until_ms > $3';

const invitations = table<Invitation>({
  name: 'operator_invitations',
  site: 'operator_id',
  key: [],
  columns: columns({ hash: 'text', valid_until_ms: 'bigint' }),
  computed: { operator_id: { holds: 'text', sql: 'r.operator_id' } },
});

const FIND_INVITATION = `${invitations.select} WHERE r.hash = $1`;
const INVITED = 'SELECT operator_id FROM operator_invitations WHERE valid_until_ms > $1';
const USE_INVITATION = 'DELETE FROM operator_invitations WHERE hash = $1';
const REMOVE_INVITATION = 'DELETE FROM operator_invitations WHERE operator_id = $1';

/** Passkeys, their challenges, and invitations. */
export const operatorProofRecords = (
  queries: Queries,
): Pick<
  OperatorRecords,
  | 'passkeys'
  | 'findPasskey'
  | 'addPasskey'
  | 'usePasskey'
  | 'removePasskey'
  | 'addChallenge'
  | 'takeChallenge'
  | 'invite'
  | 'findInvitation'
  | 'invited'
  | 'useInvitation'
  | 'removeInvitation'
> => ({
  passkeys: async (operatorId) => (await queries.all(PASSKEYS, [operatorId])).map(passkeys.read),
  async findPasskey(id) {
    const row = await queries.get(FIND_PASSKEY, [id]);
    return row && passkeys.read(row);
  },
  async addPasskey(passkey) {
    await queries.run(passkeys.insert, passkeys.values(passkey.operator_id, passkey));
  },
  usePasskey: async (id, counter, now) => (await queries.run(USE_PASSKEY, [id, counter, now])) === 1,
  async removePasskey(operatorId, id) {
    await queries.run(REMOVE_PASSKEY, [operatorId, id]);
  },
  async addChallenge({ hash, purpose, valid_until_ms }) {
    await queries.run(ADD_CHALLENGE, [hash, purpose, valid_until_ms]);
    await queries.run(KEEP_CHALLENGES);
  },
  takeChallenge: async (hash, purpose, now) => (await queries.run(TAKE_CHALLENGE, [hash, purpose, now])) === 1,
  async invite(invitation) {
    await queries.run(invitations.upsert, invitations.values(invitation.operator_id, invitation));
  },
  async findInvitation(hash) {
    const row = await queries.get(FIND_INVITATION, [hash]);
    return row && invitations.read(row);
  },
  invited: async (now) => (await queries.all(INVITED, [now])).map(({ operator_id }) => String(operator_id)),
  useInvitation: async (hash) => (await queries.run(USE_INVITATION, [hash])) === 1,
  async removeInvitation(operatorId) {
    await queries.run(REMOVE_INVITATION, [operatorId]);
  },
});
