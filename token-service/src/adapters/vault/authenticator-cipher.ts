import type { AuthenticatorCipher } from '@service/billing/ports/operator-proofs.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { namedSecrets, type SecretsKeys } from './named-secrets.ts';
import type { Randomness } from './random.ts';

/** The operator is authenticated, so that ciphertext of one operator is worthless for another. */
const ownerText = (operatorId: string): string => `operator/${operatorId}`;

/** Encrypts the secrets of authenticator apps with AES-256-GCM and `SECRETS_KEY`. */
export const authenticatorCipher = (keys: SecretsKeys, random: Randomness): AuthenticatorCipher => {
  const { seal, open } = namedSecrets(keys, random);
  return {
    seal: (operatorId, secret) =>
      keys.secretsKey === null ? undefined : seal(ownerText(operatorId), { secret: new Secret(secret) }),
    open(operatorId, sealed) {
      const opened = open(ownerText(operatorId), sealed);
      const secret = opened?.secrets.secret?.reveal();
      return opened && secret !== undefined ? { secret, isCurrent: opened.isCurrent } : undefined;
    },
  };
};
