import type { ProofDeps } from '@service/billing/engine/operators/check-proof.ts';
import type { DemoDeps } from '@service/billing/engine/operators/operator-deps.ts';
import type { World } from '@service/billing/ports/world.ts';
import { DEMO_SUBDOMAIN } from '../../seed/demo.ts';
import type { AttemptStore } from '../adapters/attempts/attempt-store.ts';
import { signInLimits } from '../adapters/attempts/sign-in-limits.ts';
import { totpAuthenticators } from '../adapters/operators/authenticators.ts';
import { webAuthnPasskeys } from '../adapters/operators/passkey-ceremonies.ts';
import { argon2Passwords } from '../adapters/operators/password-hasher.ts';
import type { OpenStorage } from '../adapters/storage/storage.ts';
import { authenticatorCipher } from '../adapters/vault/authenticator-cipher.ts';
import type { Randomness } from '../adapters/vault/random.ts';
import type { Config } from '../config.ts';
import { digest } from '../runtime/digest.ts';
import type { Fingerprint } from '../runtime/fingerprint.ts';

/** The name under which browsers and authenticator apps list the console. */
const NAME = 'Billing console';

interface OperatorParts {
  readonly config: Pick<Config, 'secretsKey' | 'previousSecretsKey' | 'consoleOpenId'>;
  readonly opened: Pick<OpenStorage, 'operators' | 'sites'>;
  readonly world: Pick<World, 'clock' | 'ids'>;
  /** Counts failed attempts to sign in, shared by all processes where they share state. */
  readonly attempts: AttemptStore;
  readonly fingerprint: Fingerprint;
  readonly random: Randomness;
  /** The address of the console as operators see it. Its host owns the passkeys. */
  readonly origin: string;
  /** Whether the published demo keys are accepted, and the owner of the demo site may sign in without a password. */
  readonly acceptsDemoKeys: boolean;
}

/** Returns the dependencies of the use cases of operators. */
export const openOperators = ({
  config,
  opened: { operators, sites },
  world,
  attempts,
  fingerprint,
  random,
  origin,
  acceptsDemoKeys,
}: OperatorParts): ProofDeps & DemoDeps => ({
  operators,
  world,
  digest,
  acceptsLocalProofs: config.consoleOpenId === null,
  passwords: argon2Passwords(),
  authenticators: totpAuthenticators(authenticatorCipher(config, random), NAME),
  passkeys: webAuthnPasskeys({ origin, name: NAME }),
  limits: signInLimits({ store: attempts, fingerprint, ids: world.ids }),
  demoSite: async () => (acceptsDemoKeys ? sites.find(DEMO_SUBDOMAIN) : undefined),
});
