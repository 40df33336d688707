import type { Context } from 'koa';

/** The address of the client: behind a trusted proxy the one that the proxy adds. */
export const clientAddress = ({ app, ip, req }: Pick<Context, 'app' | 'ip' | 'req'>): string =>
  app.proxy ? ip : (req.socket.remoteAddress ?? '');

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
