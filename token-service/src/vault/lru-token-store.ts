import { Failure } from '@service/billing/failure.ts';
import type { SystemClock } from '@service/billing/time.ts';
import { LRUCache } from 'lru-cache';
import { HOLD_LEASE_MS, type Hold, TOKEN_LIFETIME_MS, type TokenStore } from './token-store.ts';

export interface LruTokenStore extends TokenStore {
  /** Zeroes some of the tokens whose time is over, oldest first. True when more may be left. */
  sweep(): boolean;
  /** Zeroes everything. */
  clear(): void;
}

export interface LruTokenStoreDeps {
  readonly clock: SystemClock;
  /** Most live tokens; one takes about 1 kB. */
  readonly capacity?: number;
  /** Most live tokens of one site. */
  readonly perSite?: number;
  /** Tokens zeroed by one sweep; bounds how long it keeps requests waiting. */
  readonly slice?: number;
}

interface Entry {
  readonly siteId: string;
  readonly payload: Buffer;
  /** Consumed: zeroed, and here only until its holder lets go. */
  spent: boolean;
  /** Changes with every hold, so that a holder whose lease ran out cannot act on the next one's. */
  hold: number;
  /** System clock, milliseconds; 0: nobody holds it. */
  leasedUntil: number;
}

const BUSY: Hold = { is: 'busy' };
const GONE: Hold = { is: 'gone' };

/** Tokens in the memory of this process. */
export const lruTokenStore = ({
  clock,
  capacity = 250_000,
  perSite = 100_000,
  slice = 2000,
}: LruTokenStoreDeps): LruTokenStore => {
  const live = new Map<string, number>();

  const forget = (entry: Entry): void => {
    entry.payload.fill(0);
    const left = (live.get(entry.siteId) ?? 1) - 1;
    if (left > 0) live.set(entry.siteId, left);
    else live.delete(entry.siteId);
  };

  const tokens = new LRUCache<string, Entry>({
    max: capacity,
    // The library calls an entry stale once it is older than this, and a token is gone as soon as it is as old as its lifetime.
    ttl: TOKEN_LIFETIME_MS - 1,
    ttlResolution: 0,
    perf: clock,
    // Lets `sweep` see what is stale; `find` never does.
    allowStale: true,
    dispose: forget,
  });

  /** Never moves an entry, so that the order stays that of age. */
  const find = (key: string): Entry | undefined => {
    const entry = tokens.peek(key, { allowStale: false });
    if (!entry) tokens.delete(key);
    return entry;
  };

  const sweep = (): boolean => {
    for (let swept = 0; swept < slice; swept++) {
      const { value: oldest } = tokens.rkeys().next();
      if (oldest === undefined || tokens.peek(oldest, { allowStale: false })) return false;
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
      tokens.set(`${siteId}/${tokenId}`, { siteId, payload, spent: false, hold: 0, leasedUntil: 0 });
    },

    async hold(siteId, tokenId) {
      const key = `${siteId}/${tokenId}`;
      const entry = find(key);
      if (!entry) return GONE;
      if (entry.leasedUntil > clock.now()) return BUSY;
      if (entry.spent) {
        tokens.delete(key);
        return GONE;
      }
      entry.hold += 1;
      entry.leasedUntil = clock.now() + HOLD_LEASE_MS;

      const mine = entry.hold;
      const isMine = (): boolean => find(key) === entry && entry.hold === mine && entry.leasedUntil > clock.now();
      return {
        is: 'held',
        payload: Buffer.from(entry.payload),
        async consume() {
          if (!isMine() || entry.spent) return false;
          entry.spent = true;
          entry.payload.fill(0);
          return true;
        },
        async release() {
          if (!isMine()) return;
          if (entry.spent) tokens.delete(key);
          else entry.leasedUntil = 0;
        },
      };
    },

    sweep,
    clear: () => tokens.clear(),
  };
};

/** Sweeps from now on, in turns that let requests in between. Returns what ends it. */
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
