import { createHmac, randomBytes } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Returns `length` random letters and digits. */
export const random = (length: number): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

/** Returns a new id of the form Stripe uses: `pi_` and 24 letters and digits. */
export const newId = (prefix: string): string => `${prefix}_${random(24)}`;

/**
 * Returns what recognizes a number without revealing it: the same for the same number while `key` is the same, and not
 * computable without `key`.
 */
export const fingerprint = (key: Buffer, number: string): string =>
  [...createHmac('sha256', key).update(number).digest().subarray(0, 16)].map((byte) => LETTERS[byte % 62]).join('');
