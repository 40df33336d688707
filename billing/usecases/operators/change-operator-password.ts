import { actorOf } from '../../domain/operators/operator.ts';
import { passwordIssues } from '../../domain/operators/password-rules.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { DemoDeps, OperatorClient } from '../../engine/operators/operator-deps.ts';
import { refuse } from '../../values/failure.ts';

/**
 * Sets the password of the signed-in operator, and ends the other sessions. Returns false once the session has ended,
 * or without a fresh proof. Throws `Invalid` for a password that is too easy to guess.
 */
export const changeOperatorPassword =
  (deps: ProofDeps & DemoDeps) =>
  async (secret: string, password: string, client: OperatorClient): Promise<boolean> => {
    const found = await findSignedIn(deps, secret);
    if (found?.state !== 'open' || !mayEnrol(deps, found)) return false;
    const { operator, session, sites } = found;
    refuse(passwordIssues(password, operator.email));
    const hash = await deps.passwords.hash(password);
    await deps.operators.changeOperators(async (inside, of) => {
      const present = await inside.find(operator.id);
      if (!present) return;
      await inside.save({ ...present, password: hash });
      for (const other of await inside.sessions(operator.id))
        if (other.hash !== session.hash) await inside.removeSession(other.hash);
      const by = { actor: actorOf(operator), correlation: client.correlation, address: client.address };
      const noted = sites.map(({ site }) => site);
      await noteOperator(deps.world, of, noted, { by, operator, action: 'operator.password_changed' });
    });
    return true;
  };
