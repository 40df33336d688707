import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Millis, SystemClock } from '@service/billing/values/time.ts';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { clientAddress } from '../../../http/client-address.ts';
import type { ApiStep } from '../api.ts';

interface Deps {
  readonly keep: SiteRecords['keepKeyUse'];
  readonly clock: SystemClock;
  readonly log: Pick<Logger, 'error'>;
}

/** Keys whose last use this process remembers. */
const REMEMBERED = 10_000;
/** Milliseconds between two records of the use of a key from one address. */
const EVERY: Millis = 60_000;

interface Recorded {
  readonly used_at_ms: Millis;
  readonly address: string;
}

/**
 * Records when and from where a key was used, at most once a minute and address. A request does not fail because that
 * could not be recorded.
 */
export const keyUsed = ({ keep, clock, log }: Deps): ApiStep => {
  const recorded = new LRUCache<string, Recorded>({ max: REMEMBERED });

  return async function keyUsed(ctx, next) {
    const { identity } = ctx.state;
    if (identity) {
      const { site, key } = identity;
      const [now, address] = [clock.now(), clientAddress(ctx)];
      const last = recorded.get(key.id);
      if (!last || last.address !== address || Math.abs(now - last.used_at_ms) >= EVERY) {
        recorded.set(key.id, { used_at_ms: now, address });
        await keep(site.id, { key_id: key.id, used_at_ms: now, address }).catch((error: unknown) => {
          recorded.delete(key.id);
          log.error({ err: error, key: key.id }, 'the use of a key could not be recorded');
        });
      }
    }
    await next();
  };
};
