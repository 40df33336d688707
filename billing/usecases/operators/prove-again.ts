import { DEMO_OWNER } from '../../domain/operators/operator.ts';
import { noteSignIn } from '../../engine/operators/begin-operator-session.ts';
import {
  checkProof,
  type IdentityProof,
  type ProofDeps,
  type ProofOutcome,
} from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { noteFailedSignIn } from '../../engine/operators/note-failed-sign-in.ts';
import type { DemoDeps, OperatorClient } from '../../engine/operators/operator-deps.ts';

/**
 * Records a proof of identity in a session: the second factor after a password, or a fresh proof for a dangerous
 * action, which counts for five minutes. The demo owner proves it by signing in again. Returns undefined once the
 * session has ended. Throws `authenticator_unreadable`.
 */
export const proveAgain =
  (deps: ProofDeps & DemoDeps) =>
  async (secret: string, proof: IdentityProof, client: OperatorClient): Promise<ProofOutcome | undefined> => {
    const found = await findSignedIn(deps, secret);
    if (!found) return undefined;
    const { operator, session, sites, state } = found;
    if (operator.id === DEMO_OWNER.id) return { outcome: 'refused' };
    const checked = await checkProof(deps, operator, proof, client);
    if (checked.outcome === 'refused' && deps.acceptsLocalProofs) {
      await noteFailedSignIn(deps, operator, proof.kind, client);
    }
    if (checked.outcome !== 'proved') return checked;
    await deps.operators.changeOperators(async (inside, of) => {
      await inside.proveSession(session.hash, deps.world.clock.now(), proof.kind !== 'password');
      if (state !== 'open' && proof.kind !== 'password') await noteSignIn(deps, operator, { of, sites, client });
    });
    return checked;
  };
