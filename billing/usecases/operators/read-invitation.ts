import { invitedOperator } from '../../engine/operators/invited-operator.ts';
import type { LocalProofDeps, OperatorDeps } from '../../engine/operators/operator-deps.ts';
import type { Millis } from '../../values/time.ts';

/**
 * Returns for whom a link is, so that its page can greet them; undefined once it has been used, replaced, or is older
 * than 72 hours. Reading does not use it: mail programs follow links.
 */
export const readInvitation =
  (deps: OperatorDeps & LocalProofDeps) =>
  async (secret: string): Promise<{ readonly email: string; readonly valid_until_ms: Millis } | undefined> => {
    const found = await invitedOperator(deps, deps.operators, secret);
    return found && { email: found.operator.email, valid_until_ms: found.invitation.valid_until_ms };
  };
