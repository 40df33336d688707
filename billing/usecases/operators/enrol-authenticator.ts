import { actorOf } from '../../domain/operators/operator.ts';
import { noteSignIn } from '../../engine/operators/begin-operator-session.ts';
import { type ProofDeps, withinSignInLimits } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { DemoDeps, OperatorClient } from '../../engine/operators/operator-deps.ts';
import type { Seconds } from '../../values/time.ts';

/** `ended`: the session has ended, or has no fresh proof. */
export type EnrolOutcome =
  | { readonly outcome: 'enrolled' | 'refused' | 'ended' }
  | { readonly outcome: 'locked'; readonly retry_after: Seconds };

/**
 * Sets up the authenticator app that shows the right code for an offered secret, in place of another one. The session
 * has its second factor then. Throws `authenticator_unreadable` for a secret that was not offered to this operator.
 */
export const enrolAuthenticator =
  (deps: ProofDeps & DemoDeps) =>
  async (
    secret: string,
    { sealed, code }: { readonly sealed: string; readonly code: string },
    client: OperatorClient,
  ): Promise<EnrolOutcome> => {
    const { operators, world, authenticators } = deps;
    const found = await findSignedIn(deps, secret);
    const now = world.clock.now();
    if (!found || !mayEnrol(deps, found)) return { outcome: 'ended' };
    const { operator, session, sites, state } = found;
    let step: number | undefined;
    const checked = await withinSignInLimits(deps, { email: operator.email, address: client.address }, async () => {
      step = authenticators.step(operator.id, sealed, code, now);
      return step !== undefined;
    });
    if (checked.outcome !== 'proved') return checked;
    return operators.changeOperators(async (inside, of): Promise<EnrolOutcome> => {
      const present = await inside.find(operator.id);
      if (!present) return { outcome: 'ended' };
      await inside.save({ ...present, authenticator: sealed, authenticator_step: step ?? null });
      await inside.proveSession(session.hash, now, true);
      const by = { actor: actorOf(operator), correlation: client.correlation, address: client.address };
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by, operator, action: 'operator.authenticator_enrolled' });
      if (state !== 'open') await noteSignIn(deps, operator, { of, sites, client });
      return { outcome: 'enrolled' };
    });
  };
