import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import type { DemoDeps } from '../../engine/operators/operator-deps.ts';
import type { OfferedAuthenticator } from '../../ports/operator-proofs.ts';

/**
 * Returns a secret for the authenticator app of the signed-in operator. Nothing is stored: the page sends `sealed`
 * back with the first code. Undefined once the session has ended, or without a fresh proof. Throws
 * `authenticator_needs_key`.
 */
export const offerAuthenticator =
  (deps: ProofDeps & DemoDeps) =>
  async (secret: string): Promise<OfferedAuthenticator | undefined> => {
    const found = await findSignedIn(deps, secret);
    return found && mayEnrol(deps, found) ? deps.authenticators.offer(found.operator) : undefined;
  };
