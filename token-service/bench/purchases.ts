/**
 * Benchmark of purchases: a new customer with a card buys a plan with an add-on and a one-time charge, measured from
 * request bytes to response bytes, with 1 and with 16 clients, on both engines. Two baselines run alternately with it,
 * each a pair of transactions with 15 statements: one on a narrow table, and one that writes the same rows as a
 * purchase to the same tables. Without parsing, purchases should reach half the rate of the baseline. Everything runs
 * in this process without HTTP, so that the phases can be measured separately; the gateway responds immediately and
 * keeps its log in memory.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, milliseconds, quantile } from './accounts/words.ts';
import { openBenchPostgres } from './engines/bench-postgres.ts';
import { openCopies } from './purchases/copies.ts';
import { openPair } from './purchases/pair.ts';
import { openCounter } from './purchases/shop.ts';

const ROUNDS = 5;
const MILLISECONDS = 1500;
const CLIENTS = [1, 16] as const;
const GOAL = 0.5;

interface Load {
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

/** Runs the given number of clients, each doing one operation after another for a while. */
const load = async (clients: number, once: () => Promise<void>, duration = MILLISECONDS): Promise<Load> => {
  const latencies: number[] = [];
  const began = performance.now();
  const until = began + duration;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      const start = performance.now();
      await once();
      latencies.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (latencies.length / (performance.now() - began)) * 1000, latencies };
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const measure = async (name: string, config: { dataDir: string; databaseUrl: string | null }): Promise<void> => {
  const pair = await openPair(config);
  const counter = await openCounter(config);
  await load(4, counter.buy);
  const copies = await openCopies(config);
  for (const warm of [pair.once, copies.once]) await load(4, warm);
  await counter.analyze();
  for (const clients of CLIENTS) {
    const rounds: { bare: Load; same: Load; bought: Load; ratios: readonly [narrow: number, same: number] }[] = [];
    counter.spent.reset();
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await load(clients, pair.once);
      const same = await load(clients, copies.once);
      const bought = await load(clients, counter.buy);
      // Parsing blocks this process; without it, this many more purchases would complete.
      const without = 1000 / (1000 / bought.perSecond - counter.spent.parsing());
      rounds.push({ bare, same, bought, ratios: [without / bare.perSecond, without / same.perSecond] });
    }
    const latencies = rounds.flatMap(({ bought }) => bought.latencies);
    const ratio = (place: 0 | 1): number => median(rounds.map(({ ratios }) => ratios[place]));
    const goal = (reached: number): string => `${reached.toFixed(2)}${reached >= GOAL ? ' met' : '    '}`.padStart(10);
    const cells = [
      name.padEnd(12),
      String(clients).padStart(7),
      median(rounds.map(({ bought }) => bought.perSecond))
        .toFixed(0)
        .padStart(13),
      median(rounds.map(({ bare }) => bare.perSecond))
        .toFixed(0)
        .padStart(13),
      goal(ratio(0)),
      median(rounds.map(({ same }) => same.perSecond))
        .toFixed(0)
        .padStart(11),
      goal(ratio(1)),
      milliseconds(quantile(latencies, 0.5)).padStart(10),
      milliseconds(quantile(latencies, 0.99)).padStart(10),
      ...counter.spent.shares().map((share) => percent(share).padStart(10)),
      String(counter.spent.statements().toFixed(0)).padStart(12),
    ];
    console.log(cells.join(''));
  }
  if (process.argv.includes('--statements')) console.log(counter.spent.report());
  await pair.close();
  await copies.close();
  await counter.close();
};

const HEAD = `engine      clients  purchases/s  bare pairs/s     ratio   same rows     ratio       p50       p99   parsing   pricing   storage rendering  statements`;
const LEGEND = `
ratio       purchases over the pairs before it in the same round, the time of parsing taken off; ${GOAL} is the goal
bare pairs  over one narrow table without other indexes
same rows   as a purchase writes, into the same tables with the same indexes
shares      of the time of a request from its bytes to its answer; with several clients, storage is mostly waiting for the others
PostgreSQL  is the one of the tests, which does not wait for the disk, unless DATABASE_URL names another
--statements  what each statement took`;

const cleanup: (() => Promise<unknown>)[] = [];
try {
  console.log(
    `load of the machine before: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}\n\n${HEAD}`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-purchases-'));
  cleanup.unshift(() => rm(dataDir, { recursive: true, force: true }));
  await measure('SQLite', { dataDir, databaseUrl: null });
  await measure('PostgreSQL', { dataDir, databaseUrl: await openBenchPostgres(cleanup) });
  console.log(LEGEND);
} finally {
  for (const undo of cleanup) await undo();
}
