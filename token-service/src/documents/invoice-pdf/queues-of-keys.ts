import { PoolFailure } from './worker-pool.ts';

/** Invoices that one key reads and prints at the same time, and those that wait for that. */
export const PRINTS = { atOnce: 2, waiting: 32 } as const;

/** Runs a task of a key when its turn comes. Throws `PoolFailure` when too many of the key wait already. */
export type QueuesOfKeys = <T>(key: string, task: () => Promise<T>) => Promise<T>;

interface Tasks {
  running: number;
  readonly waiting: (() => void)[];
}

/** Bounds how many tasks of a key run at the same time; the others wait, first come, first served. */
export const queuesOfKeys = ({ atOnce, waiting: most }: { atOnce: number; waiting: number } = PRINTS): QueuesOfKeys => {
  const keys = new Map<string, Tasks>();

  const begin = (key: string): Promise<void> | void => {
    const tasks = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, tasks);
    if (tasks.running >= atOnce) {
      if (tasks.waiting.length >= most) throw new PoolFailure('full');
      return new Promise((resolve) => tasks.waiting.push(resolve));
    }
    tasks.running += 1;
  };

  /** Passes the turn on to the next task of the key. */
  const end = (key: string): void => {
    const tasks = keys.get(key);
    const next = tasks?.waiting.shift();
    if (next) next();
    else if (tasks && --tasks.running === 0) keys.delete(key);
  };

  return async (key, task) => {
    await begin(key);
    try {
      return await task();
    } finally {
      end(key);
    }
  };
};
