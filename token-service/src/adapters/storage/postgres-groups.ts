import type { Queries, Work } from './database.ts';

/** Transactions of a group at most: enough to share its cost, few enough that a conflict repeats little work. */
const MOST = 32;

interface Joined {
  readonly work: Work<unknown>;
  readonly account: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupDeps {
  /** Runs a transaction once, while no other one of its queue runs. */
  readonly once: <T>(work: Work<T>, queue: string) => Promise<T>;
  /** Runs a transaction the same way, again after each conflict. */
  readonly repeated: <T>(work: Work<T>, queue: string) => Promise<T>;
  /** Whether an error says nothing about single transactions: the commit was not answered, or no server. */
  readonly isFinal: (error: unknown) => boolean;
}

export interface Groups {
  /** Runs a transaction of an account in the next group of its queue. */
  join<T>(work: Work<T>, queue: string, account: string): Promise<T>;
}

/**
 * Commits transactions of different accounts together. Those that arrive while a group of their queue runs form the
 * next one: their statements take turns on one connection, in one transaction. That is equivalent to running them one
 * after the other, because each touches records of its own account only. When any of them fails, or the group
 * conflicts with another transaction, everything is rolled back, and each one is run by itself.
 */
export const openGroups = ({ once, repeated, isFinal }: GroupDeps): Groups => {
  const waiting = new Map<string, Joined[]>();

  const run = async (group: readonly Joined[], queue: string): Promise<void> => {
    const [first] = group;
    if (first && group.length === 1) return repeated(first.work, queue).then(first.resolve, first.reject);
    try {
      const values = await once((queries) => allOf(group, queries), queue);
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
    } catch (error) {
      for (const { work, resolve, reject } of group) {
        if (isFinal(error)) reject(error);
        else await repeated(work, queue).then(resolve, reject);
      }
    }
  };

  const drain = async (queue: string, joined: Joined[]): Promise<void> => {
    while (joined.length > 0) await run(takeGroup(joined), queue);
    waiting.delete(queue);
  };

  return {
    join: <T>(work: Work<T>, queue: string, account: string) =>
      new Promise<T>((resolve, reject) => {
        const joining = { work, account, resolve: resolve as Joined['resolve'], reject };
        const joined = waiting.get(queue);
        if (joined) {
          joined.push(joining);
          return;
        }
        const alone = [joining];
        waiting.set(queue, alone);
        void drain(queue, alone);
      }),
  };
};

/** Removes the next group from those that wait: at most one transaction of each account, in the order of arrival. */
const takeGroup = (waiting: Joined[]): Joined[] => {
  const accounts = new Set<string>();
  const group: Joined[] = [];
  const left: Joined[] = [];
  for (const one of waiting) {
    if (group.length === MOST || accounts.has(one.account)) left.push(one);
    else group.push(one);
    accounts.add(one.account);
  }
  waiting.splice(0, waiting.length, ...left);
  return group;
};

/** Waits for all, also after one has failed: none may still run when it is run again. */
const allOf = async (group: readonly Joined[], queries: Queries): Promise<unknown[]> => {
  const ended = await Promise.allSettled(group.map(({ work }) => work(queries)));
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};
