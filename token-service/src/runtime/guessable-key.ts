/** 32 random bytes have fewer distinct bytes, or fewer distinct steps from byte to byte, with a chance below 10^-13. */
const FEWEST_DISTINCT = 17;

/**
 * Whether the bytes of a key follow a pattern that random ones do not: few distinct bytes (zeros, a repeated block,
 * hexadecimal text), few distinct steps (a count), or bytes that are all printable (a passphrase).
 */
export const isPatterned = (bytes: Buffer): boolean => {
  const steps = bytes.subarray(1).map((byte, at) => byte - (bytes[at] ?? 0));
  return (
    new Set(bytes).size < FEWEST_DISTINCT ||
    new Set(steps).size < FEWEST_DISTINCT ||
    bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
  );
};

/**
 * Whether a key in base64 is patterned, or its text has no capital or small letters or characters that base64 does not
 * have (a passphrase in place of base64).
 */
export const isGuessable = (text: string, bytes: Buffer): boolean =>
  isPatterned(bytes) || !/^(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/_-]{43}=?$/.test(text.trim());
