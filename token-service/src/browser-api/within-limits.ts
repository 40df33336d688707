import type { Site } from '@service/billing/site.ts';
import type { Windows } from '../limits/windows.ts';
import { Refusal } from './refusal.ts';

/** Requests in a stretch of time, for each route, against card testing and code guessing (DESIGN section 7). */
export interface TokenLimits {
  readonly perAddress: number;
  readonly perKey: number;
  /** A minute, where nothing is said. */
  readonly seconds?: number;
}

export const TOKEN_LIMITS: TokenLimits = { perAddress: 300, perKey: 3000 };

const MINUTE = 60;

/** One customer has one IPv4 address, or all of the 64 bits behind an IPv6 prefix. */
export const subscriber = (address: string): string => {
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...middle, ...back].slice(0, 4).join(':');
};

/** Throws `too-many-requests` once an address, or a key, has asked too often. */
export const withinLimits = (windows: Windows, { perAddress, perKey, seconds = MINUTE }: TokenLimits) => {
  const hit = async (name: string, limit: number): Promise<void> => {
    const { allowed, retryAfter } = await windows.hit(name, limit, seconds);
    if (!allowed) throw new Refusal('too-many-requests', retryAfter);
  };
  return {
    address: (route: string, address: string): Promise<void> => hit(`${route}/from/${subscriber(address)}`, perAddress),
    site: (route: string, { id }: Site): Promise<void> => hit(`${route}/of/${id}`, perKey),
  };
};

export type Limits = ReturnType<typeof withinLimits>;
