import { Failure } from '@service/billing/values/failure.ts';
import type { Millis, MonotonicClock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import { openSlab, type Slab } from './slab.ts';
import { HOLD_LEASE_MS, type Hold, TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';

export interface LruTokenStore extends TokenStore {
  /** Zeroes some expired tokens, oldest first. True when more may be left. */
  sweep(): boolean;
  /** Returns how many tokens are stored, with those that the next sweep zeroes. */
  alive(): number;
  /** Zeroes everything. */
  clear(): void;
}

export interface LruTokenStoreDeps {
  readonly clock: MonotonicClock;
  /** Maximum number of live tokens; one takes about 1 kB. */
  readonly capacity?: number;
  /** Maximum number of live tokens of one site. */
  readonly perSite?: number;
  /** Tokens zeroed by one sweep; limits how long it delays requests. */
  readonly slice?: number;
  /** The storage of their bytes. */
  readonly slab?: Slab;
}

/** A holder's claim on a token. The claim in the map is the current one. */
interface Claim {
  /** Elapsed time, milliseconds. */
  readonly leasedUntil: Millis;
  /** The token is consumed: zeroed, and listed only until its holder releases it. */
  spent: boolean;
}

const BUSY: Hold = { is: 'busy' };
const GONE: Hold = { is: 'gone' };

const keyOf = (siteId: string, tokenId: string): string => `${siteId}/${tokenId}`;
const siteOf = (key: string): string => key.slice(0, key.indexOf('/'));

/** Tokens in the memory of this process. */
export const lruTokenStore = ({
  clock,
  capacity = 250_000,
  perSite = 100_000,
  slice = 2000,
  slab = openSlab(),
}: LruTokenStoreDeps): LruTokenStore => {
  const live = new Map<string, number>();
  const claims = new Map<string, Claim>();

  const forget = (place: number, key: string): void => {
    slab.giveUp(place);
    claims.delete(key);
    const siteId = siteOf(key);
    const left = (live.get(siteId) ?? 1) - 1;
    if (left > 0) live.set(siteId, left);
    else live.delete(siteId);
  };

  const tokens = new LRUCache<string, number>({
    // Unlike `max`, this reserves no memory for entries that may never come.
    maxSize: capacity,
    sizeCalculation: () => 1,
    // The library treats an entry as stale once it is older than this; a token expires when its age equals its
    // lifetime.
    ttl: TOKEN_LIFETIME_MS - 1,
    ttlResolution: 0,
    perf: { now: () => clock.elapsed() },
    // Lets `sweep` see stale entries; `find` never returns them.
    allowStale: true,
    dispose: forget,
  });

  /** Never moves an entry, so that entries stay ordered by age. */
  const find = (key: string): number | undefined => {
    const place = tokens.peek(key, { allowStale: false });
    if (place === undefined) tokens.delete(key);
    return place;
  };

  const sweep = (): boolean => {
    for (let swept = 0; swept < slice; swept++) {
      const { value: oldest } = tokens.rkeys().next();
      if (oldest === undefined || tokens.peek(oldest, { allowStale: false }) !== undefined) return false;
      tokens.delete(oldest);
    }
    return true;
  };

  const room = (siteId: string): boolean => tokens.size < capacity && (live.get(siteId) ?? 0) < perSite;

  return {
    async keep(siteId, tokenId, payload) {
      if (!room(siteId)) {
        sweep();
        if (!room(siteId)) throw new Failure('service_unavailable');
      }
      live.set(siteId, (live.get(siteId) ?? 0) + 1);
      tokens.set(keyOf(siteId, tokenId), slab.put(payload));
      payload.fill(0);
    },

    async hold(siteId, tokenId) {
      const key = keyOf(siteId, tokenId);
      const place = find(key);
      if (place === undefined) return GONE;
      const now = clock.elapsed();
      const theirs = claims.get(key);
      if (theirs && theirs.leasedUntil > now) return BUSY;
      if (theirs?.spent) {
        tokens.delete(key);
        return GONE;
      }

      const mine: Claim = { leasedUntil: now + HOLD_LEASE_MS, spent: false };
      claims.set(key, mine);
      const isMine = (): boolean =>
        find(key) !== undefined && claims.get(key) === mine && mine.leasedUntil > clock.elapsed();
      return {
        is: 'held',
        payload: Buffer.from(slab.at(place)),
        async consume() {
          if (!isMine() || mine.spent) return false;
          mine.spent = true;
          slab.at(place).fill(0);
          return true;
        },
        async release() {
          if (!isMine()) return;
          if (mine.spent) tokens.delete(key);
          else claims.delete(key);
        },
      };
    },

    sweep,
    alive: () => tokens.size,
    clear: () => tokens.clear(),
  };
};

/** Starts sweeping, in slices that let requests run in between. Returns a function that stops it. */
export const keepSwept = (store: Pick<LruTokenStore, 'sweep'>, everyMs = 250): (() => void) => {
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const more = store.sweep();
    timer = setTimeout(turn, more ? 0 : everyMs);
    timer.unref();
  };
  turn();
  return () => clearTimeout(timer);
};
