/** The lifetime of tokens, to the millisecond. */
export const TOKEN_LIFETIME_MS = 20 * 60 * 1000;

/** Milliseconds for which a holder that died blocks its token. */
export const HOLD_LEASE_MS = 60 * 1000;

/** A token that is held exclusively by this call. */
export interface HeldToken {
  readonly is: 'held';
  /** The caller's own copy. */
  readonly payload: Buffer;
  /**
   * Consumes the token and erases its bytes. Other calls get `busy` until `release`, and `gone` after. False when the
   * token or the hold has expired: then it must not be used.
   */
  consume(): Promise<boolean>;
  /**
   * Releases the token: unless it was consumed, it can be held again; its lifetime has continued. Does nothing if the
   * hold has expired.
   */
  release(): Promise<void>;
}

/** `busy`: another call holds it. `gone`: never issued to this site, expired, or consumed; these look the same. */
export type Hold = HeldToken | { readonly is: 'busy' } | { readonly is: 'gone' };

/** Stores tokens as encrypted bytes until they are used, once. */
export interface TokenStore {
  /**
   * Takes ownership of the buffer, which may be zeroed at any time after. Throws `service_unavailable` when the store
   * or the quota of the site is full, and never drops a live token for a new one.
   */
  keep(siteId: string, tokenId: string, payload: Buffer): Promise<void>;
  hold(siteId: string, tokenId: string): Promise<Hold>;
}
