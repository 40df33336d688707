import { newChallenge, registrationOf } from '../../engine/operators/challenges.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { invitedOperator } from '../../engine/operators/invited-operator.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import type { DemoDeps } from '../../engine/operators/operator-deps.ts';
import type { PasskeyOptions } from '../../ports/operator-proofs.ts';

/**
 * Returns the options with which a browser makes a passkey, for the operator of a link (`acceptInvitation`) or of a
 * session (`registerPasskey`). Undefined once either has ended, and for a session without a fresh proof.
 */
export const offerPasskey =
  (deps: ProofDeps & DemoDeps) =>
  async (of: { readonly invitation: string } | { readonly session: string }): Promise<PasskeyOptions | undefined> => {
    const { operators, passkeys } = deps;
    if ('invitation' in of) {
      const invited = await invitedOperator(deps, operators, of.invitation);
      if (!invited) return undefined;
      const challenge = await newChallenge(deps, registrationOf(invited.operator.id));
      return passkeys.registrationOptions(invited.operator, [], challenge);
    }
    const found = await findSignedIn(deps, of.session);
    if (!found || !mayEnrol(deps, found)) return undefined;
    const { operator } = found;
    const challenge = await newChallenge(deps, registrationOf(operator.id));
    return passkeys.registrationOptions(operator, await operators.passkeys(operator.id), challenge);
  };
