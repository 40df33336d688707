import { DEMO_OWNER, isProofFresh } from '../../domain/operators/operator.ts';
import type { LocalProofDeps, OperatorDeps, SignedInOperator } from './operator-deps.ts';

/**
 * Whether a session may add or change what its operator signs in with: right after the first sign-in, and later with a
 * fresh proof. A password alone does not suffice where the operator has a second factor.
 */
export const mayEnrol = (
  { world, acceptsLocalProofs }: Pick<OperatorDeps, 'world'> & LocalProofDeps,
  { operator, session, state }: SignedInOperator,
): boolean =>
  acceptsLocalProofs &&
  operator.id !== DEMO_OWNER.id &&
  (state === 'enrolment' || (state === 'open' && isProofFresh(session, world.clock.now())));
