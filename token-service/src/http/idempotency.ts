import { DAY_MS, type Millis, type SystemClock } from '@service/billing/values/time.ts';
import type { Context } from 'koa';

/** Milliseconds for which a response is kept, counted from the start of its request. */
export const RESPONSES_KEPT_FOR = DAY_MS;

/**
 * Milliseconds for which a request in progress holds its key. It is the lease of a payment intent: when a process dies,
 * the intent that its request opened can be reversed and the key be used again at the same moment. A request that
 * outlives its lease cannot record an outcome twice, see `OutcomeRecords`.
 */
export const KEY_LEASE = 60 * 1000;

/** A key that a request holds, by the moment at which it was taken. */
export interface HeldKey {
  readonly takenAt: Millis;
  /** Whether another request had it, whose process died. */
  readonly isTakenOver?: boolean;
}

/** A stored response. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The keys that clients sent with `Idempotency-Key`, separate for each site. `hash` identifies the request; it is keyed
 * with the client's private key, so that card numbers cannot be guessed from it. All times are milliseconds of the
 * system clock.
 */
export interface IdempotencyKeys {
  /**
   * Takes the key for this request. Returns `HeldKey` when the caller holds the key until `complete` or `release`; this
   * includes a key whose outcome is recorded but has no response. Otherwise returns the stored response, `in_progress`,
   * or `mismatch` when the key came with another hash. Of several concurrent callers exactly one holds it. A key older
   * than `RESPONSES_KEPT_FOR`, or in progress without an outcome for `KEY_LEASE`, counts as never seen.
   */
  begin(
    siteId: string,
    key: string,
    hash: string,
    now: Millis,
  ): Promise<HeldKey | 'in_progress' | 'mismatch' | StoredResponse>;
  /** Stores the response. Has no effect once a repeated request has taken over the key. */
  complete(siteId: string, key: string, held: HeldKey, answer: StoredResponse): Promise<void>;
  /**
   * Releases the key: the request changed nothing, so it may run again. Has no effect if an outcome is recorded, while
   * an intent of the request is open, which may still be completed, and once a repeated request has taken over the key.
   */
  release(siteId: string, key: string, held: HeldKey): Promise<void>;
}

/** A key that this request holds. */
export interface TakenKey {
  /** Stores the response, or without one releases the key, so that the request may run again. */
  settle(response: StoredResponse | undefined): Promise<void>;
}

/**
 * Takes a key for a request. Returns the stored response where the request was carried out before, or what keeps it
 * from being carried out now.
 */
export const takeKey = async (
  { keys, clock }: { readonly keys: IdempotencyKeys; readonly clock: SystemClock },
  siteId: string,
  key: string,
  hash: string,
): Promise<TakenKey | 'in_progress' | 'mismatch' | StoredResponse> => {
  const found = await keys.begin(siteId, key, hash, clock.now());
  if (typeof found === 'string' || !('takenAt' in found)) return found;
  return {
    settle: (response) => (response ? keys.complete(siteId, key, found, response) : keys.release(siteId, key, found)),
  };
};

/** Sends a stored response. */
export const replay = (
  ctx: Pick<Context, 'status' | 'set' | 'body'>,
  { status, headers, body }: StoredResponse,
): void => {
  ctx.status = status;
  ctx.set(headers);
  if (body !== '') ctx.body = body;
};
