import { type Cluster, Command } from 'ioredis';

/** Returns the addresses of the servers that have keys, as they announce them. */
export const mastersOf = ({ slots }: Cluster): readonly string[] => [
  ...new Set(slots.flatMap(([master]) => (master === undefined ? [] : [master]))),
];

/** Seconds for which a key that was written to try a server is kept. */
const TRIED = 60;

/** The servers of a cluster that have keys, and those of them that did not take a write. */
export interface RefusingMasters {
  readonly masters: readonly string[];
  readonly refusing: readonly string[];
}

/** Returns the masters that do not take a write: a full or read-only server responds to everything else. */
export const refusingMasters = async (cluster: Cluster): Promise<RefusingMasters> => {
  const masters = mastersOf(cluster);
  const keys = new Map<string, string>();
  for (let number = 0; keys.size < masters.length; number += 1) {
    const key = `health:${number}`;
    const master = cluster.slots[new Command('set', [key]).getSlot()]?.[0];
    if (master !== undefined && !keys.has(master)) keys.set(master, key);
  }
  const tried = await Promise.all(
    [...keys].map(async ([master, key]) => {
      const took = await cluster.set(key, '1', 'EX', TRIED).catch(() => null);
      return took === null ? [master] : [];
    }),
  );
  return { masters, refusing: tried.flat() };
};

/** Returns the addresses of nodes that the others do not hear, masters and replicas. */
export const absentNodes = async (cluster: Cluster): Promise<readonly string[]> => {
  const known = await cluster
    .nodes('master')
    .find(({ status }) => status === 'ready')
    ?.cluster('NODES');
  // <id> <address>@<port of the bus> <flags, such as master,fail> …
  return [...String(known ?? '').matchAll(/^\S+ ([^@\s]+)@\S+ (\S+)/gm)]
    .filter(([, , flags = '']) => flags.split(',').some((flag) => flag.startsWith('fail')))
    .map(([, address = '']) => address);
};
