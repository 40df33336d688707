import { connect, type Socket } from 'node:net';

export interface Load {
  readonly seconds: number;
  /** Milliseconds taken by each request. */
  readonly latencies: readonly number[];
  /** Size of the last response body, in bytes. */
  readonly size: number;
}

export interface Loading {
  readonly url: string;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
  /** The number of concurrent requests, each on its own keep-alive connection. */
  readonly connections: number;
  readonly seconds: number;
}

/**
 * Sends sequential requests on each connection. Responses are only measured, not parsed, so that the client uses little
 * CPU.
 */
export const load = async ({ url, next, connections, seconds }: Loading): Promise<Load> => {
  const { hostname: host, port } = new URL(url);
  const latencies: number[] = [];
  let size = 0;
  const began = performance.now();
  const until = began + seconds * 1000;
  const drive = async (socket: Socket): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let sent = 0;
    const send = (): void => {
      sent = performance.now();
      socket.write(next());
    };
    const read = answerReader((length) => {
      size = length;
      const now = performance.now();
      latencies.push(now - sent);
      if (now < until) send();
      else resolve();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server ended a connection.')));
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      try {
        read(chunk as Buffer);
      } catch (error) {
        reject(error as Error);
      }
    });
    await promise.finally(() => socket.destroy());
  };
  const lanes = Array.from({ length: connections }, () => connect({ host, port: Number(port), noDelay: true }));
  await Promise.all(lanes.map(drive));
  return { seconds: (performance.now() - began) / 1000, latencies, size };
};

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/**
 * Consumes chunks of consecutive responses and reports the body length of each complete one. Throws on a response that
 * is not a success.
 */
const answerReader = (answered: (length: number) => void): ((chunk: Buffer) => void) => {
  let head: Buffer = NOTHING;
  let length = 0;
  let missing = 0;
  return (chunk) => {
    let rest = chunk;
    if (missing === 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end < 0) return;
      length = missing = bodyLength(head.toString('latin1', 0, end + 2));
      rest = head.subarray(end + HEAD_END.length);
      head = NOTHING;
    }
    missing -= rest.length;
    if (missing === 0) answered(length);
  };
};

const bodyLength = (head: string): number => {
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  if (!/^HTTP\/1\.1 20[01] /.test(head) || !length) throw new Error(`Unexpected response: ${head}`);
  return Number(length);
};
