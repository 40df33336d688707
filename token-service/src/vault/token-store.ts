/** Tokens live this long, to the millisecond. */
export const TOKEN_LIFETIME_MS = 20 * 60 * 1000;

/** A holder that is neither done nor alive blocks its token no longer than this. */
export const HOLD_LEASE_MS = 60 * 1000;

/** A token that was found and is now ours alone. */
export interface Held {
  readonly is: 'held';
  /** The caller's own copy. */
  readonly payload: Buffer;
  /**
   * Ends the token: its bytes are gone. Others find it busy until `release`, and gone after. False when it expired, or
   * the hold ran out and belongs to another call, so that it must not be used.
   */
  consume(): Promise<boolean>;
  /**
   * Lets go of it: a token that was not consumed can be held again, its time having run on. Does nothing where the hold
   * ran out.
   */
  release(): Promise<void>;
}

/** `busy`: another call holds it. `gone`: never issued to this site, expired, or consumed; these look the same. */
export type Hold = Held | { readonly is: 'busy' } | { readonly is: 'gone' };

/** Where tokens wait, as encrypted bytes, to be exchanged once. */
export interface TokenStore {
  /**
   * Takes the buffer over: it may be zeroed at any time after. Throws `service_unavailable` when the store is full or
   * this site has its share, and never drops a live token for a new one.
   */
  keep(siteId: string, tokenId: string, payload: Buffer): Promise<void>;
  hold(siteId: string, tokenId: string): Promise<Hold>;
}
