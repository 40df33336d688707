import type { Invitation, Operator } from '../../domain/operators/operator.ts';
import type { OperatorRecords } from '../../ports/operators.ts';
import type { LocalProofDeps, OperatorDeps } from './operator-deps.ts';

/** Returns the operator of a link; undefined once it has been used, replaced, or is older than 72 hours. */
export const invitedOperator = async (
  { world, digest, acceptsLocalProofs }: Pick<OperatorDeps, 'world' | 'digest'> & LocalProofDeps,
  operators: Pick<OperatorRecords, 'findInvitation' | 'find'>,
  secret: string,
): Promise<{ readonly operator: Operator; readonly invitation: Invitation } | undefined> => {
  if (!acceptsLocalProofs) return undefined;
  const invitation = await operators.findInvitation(digest(secret));
  if (!invitation || world.clock.now() >= invitation.valid_until_ms) return undefined;
  const operator = await operators.find(invitation.operator_id);
  return operator && operator.disabled_at_ms === null ? { operator, invitation } : undefined;
};
