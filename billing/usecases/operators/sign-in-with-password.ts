import { operatorEmail } from '../../domain/operators/email-rules.ts';
import { beginOperatorSession, type OpenedOperatorSession } from '../../engine/operators/begin-operator-session.ts';
import {
  isPassword,
  type ProofDeps,
  type ProofOutcome,
  withinSignInLimits,
} from '../../engine/operators/check-proof.ts';
import { noteFailedSignIn } from '../../engine/operators/note-failed-sign-in.ts';
import type { OperatorClient } from '../../engine/operators/operator-deps.ts';

/** `refused` is the same for an unknown email address, a wrong password, and an operator who is disabled. */
export type SignInOutcome =
  | ({ readonly outcome: 'signed_in' } & OpenedOperatorSession)
  | Exclude<ProofOutcome, { readonly outcome: 'proved' }>;

/**
 * Signs in with email address and password. An unknown address takes as long as a wrong password. The state of the
 * session says whether a second factor must follow (`proveAgain`), or must be set up first (`enrolAuthenticator`,
 * `registerPasskey`). Throws `service_unavailable` while too many passwords are being checked.
 */
export const signInWithPassword =
  (deps: ProofDeps) =>
  async (
    { email: typed, password }: { readonly email: string; readonly password: string },
    client: OperatorClient,
  ): Promise<SignInOutcome> => {
    const { operators } = deps;
    const email = operatorEmail(typed);
    const found = await operators.byEmail(email);
    const operator = found?.disabled_at_ms === null ? found : undefined;
    const checked = await withinSignInLimits(deps, { email, address: client.address }, () =>
      isPassword(deps, operator, password),
    );
    if (checked.outcome === 'refused' && deps.acceptsLocalProofs) {
      await noteFailedSignIn(deps, found, 'password', client);
    }
    if (checked.outcome !== 'proved') return checked;
    return operators.changeOperators(async (inside, of): Promise<SignInOutcome> => {
      const present = operator && (await inside.find(operator.id));
      if (!present || present.disabled_at_ms !== null) return { outcome: 'refused' };
      const sites = await inside.sites(present.id);
      const begun = { operators: inside, of, sites, client, second_factor: false };
      return { outcome: 'signed_in', ...(await beginOperatorSession(deps, present, begun)) };
    });
  };
