import { randomFillSync } from 'node:crypto';

/** Cryptographically random bytes; none is returned twice. */
export interface Randomness {
  /** `bytes` random bytes as base64url: letters, digits, `-` and `_`. */
  text(bytes: number): string;
  /** Writes `bytes` random bytes into a buffer at an offset. */
  into(target: Buffer, at: number, bytes: number): void;
}

/** Random bytes of the system, read in blocks: one system call for a few hundred tokens instead of two for each. */
export const pooledRandomness = (page = 8192): Randomness => {
  const pool = Buffer.allocUnsafeSlow(page);
  let used = page;

  /** The offset of the next `bytes` bytes. */
  const take = (bytes: number): number => {
    if (used + bytes > page) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return used - bytes;
  };

  return {
    text(bytes) {
      const at = take(bytes);
      return pool.toString('base64url', at, at + bytes);
    },
    into(target, at, bytes) {
      const from = take(bytes);
      pool.copy(target, at, from, from + bytes);
    },
  };
};
