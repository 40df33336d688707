import type { Millis } from './time.ts';

/** Ids and secrets, injected so that sums and use cases stay the same on every run. */
export interface Ids {
  /** UUIDv7 as 32 hexadecimal digits; later ones sort behind earlier ones of the same process. */
  uuid(): string;
  /** Returns `length` unguessable letters and digits. */
  secret(length: number): string;
}

/** Returns a prefix that sorts before every UUIDv7 of a moment, in milliseconds, or later. */
export const idsFrom = (milliseconds: Millis): string => milliseconds.toString(16).padStart(12, '0');
