import { beginOperatorSession } from '../../engine/operators/begin-operator-session.ts';
import { isPasskey, type ProofDeps, withinSignInLimits } from '../../engine/operators/check-proof.ts';
import { noteFailedSignIn } from '../../engine/operators/note-failed-sign-in.ts';
import type { OperatorClient } from '../../engine/operators/operator-deps.ts';
import type { SignInOutcome } from './sign-in-with-password.ts';

/** Signs in with the response of a passkey, which names its operator and is both factors. */
export const signInWithPasskey =
  (deps: ProofDeps) =>
  async (response: unknown, client: OperatorClient): Promise<SignInOutcome> => {
    const { operators, passkeys } = deps;
    const id = passkeys.idOf(response);
    const passkey = id === undefined ? undefined : await operators.findPasskey(id);
    const operator = passkey && (await operators.find(passkey.operator_id));
    const checked = await withinSignInLimits(deps, { address: client.address }, async () =>
      operator?.disabled_at_ms === null ? isPasskey(deps, operator, response) : false,
    );
    if (checked.outcome === 'refused' && deps.acceptsLocalProofs) {
      await noteFailedSignIn(deps, operator, 'passkey', client);
    }
    if (checked.outcome !== 'proved') return checked;
    return operators.changeOperators(async (inside, of): Promise<SignInOutcome> => {
      const present = operator && (await inside.find(operator.id));
      if (!present || present.disabled_at_ms !== null) return { outcome: 'refused' };
      const begun = { operators: inside, of, sites: await inside.sites(present.id), client, second_factor: true };
      return { outcome: 'signed_in', ...(await beginOperatorSession(deps, present, begun)) };
    });
  };
