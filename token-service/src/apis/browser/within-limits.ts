import type { Site } from '@service/billing/resources/site.ts';
import { MINUTE, type Seconds } from '@service/billing/values/time.ts';
import type { RateLimiter } from '../../http/limits/rate-limiter.ts';
import { subscriber } from '../../runtime/network-address.ts';
import { Refusal } from './refusal.ts';

/** Look-ups of one address and, where one may cost or reveal something, with one key. */
export interface LookUpLimits {
  readonly perAddress: number;
  /**
   * The limit for look-ups that name something real. Made-up codes count against their address alone: otherwise a few
   * addresses could lock every customer of a site out.
   */
  readonly perKey?: number;
  /** A minute by default. */
  readonly seconds?: Seconds;
}

export const LOOK_UP_LIMITS: LookUpLimits = { perAddress: 300 };

/** Throws `too-many-requests` once an address, or a key, has made too many requests. */
export const withinLimits = (limiter: RateLimiter, { perAddress, perKey, seconds = MINUTE }: LookUpLimits) => {
  const hit = async (name: string, most: number): Promise<void> => {
    const { allowed, wait } = await limiter.hit(name, { most, seconds });
    if (!allowed) throw new Refusal('too-many-requests', wait);
  };
  return {
    address: (route: string, address: string): Promise<void> => hit(`${route}/from/${subscriber(address)}`, perAddress),
    /** Refuses once the key has made too many requests, and counts this one unless `work` finds nothing. */
    async site(route: string, { id }: Site, work: () => Promise<unknown>): Promise<void> {
      if (perKey === undefined) return void (await work());
      const [name, limit] = [`${route}/of/${id}`, { most: perKey, seconds }];
      const { used, wait } = await limiter.hit(name, limit, false);
      if (used >= perKey) throw new Refusal('too-many-requests', wait);
      let isReal = true;
      try {
        await work();
      } catch (error) {
        isReal = !(error instanceof Refusal && error.status === 404);
        throw error;
      } finally {
        if (isReal) await limiter.hit(name, limit);
      }
    },
  };
};

export type Limits = ReturnType<typeof withinLimits>;
