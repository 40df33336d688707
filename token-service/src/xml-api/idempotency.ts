/** Milliseconds for which an answer is kept, counted from the start of its request. */
export const KEPT_FOR = 24 * 60 * 60 * 1000;

/**
 * Milliseconds for which a request in progress holds its key. It is the lease of a payment intent: when a process dies,
 * the intent that its request opened can be reversed and the key be used again at the same moment. A request that
 * outlives its lease cannot record an outcome twice, see `OutcomeRecords`.
 */
export const LEASE = 60 * 1000;

/** A key that a request holds, by the moment at which it was taken. */
export interface HeldKey {
  readonly takenAt: number;
}

/** An answer to give again. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The keys that clients sent with `Idempotency-Key`, separate for each site. `hash` tells one request from another; it
 * is keyed with the client's private key, so that card numbers cannot be tried against it. All times are milliseconds
 * of the system clock.
 */
export interface IdempotencyKeys {
  /**
   * Takes the key for this request. Returns `HeldKey` when the caller holds the key until `complete` or `release`; this
   * includes a key whose outcome is recorded but was never answered. Otherwise returns the kept answer, `in_progress`,
   * or `mismatch` when the key came with another hash. Of several concurrent callers exactly one holds it. A key older
   * than `KEPT_FOR`, or in progress without an outcome for `LEASE`, counts as never seen.
   */
  begin(
    siteId: string,
    key: string,
    hash: string,
    now: number,
  ): Promise<HeldKey | 'in_progress' | 'mismatch' | StoredResponse>;
  /** Keeps the answer. Changes nothing once a repetition has taken the key over. */
  complete(siteId: string, key: string, held: HeldKey, answer: StoredResponse): Promise<void>;
  /**
   * Forgets the key, unless an outcome is recorded: the request changed nothing, so it may run again. Changes nothing
   * once a repetition has taken the key over.
   */
  release(siteId: string, key: string, held: HeldKey): Promise<void>;
}
