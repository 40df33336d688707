import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds taken by each request. */
  readonly latencies: Float64Array;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const OK = Buffer.from('HTTP/1.1 200 ');

/**
 * Returns the length of the first response in the received bytes once it is complete. Throws when it is not a 200 with
 * a length.
 */
const answerLength = (arrived: Buffer): number | undefined => {
  const head = arrived.indexOf(END_OF_HEAD);
  if (head < 0) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(arrived.toString('latin1', 0, head))?.[1];
  if (!arrived.subarray(0, OK.length).equals(OK) || !length) throw new Error(`Unexpected response: ${arrived}`);
  return head + END_OF_HEAD.length + Number(length);
};

/**
 * Whether the client polls for responses when there are none. The kernel charges the wake-up of a sleeping client to
 * the server that responds: a server as fast as its client hardly ever pays it, a slower one pays it with each
 * response. A polling client costs both the same.
 */
export type Client = 'awake' | 'asleep';

/**
 * Sends sequential requests on each of the given number of connections for the given number of seconds. The request
 * bytes are prepared and responses are only measured, so that the client uses little CPU.
 */
export const load = async (
  port: number,
  request: Buffer,
  { connections, seconds, client }: { connections: number; seconds: number; client: Client },
): Promise<Load> => {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;

  const drive = async (socket: Socket): Promise<void> => {
    await once(socket, 'connect');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let length: number | undefined;
    let size = 0;
    let sent = 0;
    const send = (): void => {
      sent = performance.now();
      socket.write(request);
    };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server ended a connection.')));
    socket.on('data', (chunk: Buffer) => {
      // All responses have the same length, except for the digits of a date; the first one determines it.
      length ??= answerLength(chunk);
      size += chunk.length;
      if (length === undefined) return reject(new Error('The first answer came in pieces.'));
      if (size < length) return undefined;
      if (size > length || !chunk.subarray(0, OK.length).equals(OK)) return reject(new Error(`Unexpected: ${chunk}`));
      size = 0;
      const now = performance.now();
      latencies.push(now - sent);
      return now < until ? send() : resolve();
    });
    send();
    await promise.finally(() => socket.destroy());
  };

  let isOver = client === 'asleep';
  const look = (): void => {
    if (!isOver) setImmediate(look);
  };
  look();
  await Promise.all(
    Array.from({ length: connections }, () => drive(connect({ port, host: '127.0.0.1', noDelay: true }))),
  );
  isOver = true;
  return {
    requests: latencies.length,
    seconds: (performance.now() - began) / 1000,
    latencies: Float64Array.from(latencies).sort(),
  };
};
