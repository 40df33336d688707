import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { ask } from '../accounts/requests.ts';
import { seed } from '../accounts/seed.ts';
import { startService } from '../accounts/servers.ts';
import { openCounter } from '../purchases/shop.ts';
import { openDue } from '../renewals/due.ts';
import { load } from '../tokens/load.ts';
import { REQUEST } from '../tokens/request.ts';
import { microsecondsNow, type Span } from './cpu-profile.ts';

/** A span of time and how many operations ended in it. */
export interface Measured extends Span {
  readonly count: number;
}

/** Runs one kind of operation in a process with `options` for Node, on data in `dataDir`, until it has ended. */
export type Subject = (dataDir: string, options: readonly string[]) => Promise<Measured>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const start = (file: string, parameters: readonly string[], options: readonly string[]): ChildProcess =>
  fork(here(file), [...parameters], { execArgv: [...options], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

const message = async (child: ChildProcess): Promise<unknown> => {
  const waiting = new AbortController();
  const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`The process ended with ${code}.`);
  });
  try {
    return (await Promise.race([once(child, 'message', { signal: waiting.signal }), ended]))[0];
  } finally {
    ended.catch(() => {});
    waiting.abort();
  }
};

const ended = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit');
  child.disconnect();
  await exit;
};

const RENEWALS = 6000;
const WARM_RENEWALS = 1000;

const renewal: Subject = async (dataDir, options) => {
  const config = { dataDir, databaseUrl: null };
  const counter = await openCounter(config);
  await counter.buy();
  await counter.close();
  const database = await openDatabase(config);
  const makeDue = await openDue(database);
  await makeDue(1, WARM_RENEWALS);
  const warm = start('../renewals/worker.ts', [dataDir, ''], []);
  await message(warm);
  warm.send('go');
  await message(warm);
  await makeDue(WARM_RENEWALS + 1, RENEWALS);
  await database.close();
  const worker = start('../renewals/worker.ts', [dataDir, ''], options);
  const exit = once(worker, 'exit');
  await message(worker);
  const from = microsecondsNow();
  worker.send('go');
  await message(worker);
  const until = microsecondsNow();
  await exit;
  return { from, until, count: RENEWALS };
};

const PURCHASES = 4000;

const purchase: Subject = async (dataDir, options) => {
  const shop = start('purchases.ts', [dataDir], options);
  await message(shop);
  const buy = async (count: number): Promise<Measured> => {
    const from = microsecondsNow();
    shop.send(count);
    await message(shop);
    return { from, until: microsecondsNow(), count };
  };
  await buy(1000);
  const measured = await buy(PURCHASES);
  await ended(shop);
  return measured;
};

const token: Subject = async (_dataDir, options) => {
  const server = start('../tokens/server.ts', ['tokens'], options);
  const port = (await message(server)) as number;
  const exchange = (seconds: number) => load(port, REQUEST, { connections: 32, seconds, client: 'asleep' });
  await exchange(2);
  const from = microsecondsNow();
  const { requests } = await exchange(4);
  const until = microsecondsNow();
  await ended(server);
  return { from, until, count: requests };
};

const ACCOUNTS = 2000;
const PAGES = 400;

const page: Subject = async (dataDir, options) => {
  await seed({ dataDir, databaseUrl: null }, ACCOUNTS);
  const service = await startService('SQLite', { DATA_DIR: dataDir, DATABASE_URL: '' }, options);
  const read = async (pages: number): Promise<void> => {
    for (let done = 0; done < pages; done += 1) await ask(service.url, '/v2/accounts?per_page=200');
  };
  await read(100);
  const from = microsecondsNow();
  await read(PAGES);
  const until = microsecondsNow();
  await service.stop();
  return { from, until, count: PAGES };
};

/** Operations that can be profiled, by name, with what the graph calls one. */
export const subjects: Readonly<Record<string, { readonly title: string; readonly run: Subject }>> = {
  renewal: { title: 'A renewal on SQLite', run: renewal },
  purchase: { title: 'A purchase on SQLite, 16 clients', run: purchase },
  token: { title: 'A token', run: token },
  page: { title: 'A page of 200 accounts on SQLite', run: page },
};
