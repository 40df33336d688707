import { readdirSync, readFileSync } from 'node:fs';
import type { Queries } from '../../src/adapters/storage/database.ts';

/** Milliseconds of a tick, in which Linux counts processor time. */
const TICK = 10;

/** The members of `/proc/<pid>/stat` after the name of the program; undefined for a process that has ended. */
const statOf = (pid: string | number): readonly number[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
};

const PARENT = 1;
/** Those of the process in user and system mode, and those of its children that have ended. */
const TIMES = [11, 12] as const;
const TIMES_OF_ENDED = [13, 14] as const;

const sum = (stat: readonly number[], members: readonly number[]): number =>
  members.reduce((total, member) => total + (stat[member] ?? 0), 0);

/**
 * Returns a function that reads the milliseconds of processor time that all processes of a PostgreSQL server have
 * taken; undefined if the server does not run on this machine, or this is not Linux.
 */
export const openServerCpu = async (database: Pick<Queries, 'get'>): Promise<(() => number) | undefined> => {
  const pid = Number((await database.get('SELECT pg_backend_pid() AS pid'))?.pid);
  const server = statOf(pid)?.[PARENT];
  if (server === undefined) return undefined;
  return () => {
    const own = statOf(server) ?? [];
    const children = readdirSync('/proc').flatMap((name) => {
      const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
      return stat?.[PARENT] === server ? [stat] : [];
    });
    const ticks = [own, ...children].reduce((total, stat) => total + sum(stat, TIMES), sum(own, TIMES_OF_ENDED));
    return ticks * TICK;
  };
};
