import type { Site } from '@service/billing/site.ts';
import { subscriber } from '../limits/address.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { Refusal } from './refusal.ts';

/** Look-ups of one address and, where codes could be guessed, with one key. */
export interface LookUpLimits {
  readonly perAddress: number;
  readonly perKey?: number;
  /** A minute by default. */
  readonly seconds?: number;
}

export const LOOK_UP_LIMITS: LookUpLimits = { perAddress: 300 };

const MINUTE = 60;

/** Throws `too-many-requests` once an address, or a key, has made too many requests. */
export const withinLimits = (limiter: RateLimiter, { perAddress, perKey, seconds = MINUTE }: LookUpLimits) => {
  const hit = async (name: string, most: number): Promise<void> => {
    const { allowed, wait } = await limiter.hit(name, { most, seconds });
    if (!allowed) throw new Refusal('too-many-requests', wait);
  };
  return {
    address: (route: string, address: string): Promise<void> => hit(`${route}/from/${subscriber(address)}`, perAddress),
    site: async (route: string, { id }: Site): Promise<void> => {
      if (perKey !== undefined) await hit(`${route}/of/${id}`, perKey);
    },
  };
};

export type Limits = ReturnType<typeof withinLimits>;
