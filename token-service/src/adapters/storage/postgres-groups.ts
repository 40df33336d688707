import type { Queries, Row, Value, Work } from './database.ts';
import { type Asked, type ParameterTypes, sendTogether } from './together.ts';

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
  readonly types: ParameterTypes;
}

export interface Groups {
  /** Runs a transaction of an account in the next group of its queue. */
  join<T>(work: Work<T>, queue: string, account: string): Promise<T>;
}

/**
 * Commits transactions of different accounts together. Those that arrive while a group of their queue runs form the
 * next one: they run in step, on one connection and in one transaction, and statements of one text are sent as one.
 * That is equivalent to running them one after the other, because each touches records of its own account only. When
 * any of them fails, or the group conflicts with another transaction, everything is rolled back, and each one is run by
 * itself.
 */
export const openGroups = ({ once, repeated, isFinal, types }: GroupDeps): Groups => {
  const waiting = new Map<string, Joined[]>();

  const run = async (group: readonly Joined[], queue: string): Promise<void> => {
    const [first] = group;
    if (first && group.length === 1) return repeated(first.work, queue).then(first.resolve, first.reject);
    try {
      const values = await once((queries) => allOf(group, queries, types), queue);
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
        const first = [joining];
        waiting.set(queue, first);
        // With those that arrive in the same turn of the event loop.
        setImmediate(() => void drain(queue, first));
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

/**
 * Runs all, each until it waits for an answer, then sends what they ask for, and so on. Waits for all, also after one
 * has failed: none may still run when it is run again.
 */
const allOf = async (group: readonly Joined[], queries: Queries, types: ParameterTypes): Promise<unknown[]> => {
  const { ask, sent } = inStep(queries, types);
  const ended = await Promise.allSettled(group.map(({ work }, task) => work(queriesOf(ask, task))));
  await sent();
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
};

type Ask = (
  task: number,
  what: Asked['what'],
  sql: string,
  values?: readonly Value[],
) => Promise<readonly Row[] | number>;

const inStep = (queries: Queries, types: ParameterTypes) => {
  let asked: Asked[] = [];
  let sending: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    for (;;) {
      // Until every task has gone on from its last answer as far as it can.
      await new Promise<void>((resolve) => process.nextTick(resolve));
      if (asked.length === 0) break;
      const step = asked;
      asked = [];
      await sendTogether(queries, step, types);
    }
    sending = undefined;
  };
  const ask: Ask = (task, what, sql, values = []) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Row[] | number>();
    asked.push({ task, what, sql, values, resolve, reject });
    sending ??= send();
    return promise;
  };
  return {
    ask,
    /** Resolves once all writes are on their way. */
    async sent(): Promise<void> {
      while (sending) await sending;
    },
  };
};

const queriesOf = (ask: Ask, task: number): Queries => {
  const queries: Queries = {
    all: async (sql, values) => [...((await ask(task, 'rows', sql, values)) as readonly Row[])],
    get: async (sql, values) => ((await ask(task, 'rows', sql, values)) as readonly Row[])[0],
    run: async (sql, values) => (await ask(task, 'count', sql, values)) as number,
    // A later query has its error, or the commit.
    async write(sql, values) {
      ask(task, 'nothing', sql, values).catch(() => {});
    },
    transaction: (work) => work(queries),
  };
  return queries;
};
