import type { Site } from '@service/billing/resources/site.ts';
import { Failure } from '@service/billing/values/failure.ts';
import { isLoopback } from '@service/billing/values/loopback.ts';
import type { Context } from 'koa';
import { unmapped } from '../runtime/network-address.ts';
import { forwardedAddress } from './client-address.ts';

/**
 * Whether a request crossed a network unencrypted. Behind a trusted proxy (`TRUST_PROXY`) only its headers count: every
 * connection comes from the proxy, so the socket says nothing of the client. A proxy that sends neither header is
 * refused. Without one, a request is in the clear unless this machine sent it or `publicUrl` is an HTTPS address.
 */
export const inTheClear =
  (publicUrl: string | null | undefined) =>
  (ctx: Pick<Context, 'app' | 'secure' | 'req'>): boolean => {
    if (ctx.secure || isFromThisMachine(ctx)) return false;
    return ctx.app.proxy || !publicUrl?.startsWith('https:');
  };

/** Refuses a request of a production site that crossed a network unencrypted: `https_required`. */
export type RequireEncryption = (ctx: Pick<Context, 'app' | 'secure' | 'req'>, site: Pick<Site, 'mode'>) => void;

export const requireEncryption = (publicUrl: string | null | undefined): RequireEncryption => {
  const isInTheClear = inTheClear(publicUrl);
  return (ctx, { mode }) => {
    if (mode === 'production' && isInTheClear(ctx)) throw new Failure('https_required');
  };
};

/**
 * Whether a program of this machine sent the request. Behind a trusted proxy that is so if the proxy names a loopback
 * address, the last one of `X-Forwarded-For`; the client may have written those before it. A request without the header
 * is not.
 */
export const isFromThisMachine = (ctx: Pick<Context, 'app' | 'req'>): boolean =>
  isLoopback(unmapped((ctx.app.proxy ? forwardedAddress(ctx) : ctx.req.socket.remoteAddress) ?? ''));
