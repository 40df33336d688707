import { newChallenge, SIGN_IN } from '../../engine/operators/challenges.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import type { DemoDeps } from '../../engine/operators/operator-deps.ts';
import type { PasskeyOptions } from '../../ports/operator-proofs.ts';

/** Returns the options with which a browser asks for a passkey of the signed-in operator; undefined without one. */
export const offerPasskeyProof =
  (deps: ProofDeps & DemoDeps) =>
  async (secret: string): Promise<PasskeyOptions | undefined> => {
    const found = await findSignedIn(deps, secret);
    const allowed = found ? await deps.operators.passkeys(found.operator.id) : [];
    if (allowed.length === 0) return undefined;
    return deps.passkeys.authenticationOptions(await newChallenge(deps, SIGN_IN), allowed);
  };
