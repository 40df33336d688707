import { newChallenge, SIGN_IN } from '../../engine/operators/challenges.ts';
import type { ProofDeps } from '../../engine/operators/check-proof.ts';
import type { PasskeyOptions } from '../../ports/operator-proofs.ts';

/** Returns the options with which a browser asks for a passkey, of any operator: its challenge lasts five minutes. */
export const offerPasskeySignIn = (deps: ProofDeps) => async (): Promise<PasskeyOptions> =>
  deps.passkeys.authenticationOptions(await newChallenge(deps, SIGN_IN));
