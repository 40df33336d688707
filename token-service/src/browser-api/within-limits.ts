import type { Site } from '@service/billing/site.ts';
import { subscriber } from '../limits/address.ts';
import type { RateLimiter } from '../limits/rate-limiter.ts';
import { Refusal } from './refusal.ts';

/** Requests in a stretch of time, for each route, against card testing and code guessing. */
export interface TokenLimits {
  readonly perAddress: number;
  readonly perKey: number;
  /** A minute, where nothing is said. */
  readonly seconds?: number;
}

export const TOKEN_LIMITS: TokenLimits = { perAddress: 300, perKey: 3000 };

const MINUTE = 60;

/** Throws `too-many-requests` once an address, or a key, has asked too often. */
export const withinLimits = (limiter: RateLimiter, { perAddress, perKey, seconds = MINUTE }: TokenLimits) => {
  const hit = async (name: string, limit: number): Promise<void> => {
    const { allowed, wait } = await limiter.hit(name, { most: limit, seconds });
    if (!allowed) throw new Refusal('too-many-requests', wait);
  };
  return {
    address: (route: string, address: string): Promise<void> => hit(`${route}/from/${subscriber(address)}`, perAddress),
    site: (route: string, { id }: Site): Promise<void> => hit(`${route}/of/${id}`, perKey),
  };
};

export type Limits = ReturnType<typeof withinLimits>;
