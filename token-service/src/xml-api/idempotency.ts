/** Milliseconds for which an answer is kept, from when its request began (DESIGN section 6). */
export const KEPT_FOR = 24 * 60 * 60 * 1000;

/**
 * Milliseconds after which a request that neither completed nor released its key is taken to have died with its process. Longer than any
 * request can live.
 */
export const ABANDONED_AFTER = 2 * 60 * 1000;

/** An answer to give again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The keys that clients sent with `Idempotency-Key`, each site's its own. `hash` tells one request from another; it is keyed with the
 * client's private key, so that nobody can try card numbers against it. All times are milliseconds of the system clock.
 */
export interface IdempotencyKeys {
  /**
   * Takes the key for this request: `new`, and it is the caller's until `complete` or `release`. So is one whose outcome is recorded and was never answered. Otherwise what is known of it: the answer
   * it was given, `in_progress`, or `mismatch` when it came with another hash. Of several at once exactly one is told `new`. A key older
   * than `KEPT_FOR`, or in progress without an outcome for longer than `ABANDONED_AFTER`, is as good as never seen.
   */
  begin(
    siteId: string,
    key: string,
    hash: string,
    now: number,
  ): Promise<'new' | 'in_progress' | 'mismatch' | KeptAnswer>;
  /** Keeps the answer. */
  complete(siteId: string, key: string, answer: KeptAnswer): Promise<void>;
  /** Forgets the key, unless an outcome is recorded: nothing happened that may not happen again. */
  release(siteId: string, key: string): Promise<void>;
}
