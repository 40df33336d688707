import { actorOf } from '../../domain/operators/operator.ts';
import { findSignedIn } from '../../engine/operators/find-signed-in.ts';
import { mayEnrol } from '../../engine/operators/may-enrol.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { DemoDeps, LocalProofDeps, OperatorClient, OperatorDeps } from '../../engine/operators/operator-deps.ts';
import { Failure, notFound } from '../../values/failure.ts';

/**
 * Removes a passkey of the signed-in operator. Returns false once the session has ended, or without a fresh proof.
 * Throws `not_found`, and `precondition_failed` for the last one of an operator without a password.
 */
export const removePasskey =
  (deps: OperatorDeps & DemoDeps & LocalProofDeps) =>
  async (secret: string, id: string, client: OperatorClient): Promise<boolean> => {
    const found = await findSignedIn(deps, secret);
    if (!found || !mayEnrol(deps, found)) return false;
    const { operator, sites } = found;
    await deps.operators.changeOperators(async (inside, of) => {
      const passkeys = await inside.passkeys(operator.id);
      if (!passkeys.some((one) => one.id === id)) throw notFound('Passkey', 'id', id);
      if (passkeys.length === 1 && operator.password === null) {
        throw new Failure('precondition_failed', { what: 'It is the only way in which you can sign in.' });
      }
      await inside.removePasskey(operator.id, id);
      const by = { actor: actorOf(operator), correlation: client.correlation, address: client.address };
      const noted = sites.map(({ site }) => site);
      await noteOperator(deps.world, of, noted, { by, operator, action: 'operator.passkey_removed' });
    });
    return true;
  };
