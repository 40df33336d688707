import { isOperatorUseDue } from '../../domain/operators/operator.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import type { DemoDeps, OperatorDeps, SignedInOperator } from '../../engine/operators/operator-deps.ts';

/**
 * Returns the operator of a session and counts the use, at most once a minute; undefined once it has ended: after half
 * an hour without a request, after twelve hours, by signing out, or because the operator was disabled.
 */
export const continueOperatorSession =
  (deps: OperatorDeps & DemoDeps) =>
  async (secret: string): Promise<SignedInOperator | undefined> => {
    const found = await findSignedIn(deps, secret);
    const now = deps.world.clock.now();
    if (found && isOperatorUseDue(found.session, now)) await deps.operators.useSession(found.session.hash, now);
    return found;
  };
