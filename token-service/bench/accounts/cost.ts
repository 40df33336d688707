import { load } from './load.ts';
import type { Kind } from './requests.ts';
import type { Server } from './servers.ts';
import { median, megabytes, microseconds, milliseconds, quantile } from './words.ts';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 16;

interface Round {
  /** Microseconds of server CPU for each request. */
  readonly cost: number;
  readonly perSecond: number;
  readonly latencies: readonly number[];
  readonly rss: number;
}

/**
 * Loads the servers alternately, so that other work on the machine affects all of them, and prints the cost of each
 * kind of request.
 */
export const costs = async (bare: Server, services: readonly Server[], kinds: readonly Kind[]): Promise<void> => {
  console.log(`A request, ${CONNECTIONS} at a time, ${ROUNDS} rounds of ${SECONDS} s in turns, medians`);
  console.log(`${' '.repeat(36)}CPU/request   ratio  requests/s        p50        p99     memory`);
  for (const kind of kinds) {
    // One request, to learn the size of the response that the bare server must send.
    const { size } = await load({
      url: services[0]?.url ?? '',
      next: () => kind.bytes(kind.path()),
      connections: 1,
      seconds: 0,
    });
    const servers = [
      { server: bare, path: () => `/${size}` },
      ...services.map((server) => ({ server, path: kind.path })),
    ];
    const rounds = servers.map(() => [] as Round[]);
    for (let turn = 0; turn <= ROUNDS; turn++) {
      for (const [index, { server, path }] of servers.entries()) {
        const measured = await round(server, () => kind.bytes(path()));
        // The first round warms up.
        if (turn > 0) rounds[index]?.push(measured);
      }
    }
    report(
      kind,
      size,
      servers.map(({ server }) => server.name),
      rounds,
    );
  }
};

const round = async (server: Server, next: () => Buffer): Promise<Round> => {
  const before = await server.ask('usage');
  const { seconds, latencies } = await load({ url: server.url, next, connections: CONNECTIONS, seconds: SECONDS });
  const after = await server.ask('usage');
  const count = latencies.length;
  return { cost: (after.cpu - before.cpu) / count, perSecond: count / seconds, latencies, rss: after.rss };
};

const report = (
  { name }: Kind,
  size: number,
  servers: readonly string[],
  rounds: readonly (readonly Round[])[],
): void => {
  for (const [index, server] of servers.entries()) {
    const own = rounds[index] ?? [];
    const ratio = median(own.map(({ cost }, turn) => cost / (rounds[0]?.[turn]?.cost ?? 1)));
    const latencies = own.flatMap((each) => each.latencies);
    const label = index === 0 ? name : index === 1 ? `  ${size} bytes` : '';
    const cells = [
      label.padEnd(20),
      server.padEnd(15),
      microseconds(median(own.map(({ cost }) => cost))).padStart(12),
      ratio.toFixed(ratio < 10 ? 2 : 1).padStart(8),
      median(own.map(({ perSecond }) => perSecond))
        .toFixed(0)
        .padStart(12),
      milliseconds(quantile(latencies, 0.5)).padStart(11),
      milliseconds(quantile(latencies, 0.99)).padStart(11),
      megabytes(own.at(-1)?.rss ?? 0).padStart(11),
    ];
    console.log(cells.join(''));
  }
};
