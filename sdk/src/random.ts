const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Sixteen random letters and digits. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
