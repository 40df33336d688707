import { connect } from 'node:net';

/** Everything that Node accepts of all headers together is 16 kB. */
export const SIZE = 15_000;

/** Headers that a client can make long, and the query, which some routes read as a list. */
export const HEADERS = [
  'Accept',
  'Accept-Charset',
  'Accept-Encoding',
  'Accept-Language',
  'Access-Control-Request-Headers',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Cookie',
  'Forwarded',
  'Host',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'Stripe-Signature',
  'TE',
  'User-Agent',
  'Via',
  'X-Api-Version',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Request-Id',
  'query',
] as const;

/** A header that no step reads: what receiving so many bytes costs. */
const UNREAD = 'X-Unread';

/** Contents that make a parser work: many entries or parameters, long runs that a pattern may try again and again. */
export const SHAPES: Readonly<Record<string, string>> = Object.fromEntries(
  ['a,', 'x-y_z,', 'a;q=0.1,', ';', 'a=b; ', '"x",', ',', '[', '@', '%41&', 'a=&', '. '].map((part) => [
    part,
    part.repeat(Math.floor(SIZE / part.length)),
  ]),
);
/** Blanks inside a value are kept, those around it are not. */
export const BLANKS = { blanks: `a${' '.repeat(SIZE - 2)}b`, tabs: `a${'\t'.repeat(SIZE - 2)}b` };

const requestOf = (path: string, header: string, value: string): Buffer => {
  const isQuery = header === 'query';
  const target = isQuery ? `${path}?${value.replace(/[\s"]/g, '+')}` : path;
  const host = header === 'Host' ? '' : 'Host: localhost\r\n';
  const line = isQuery ? '' : `${header}: ${value}\r\n`;
  return Buffer.from(`GET ${target} HTTP/1.1\r\n${host}${line}Connection: close\r\n\r\n`, 'latin1');
};

/** Sends bytes and waits for the whole response. A client of `node:http` would cost more than the service. */
const exchange = (port: number, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let received = 0;
    socket.on('data', ({ length }) => {
      received += length;
    });
    // A server that refuses a header closes before it has read the rest, which may reset the connection.
    socket.on('error', (cause) => (received > 0 ? resolve() : reject(cause)));
    socket.on('close', () => resolve());
  });

/** Microseconds of processor time of this process, not of the clock: other programs do not matter. */
const costOf = async (port: number, bytes: Buffer): Promise<number> => {
  const before = process.cpuUsage();
  await exchange(port, bytes);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

/** A collection of garbage, whose threads count as well, takes longer than a dozen requests. */
const ATTEMPTS = 200;

export interface Cost {
  /** Microseconds of a request with the header, and of one with as many bytes that no step reads. */
  readonly with: number;
  readonly without: number;
  readonly ratio: number;
}

/**
 * Measures what headers cost at a path, beside a header of the same size that no step reads. Compilation and garbage
 * collection make single measurements too high, never too low: measures again until the ratio is at most `enough`.
 */
export const costsAt = async (port: number, path: string) => {
  const unread = requestOf(path, UNREAD, 'a'.repeat(SIZE));
  let without = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt += 1) without = Math.min(without, await costOf(port, unread));

  return async (header: string, value: string, enough: number): Promise<Cost> => {
    const bytes = requestOf(path, header, value);
    let cost = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && cost > without * enough; attempt += 1) {
      cost = Math.min(cost, await costOf(port, bytes));
    }
    return { with: cost, without, ratio: cost / without };
  };
};
