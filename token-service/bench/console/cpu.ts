import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Seconds of a tick, in which the system counts the time of processes that have ended. */
const TICKS_PER_SECOND = 100;

const fieldsOf = (pid: string): readonly string[] =>
  // The name before the last bracket may contain spaces.
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];

/** Returns a reading, or the same reading of nothing for a process that has ended meanwhile. */
const ifAlive = <T>(read: () => T, otherwise: T): T => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

const PARENT = 1;
/** The fields with the time of ended children, user and system. */
const [CHILDREN_USER, CHILDREN_SYSTEM] = [13, 14];

/**
 * Returns a function that reads the milliseconds of CPU that a PostgreSQL server on this machine, with all of its
 * processes, has used; undefined for a server elsewhere, and on systems other than Linux.
 */
export const databaseCpu = async (url: string): Promise<(() => number) | undefined> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid, version() AS version');
    const parent = ifAlive(() => fieldsOf(String(rows[0]?.pid))[PARENT], undefined);
    return parent === undefined ? undefined : () => usedBy(parent);
  } finally {
    await client.end();
  }
};

const usedBy = (server: string): number => {
  const own = fieldsOf(server);
  const ended = (Number(own[CHILDREN_USER]) + Number(own[CHILDREN_SYSTEM])) * (1000 / TICKS_PER_SECOND);
  const children = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && ifAlive(() => fieldsOf(pid)[PARENT] === server, false),
  );
  // Nanoseconds on a processor come first.
  const running = children.map((pid) =>
    ifAlive(() => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6, 0),
  );
  return running.reduce((sum, each) => sum + each, ended);
};
