import type { Context } from 'koa';

type ClientConnection = Pick<Context, 'app' | 'req'>;

/** The address of the client: behind a trusted proxy the one that the proxy adds. */
export const clientAddress = (asking: ClientConnection): string =>
  forwardedAddress(asking) ?? asking.req.socket.remoteAddress ?? '';

/** Longer than any address with a port. */
const LONGEST = 64;

/**
 * Returns the address that a trusted proxy adds, without a port; undefined without one. Only the last address of
 * `X-Forwarded-For` is the proxy's own: the client may have written those before it.
 */
export const forwardedAddress = ({ app, req }: ClientConnection): string | undefined => {
  const header = app.proxy ? req.headers['x-forwarded-for'] : undefined;
  const text = Array.isArray(header) ? header.at(-1) : header;
  if (!text) return undefined;
  const last = text.slice(text.lastIndexOf(',') + 1).trim();
  return last === '' ? undefined : withoutPort(last.slice(0, LONGEST));
};

/** Some proxies add the port of the client: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ?? /^([^:]*):\d*$/.exec(address)?.[1] ?? address;
