import type { Seconds } from '@service/billing/values/time.ts';
import type { Context } from 'koa';
import { subscriber } from '../../runtime/network-address.ts';
import { clientAddress } from '../client-address.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Requests that one address may make in a minute without credentials, by what they cost. `files` is everything that is
 * ready in memory or costs as little: scripts, frame documents, fonts, `/health`, and in front of their own limits the
 * routes of the browser API. Many customers share an address behind a carrier, and a page with card fields asks for
 * some ten files. `docs_search` has a request for each key that readers type. `sign_in` counts hosted login tokens
 * that are not valid, `console_sign_in` what operators sign in with, and `console_passkey_options` the challenges that
 * they ask for, each of which is a row. A gateway sends the notifications of all its merchants' payments from few
 * addresses.
 */
export const ADDRESS_REQUESTS_PER_MINUTE = {
  docs: 300,
  docs_search: 1200,
  unauthorized: 600,
  files: 6000,
  account_pages: 600,
  console: 1200,
  console_sign_in: 120,
  console_passkey_options: 120,
  sign_in: 60,
  gateway_notifications: 3000,
  export_files: 600,
} as const;

export type AnonymousKind = keyof typeof ADDRESS_REQUESTS_PER_MINUTE;

type ClientConnection = Pick<Context, 'app' | 'req'>;

/**
 * Limits the requests of one address, in this process alone: they bound what one process spends on clients that it does
 * not know.
 */
export interface AnonymousLimits {
  /** Counts a request; answers how many seconds the address has to wait, 0 where the request is within the limit. */
  hit(asking: ClientConnection, kind: AnonymousKind): Promise<Seconds>;
  /** The same without counting. */
  look(asking: ClientConnection, kind: AnonymousKind): Promise<Seconds>;
  /** Counts a request, and answers 429 where it is one too many. True when it did. */
  refuse(ctx: Context, kind: AnonymousKind): Promise<boolean>;
}

export const anonymousLimits = (
  limiter: RateLimiter,
  perMinute: Readonly<Record<AnonymousKind, number>> = ADDRESS_REQUESTS_PER_MINUTE,
): AnonymousLimits => {
  const ask = (asking: ClientConnection, kind: AnonymousKind, counts: boolean) =>
    limiter.hit(`${kind}/${subscriber(clientAddress(asking))}`, { most: perMinute[kind], seconds: 60 }, counts);

  const hit = async (asking: ClientConnection, kind: AnonymousKind): Promise<Seconds> => {
    const { allowed, wait } = await ask(asking, kind, true);
    return allowed ? 0 : wait;
  };

  return {
    hit,
    async look(asking, kind) {
      const { used, wait } = await ask(asking, kind, false);
      return used < perMinute[kind] ? 0 : wait;
    },
    async refuse(ctx, kind) {
      const wait = await hit(ctx, kind);
      if (wait === 0) return false;
      ctx.status = 429;
      ctx.set({
        'Retry-After': String(wait),
        'Cache-Control': 'no-store',
        'Content-Type': 'text/plain; charset=utf-8',
        'X-Content-Type-Options': 'nosniff',
      });
      ctx.body = `Too many requests from your address. Try again in ${wait} seconds.`;
      return true;
    },
  };
};
