import type { Context } from 'koa';
import { isLoopback } from './config.ts';

/**
 * Whether a request crossed a network unencrypted. Behind a trusted proxy (`TRUST_PROXY`) only its headers count: every
 * connection comes from the proxy, so the socket says nothing of the client. A proxy that sends neither header is refused.
 * Without one, a request is in the clear unless this machine sent it or `publicUrl` is an HTTPS address.
 */
export const inTheClear =
  (publicUrl: string | null | undefined) =>
  (ctx: Pick<Context, 'app' | 'secure' | 'ips' | 'req'>): boolean => {
    if (ctx.secure) return false;
    // The proxy appends the address it saw; what stands before it, the client may have written.
    if (ctx.app.proxy) return !isLoopback(plain(ctx.ips.at(-1)));
    return !publicUrl?.startsWith('https:') && !isLoopback(plain(ctx.req.socket.remoteAddress));
  };

/** An IPv4 address that arrived on an IPv6 socket, as IPv4. */
const plain = (address = ''): string => address.replace('::ffff:', '');
