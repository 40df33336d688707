import type { Operator } from '../../domain/operators/operator.ts';
import type { Authenticators, PasskeyCeremonies, PasswordHasher, SignInLimits } from '../../ports/operator-proofs.ts';
import type { Seconds } from '../../values/time.ts';
import { SIGN_IN, takeChallenge } from './challenges.ts';
import type { LocalProofDeps, OperatorClient, OperatorDeps } from './operator-deps.ts';

export interface ProofDeps extends OperatorDeps, LocalProofDeps {
  readonly passwords: PasswordHasher;
  readonly authenticators: Authenticators;
  readonly passkeys: PasskeyCeremonies;
  readonly limits: SignInLimits;
}

/** A proof of identity: the password, a code of the authenticator, or the response of a passkey to a challenge. */
export type IdentityProof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: unknown };

/** `locked`: too many proofs have failed in the last hour. */
export type ProofOutcome =
  | { readonly outcome: 'proved' }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'locked'; readonly retry_after: Seconds };

/** Runs a check within the limits of failed attempts, where such proofs are accepted. */
export const withinSignInLimits = async (
  { limits, acceptsLocalProofs }: Pick<ProofDeps, 'limits' | 'acceptsLocalProofs'>,
  attempt: Parameters<SignInLimits['reserve']>[0],
  check: () => Promise<boolean>,
): Promise<ProofOutcome> => {
  if (!acceptsLocalProofs) return { outcome: 'refused' };
  const verdict = await limits.reserve(attempt);
  if (verdict.outcome === 'locked') return verdict;
  let proved: boolean;
  try {
    proved = await check();
  } catch (error) {
    await verdict.settle(false);
    throw error;
  }
  await verdict.settle(!proved);
  return { outcome: proved ? 'proved' : 'refused' };
};

/** Checks a proof of a known operator. */
export const checkProof = (
  deps: ProofDeps,
  operator: Operator,
  proof: IdentityProof,
  { address }: Pick<OperatorClient, 'address'>,
): Promise<ProofOutcome> => {
  const email = proof.kind === 'passkey' ? undefined : operator.email;
  return withinSignInLimits(deps, { email, address }, async () => {
    if (proof.kind === 'password') return isPassword(deps, operator, proof.password);
    return proof.kind === 'code' ? isCode(deps, operator, proof.code) : isPasskey(deps, operator, proof.response);
  });
};

/** Checks a password. One that was hashed with weaker parameters than today's is hashed anew. */
export const isPassword = async (
  { operators, passwords }: Pick<ProofDeps, 'operators' | 'passwords'>,
  operator: Operator | undefined,
  password: string,
): Promise<boolean> => {
  const checked = await passwords.check(password, operator?.password ?? null);
  if (checked === 'outdated' && operator) {
    const hash = await passwords.hash(password);
    await operators.changeOperators(async (inside) => {
      const present = await inside.find(operator.id);
      if (present && present.password === operator.password) await inside.save({ ...present, password: hash });
    });
  }
  return checked !== 'wrong';
};

/** Checks a code of the authenticator. Each is accepted once. */
const isCode = async (
  { operators, authenticators, world }: ProofDeps,
  { id, authenticator }: Operator,
  code: string,
): Promise<boolean> => {
  if (authenticator === null) return false;
  const step = authenticators.step(id, authenticator, code, world.clock.now());
  if (step === undefined || !(await operators.takeStep(id, step))) return false;
  const renewed = authenticators.renewed(id, authenticator);
  if (renewed !== undefined) {
    await operators.changeOperators(async (inside) => {
      const present = await inside.find(id);
      if (present?.authenticator === authenticator) await inside.save({ ...present, authenticator: renewed });
    });
  }
  return true;
};

/** Whether a response is that of a passkey of the operator, to a challenge that was not used before. */
export const isPasskey = async (deps: ProofDeps, operator: Operator, response: unknown): Promise<boolean> => {
  const { operators, passkeys, world } = deps;
  const id = passkeys.idOf(response);
  const passkey = id === undefined ? undefined : await operators.findPasskey(id);
  if (!passkey || passkey.operator_id !== operator.id) return false;
  const counter = await passkeys.authenticated(response, passkey, (challenge) =>
    takeChallenge(deps, SIGN_IN, challenge),
  );
  return counter !== undefined && (await operators.usePasskey(passkey.id, counter, world.clock.now()));
};
