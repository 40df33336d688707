import { newPasskey } from '../../domain/operators/new-passkey.ts';
import { actorOf, type Operator, type Passkey } from '../../domain/operators/operator.ts';
import { passwordIssues } from '../../domain/operators/password-rules.ts';
import { beginOperatorSession, type OpenedOperatorSession } from '../../engine/operators/begin-operator-session.ts';
import { registrationOf, takeChallenge } from '../../engine/operators/challenges.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import { invitedOperator } from '../../engine/operators/invited-operator.ts';
import { noteOperator } from '../../engine/operators/note-operator.ts';
import type { OperatorClient } from '../../engine/operators/operator-deps.ts';

import { refuse } from '../../values/failure.ts';

/** The way in which an invited operator will sign in. */
export type ChosenProof =
  | { readonly kind: 'password'; readonly password: string }
  /** The response to the options of `offerPasskey`, and the name of the device. */
  | { readonly kind: 'passkey'; readonly response: unknown; readonly name: string };

type Deps = Omit<ProofDeps, 'authenticators' | 'limits'>;

/**
 * Uses a link: what is chosen replaces the password, the authenticator and the passkeys that the operator had, their
 * sessions end, and a new one begins. Returns undefined for a link that has been used, replaced or has ended, and for
 * an invalid response of a passkey. Throws `Invalid` for a password that is too easy to guess; the link stays usable.
 */
export const acceptInvitation =
  (deps: Deps) =>
  async (secret: string, chosen: ChosenProof, client: OperatorClient): Promise<OpenedOperatorSession | undefined> => {
    const { operators, world } = deps;
    const invited = await invitedOperator(deps, operators, secret);
    if (!invited) return undefined;
    const proof = await madeProof(deps, invited.operator, chosen);
    if (!proof) return undefined;
    return operators.changeOperators(async (inside, of) => {
      const found = await invitedOperator(deps, inside, secret);
      if (!found || !(await inside.useInvitation(found.invitation.hash))) return undefined;
      const operator = { ...found.operator, password: proof.password, authenticator: null };
      await inside.save(operator);
      for (const { id } of await inside.passkeys(operator.id)) await inside.removePasskey(operator.id, id);
      if (proof.passkey) await inside.addPasskey(proof.passkey);
      await inside.removeSessions(operator.id);
      const sites = await inside.sites(operator.id);
      const by = { actor: actorOf(operator), correlation: client.correlation, address: client.address };
      const noted = sites.map(({ site }) => site);
      await noteOperator(world, of, noted, { by, operator, action: 'operator.invitation_accepted' });
      const second_factor = proof.passkey !== undefined;
      return beginOperatorSession(deps, operator, { operators: inside, of, sites, client, second_factor });
    });
  };

interface MadeProof {
  readonly password: string | null;
  readonly passkey?: Passkey;
}

const madeProof = async (deps: Deps, operator: Operator, chosen: ChosenProof): Promise<MadeProof | undefined> => {
  if (chosen.kind === 'password') {
    refuse(passwordIssues(chosen.password, operator.email));
    return { password: await deps.passwords.hash(chosen.password) };
  }
  const made = await deps.passkeys.registered(chosen.response, (challenge) =>
    takeChallenge(deps, registrationOf(operator.id), challenge),
  );
  if (!made) return undefined;
  return { password: null, passkey: newPasskey(operator.id, made, chosen.name, deps.world.clock.now()) };
};
