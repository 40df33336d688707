import type { Context } from 'koa';
import { isLoopback } from './config.ts';

/**
 * Whether a request crossed a network unencrypted (DESIGN section 3): not over TLS here, not from this machine, and not to an address whose TLS ends
 * at a proxy in front.
 */
export const inTheClear =
  (publicUrl: string | null | undefined) =>
  (ctx: Pick<Context, 'secure' | 'req'>): boolean =>
    !ctx.secure &&
    !publicUrl?.startsWith('https:') &&
    !isLoopback((ctx.req.socket.remoteAddress ?? '').replace('::ffff:', ''));
