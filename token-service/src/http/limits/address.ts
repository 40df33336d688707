import type { Context } from 'koa';

type Asking = Pick<Context, 'app' | 'req'>;

/** The address of the client: behind a trusted proxy the one that the proxy adds. */
export const clientAddress = (asking: Asking): string =>
  forwardedAddress(asking) ?? asking.req.socket.remoteAddress ?? '';

/** Longer than any address with a port. */
const LONGEST = 64;

/**
 * Returns the address that a trusted proxy adds, without a port; undefined without one. Only the last address of
 * `X-Forwarded-For` is the proxy's own: the client may have written those before it.
 */
export const forwardedAddress = ({ app, req }: Asking): string | undefined => {
  const header = app.proxy ? req.headers['x-forwarded-for'] : undefined;
  const text = Array.isArray(header) ? header.at(-1) : header;
  if (!text) return undefined;
  const last = text.slice(text.lastIndexOf(',') + 1).trim();
  return last === '' ? undefined : withoutPort(last.slice(0, LONGEST));
};

/** Some proxies add the port of the client: `203.0.113.7:4711`, `[2001:db8::7]:4711`. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d*)?$/.exec(address)?.[1] ?? /^([^:]*):\d*$/.exec(address)?.[1] ?? address;

/** An IPv4 address that a socket for IPv6 reports, in its own form. */
export const unmapped = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** The eight groups of an IPv6 address. */
export const groupsOf = (address: string): string[] => {
  const [head = '', tail] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...middle, ...back];
};

/** One customer has one IPv4 address, or all of the 64 bits behind an IPv6 prefix. */
export const subscriber = (address: string): string => {
  const own = unmapped(address);
  return own.includes(':') ? groupsOf(own).slice(0, 4).join(':') : own;
};
