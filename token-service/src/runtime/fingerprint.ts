import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/** A keyed hash: equal for equal parts, and without the key it says nothing about them. */
export type Fingerprint = (...parts: readonly (string | Buffer)[]) => string;

const BYTES = 18;
const SEPARATOR = Buffer.of(0);

/** Derives its own key from `secret`, so that a fingerprint tells nothing about what else the secret protects. */
export const fingerprints = (secret: Buffer): Fingerprint => {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'payment method fingerprint', 32)));
  return (...parts) => {
    const hmac = createHmac('sha256', key);
    for (const part of parts) hmac.update(part).update(SEPARATOR);
    return hmac.digest().toString('base64url', 0, BYTES);
  };
};
