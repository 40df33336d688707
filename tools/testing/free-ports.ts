import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux, macOS and Windows give to a socket that asks for any port. Other tests ask all the time,
 * and could be given a port between its choice here and the start of the process that it is for.
 */
const RANGE = { first: 11_000, last: 31_999 };

const given = new Set<number>();

/** Ports of the loopback interface at which nothing listens, each given once by this process. */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = RANGE.first + Math.floor(Math.random() * (RANGE.last - RANGE.first + 1));
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    ports.push(port);
  }
  return ports;
};

/** One of the ports that `freePorts` gives. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
};
