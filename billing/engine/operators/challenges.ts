import { CHALLENGE_MS } from '../../domain/operators/operator.ts';
import type { OperatorDeps } from './operator-deps.ts';

/** The purpose of challenges that passkeys sign to prove an identity. */
export const SIGN_IN = 'sign in';
/** The purpose of challenges that make a new passkey of an operator. */
export const registrationOf = (operatorId: string): string => `register ${operatorId}`;

const LENGTH = 43;

/** Returns a new challenge for one purpose. */
export const newChallenge = async ({ operators, world, digest }: OperatorDeps, purpose: string): Promise<string> => {
  const challenge = world.ids.secret(LENGTH);
  await operators.addChallenge({ hash: digest(challenge), purpose, valid_until_ms: world.clock.now() + CHALLENGE_MS });
  return challenge;
};

/** Ends a challenge of a purpose. Returns whether it was open. */
export const takeChallenge = (
  { operators, world, digest }: OperatorDeps,
  purpose: string,
  challenge: string,
): Promise<boolean> => operators.takeChallenge(digest(challenge), purpose, world.clock.now());
