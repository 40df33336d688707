import type { Millis } from '../../values/time.ts';

/** An API key. Private keys are held as a hash only. */
export interface Key {
  readonly id: string;
  readonly site_id: string;
  readonly kind: 'private' | 'public';
  readonly name: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly hash: string;
  /** The key itself, public keys only. */
  readonly value: string | null;
  /** May make GET and HEAD requests only. */
  readonly read_only: boolean;
  /** System clock, milliseconds. */
  readonly created_at_ms: Millis;
  /** System clock, milliseconds; a replaced key may stay valid for 12 hours. Null: does not end. */
  readonly valid_until_ms: Millis | null;
}

/** The last use of a key. */
export interface KeyUse {
  readonly key_id: string;
  /** System clock, milliseconds. */
  readonly used_at_ms: Millis;
  /** The network address that the request came from. */
  readonly address: string;
}
