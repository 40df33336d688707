import { Secret } from '@service/billing/values/secret.ts';
import { OperatorTrouble } from '../../runtime/operator-trouble.ts';
import { aesGcm, type Cipher } from './cipher.ts';
import type { Randomness } from './random.ts';

/** The operator's keys for secrets that are stored: 32 bytes each. */
export interface SecretsKeys {
  /** `SECRETS_KEY`, which encrypts and decrypts; null: nothing can be encrypted. */
  readonly secretsKey: Buffer | null;
  /** `SECRETS_KEY_PREVIOUS`, which decrypts only, while the key is rotated. */
  readonly previousSecretsKey: Buffer | null;
}

const WITHOUT_KEY = `SECRETS_KEY is not set. It encrypts secrets before they are stored. Create a key, and keep it:

  export SECRETS_KEY=$(openssl rand -base64 32)

Set the same key for this command and for the service, and restart the service.`;

type Named = Readonly<Record<string, Secret>>;

export interface NamedSecrets {
  /** Returns ciphertext in base64, never the same twice. Throws `OperatorTrouble` without `SECRETS_KEY`. */
  seal(owner: string, secrets: Named): string;
  /** Undefined when no key opens it for this owner. `isCurrent`: sealed with the key that seals now. */
  open(owner: string, sealed: string): { readonly secrets: Named; readonly isCurrent: boolean } | undefined;
}

/**
 * Encrypts secrets by name with AES-256-GCM. The owner's text is authenticated with them. `adviceWithoutKey` is added
 * to what the operator reads when `SECRETS_KEY` is missing.
 */
export const namedSecrets = (
  { secretsKey, previousSecretsKey }: SecretsKeys,
  random: Randomness,
  adviceWithoutKey = '',
): NamedSecrets => {
  const current = secretsKey && aesGcm(secretsKey, random);
  const previous = previousSecretsKey && aesGcm(previousSecretsKey, random);
  const opened = (cipher: Cipher | null, owner: string, sealed: string): Named | undefined => {
    const plain = cipher?.open(Buffer.from(sealed, 'base64'), owner);
    return plain && unpack(plain);
  };
  return {
    seal(owner, secrets) {
      if (!current) {
        throw new OperatorTrouble(`${WITHOUT_KEY}${adviceWithoutKey}`);
      }
      const plain = pack(secrets);
      try {
        return current.seal(plain, owner).toString('base64');
      } finally {
        plain.fill(0);
      }
    },
    open(owner, sealed) {
      const now = opened(current, owner, sealed);
      if (now) return { secrets: now, isCurrent: true };
      const before = opened(previous, owner, sealed);
      return before && { secrets: before, isCurrent: false };
    },
  };
};

const pack = (secrets: Named): Buffer =>
  Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(secrets).map(([name, it]) => [name, it.reveal()]))));

const unpack = (plain: Buffer): Named => {
  const texts = Object.entries<string>(JSON.parse(plain.toString()));
  plain.fill(0);
  return Object.fromEntries(texts.map(([name, text]) => [name, new Secret(text)]));
};
