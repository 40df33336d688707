import {
  actorOf,
  DEMO_OWNER,
  LONGEST_OPERATOR_SESSION_MS,
  MOST_DEMO_SESSIONS,
  MOST_OPERATOR_SESSIONS,
  type Operator,
} from '../../domain/operators/operator.ts';
import type { OperatorRecords, OperatorSite } from '../../ports/operators.ts';
import type { Records } from '../../ports/storage.ts';
import { noteOperator } from './note-operator.ts';
import type { OperatorClient, OperatorDeps, SessionState } from './operator-deps.ts';
import { sessionState } from './session-state.ts';

/** A session that has begun. */
export interface OpenedOperatorSession {
  /** The secret that the browser holds. It is stored as a hash only. */
  readonly secret: string;
  readonly state: SessionState;
}

interface SessionStart {
  readonly operators: OperatorRecords;
  readonly of: (siteId: string) => Pick<Records, 'auditLog'>;
  readonly sites: readonly OperatorSite[];
  readonly client: OperatorClient;
  /** Whether a second factor was proved, or a passkey, which is two factors. */
  readonly second_factor: boolean;
}

/** The characters of a secret: 256 bits. */
const SECRET_LENGTH = 43;
const LONGEST_USER_AGENT = 300;

/** Begins a session within a transaction. One that still needs a second factor is not in the audit log yet. */
export const beginOperatorSession = async (
  { world, digest }: Pick<OperatorDeps, 'world' | 'digest'>,
  operator: Operator,
  { operators, of, sites, client, second_factor }: SessionStart,
): Promise<OpenedOperatorSession> => {
  const now = world.clock.now();
  const secret = world.ids.secret(SECRET_LENGTH);
  const session = {
    hash: digest(secret),
    operator_id: operator.id,
    created_at_ms: now,
    used_at_ms: now,
    proved_at_ms: now,
    second_factor,
    address: client.address,
    user_agent: client.user_agent.slice(0, LONGEST_USER_AGENT),
  };
  await operators.sweepOperators(now - LONGEST_OPERATOR_SESSION_MS);
  await operators.addSession(session, operator.id === DEMO_OWNER.id ? MOST_DEMO_SESSIONS : MOST_OPERATOR_SESSIONS);
  const state = await sessionState(operators, operator, session, sites);
  if (state === 'open') await noteSignIn({ world }, operator, { of, sites, client });
  return { secret, state };
};

/** Appends a sign-in to the audit log of each site of the operator. */
export const noteSignIn = (
  { world }: Pick<OperatorDeps, 'world'>,
  operator: Operator,
  { of, sites, client }: Pick<SessionStart, 'of' | 'sites' | 'client'>,
): Promise<void> =>
  noteOperator(
    world,
    of,
    sites.map(({ site }) => site),
    {
      by: { actor: actorOf(operator), correlation: client.correlation, address: client.address },
      operator,
      action: 'operator.signed_in',
    },
  );
