import { newPasskey } from '../../domain/operators/new-passkey.ts';
import { actorOf } from '../../domain/operators/operator.ts';
import { noteSignIn } from '../../engine/operators/begin-operator-session.ts';
import { registrationOf, takeChallenge } from '../../engine/operators/challenges.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { DemoDeps, OperatorClient } from '../../engine/operators/operator-deps.ts';

/** `ended`: the session has ended, or has no fresh proof. `refused`: the response is not valid. */
export type RegisterOutcome = 'registered' | 'refused' | 'ended';

/** Adds a passkey to the signed-in operator. The session has its second factor then. */
export const registerPasskey =
  (deps: ProofDeps & DemoDeps) =>
  async (
    secret: string,
    { response, name }: { readonly response: unknown; readonly name: string },
    client: OperatorClient,
  ): Promise<RegisterOutcome> => {
    const { operators, world, passkeys } = deps;
    const found = await findSignedIn(deps, secret);
    const now = world.clock.now();
    if (!found || !mayEnrol(deps, found)) return 'ended';
    const { operator, session, sites, state } = found;
    const made = await passkeys.registered(response, (challenge) =>
      takeChallenge(deps, registrationOf(operator.id), challenge),
    );
    if (!made || (await operators.findPasskey(made.id))) return 'refused';
    await operators.changeOperators(async (inside, of) => {
      await inside.addPasskey(newPasskey(operator.id, made, name, now));
      await inside.proveSession(session.hash, now, true);
      const by = { actor: actorOf(operator), correlation: client.correlation, address: client.address };
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by, operator, action: 'operator.passkey_added' });
      if (state !== 'open') await noteSignIn(deps, operator, { of, sites, client });
    });
    return 'registered';
  };
