import type { Operator, OperatorSession } from '../../domain/operators/operator.ts';
import type { OperatorRecords, OperatorSite } from '../../ports/operators.ts';
import type { SessionState } from './operator-deps.ts';

/**
 * Returns the state of a session. The second factor is asked for where any of the operator's sites is production, also
 * in sessions from before it was.
 */
export const sessionState = async (
  operators: Pick<OperatorRecords, 'passkeys'>,
  operator: Operator,
  { second_factor }: Pick<OperatorSession, 'second_factor'>,
  sites: readonly OperatorSite[],
): Promise<SessionState> => {
  if (second_factor || sites.every(({ site }) => site.mode !== 'production')) return 'open';
  if (operator.authenticator !== null) return 'second_factor';
  return (await operators.passkeys(operator.id)).length > 0 ? 'second_factor' : 'enrolment';
};
