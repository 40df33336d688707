import type { CredentialOwner, Credentials } from '@service/billing/gateway-accounts/credentials.ts';
import type { CredentialCipher } from '@service/billing/ports/gateway-accounts.ts';
import { Secret } from '@service/billing/secret.ts';
import { OperatorTrouble } from '../operator-trouble.ts';
import { aesGcm, type Cipher } from './cipher.ts';
import type { Randomness } from './random.ts';

/** The operator's keys for credentials: 32 bytes each. */
export interface SecretsKeys {
  /** `SECRETS_KEY`, which encrypts and decrypts; null: nothing can be encrypted. */
  readonly secretsKey: Buffer | null;
  /** `SECRETS_KEY_PREVIOUS`, which decrypts only, while the key is rotated. */
  readonly previousSecretsKey: Buffer | null;
}

/** Site and code are authenticated, so that ciphertext of one account is worthless in another. */
const ownerText = ({ site_id, code }: CredentialOwner): string => `gateway-account/${site_id}/${code}`;

/** Encrypts credentials of gateway accounts with AES-256-GCM. */
export const credentialCipher = (
  { secretsKey, previousSecretsKey }: SecretsKeys,
  random: Randomness,
): CredentialCipher => {
  const current = secretsKey && aesGcm(secretsKey, random);
  const previous = previousSecretsKey && aesGcm(previousSecretsKey, random);
  const opened = (cipher: Cipher | null, owner: CredentialOwner, sealed: string): Credentials | undefined => {
    const plain = cipher?.open(Buffer.from(sealed, 'base64'), ownerText(owner));
    return plain && unpack(plain);
  };
  return {
    seal(owner, credentials) {
      if (!current) {
        throw new OperatorTrouble(
          'SECRETS_KEY is not set, and credentials are stored encrypted only: set it to 32 random bytes in base64 or hexadecimal, for example from `openssl rand -base64 32`.',
        );
      }
      const plain = pack(credentials);
      try {
        return current.seal(plain, ownerText(owner)).toString('base64');
      } finally {
        plain.fill(0);
      }
    },
    open(owner, sealed) {
      const now = opened(current, owner, sealed);
      if (now) return { credentials: now, isCurrent: true };
      const before = opened(previous, owner, sealed);
      return before && { credentials: before, isCurrent: false };
    },
  };
};

const pack = (credentials: Credentials): Buffer =>
  Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(credentials).map(([name, it]) => [name, it.reveal()]))));

const unpack = (plain: Buffer): Credentials => {
  const texts = Object.entries<string>(JSON.parse(plain.toString()));
  plain.fill(0);
  return Object.fromEntries(texts.map(([name, text]) => [name, new Secret(text)]));
};
