import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';
import type { Randomness } from './random.ts';

const NONCE = 12;
const TAG = 16;
const KEY = 32;

/** AES-256-GCM. Encrypted bytes can only be decrypted with the same key and for the same owner. */
export interface Cipher {
  /** Nonce, tag and ciphertext in one new buffer. `owner` is authenticated, not stored. */
  seal(plain: Buffer, owner: string): Buffer;
  /** Returns the plain bytes; undefined when key or owner differ, or a bit was changed. */
  open(sealed: Buffer, owner: string): Buffer | undefined;
}

/** `key`: 32 bytes. Nonces are random, which is safe for four billion encryptions under one key. */
export const aesGcm = (key: Buffer, random: Randomness): Cipher => {
  const secret = createSecretKey(key);
  const nonce = Buffer.alloc(NONCE);

  return {
    seal(plain, owner) {
      const sealed = Buffer.allocUnsafe(NONCE + TAG + plain.length);
      random.into(nonce, 0, NONCE);
      nonce.copy(sealed);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      cipher.setAAD(Buffer.from(owner));
      cipher.update(plain).copy(sealed, NONCE + TAG);
      cipher.final();
      cipher.getAuthTag().copy(sealed, NONCE);
      return sealed;
    },

    open(sealed, owner) {
      if (sealed.length < NONCE + TAG) return undefined;
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
      const plain = decipher.update(sealed.subarray(NONCE + TAG));
      try {
        decipher.final();
        return plain;
      } catch {
        plain.fill(0);
        return undefined;
      }
    },
  };
};

/**
 * Returns a random key for tokens in the memory of this process; processes that share tokens share `TOKEN_STORE_KEY`.
 */
export const tokenKey = (random: Randomness): Buffer => {
  const key = Buffer.allocUnsafeSlow(KEY);
  random.into(key, 0, KEY);
  return key;
};
