import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { isBusy, SQLITE_CORRUPT, troubleOf } from './sqlite-codes.ts';

/** Bytes up to which a file is checked as a whole, which takes about a second for 100 MB. */
export const CHECKED = 64 * 1024 * 1024;
/** Milliseconds between two checks of the whole file, at least. */
const EVERY = 10_000;
/** A check that took long is not repeated before this many times as long has passed. */
const REST = 50;

const WORKER = new URL('./sqlite-check.worker.ts', import.meta.url);

/** Throws when the structure of a database is damaged, even in parts that no query of the startup reads. */
export const checkStructure = (connection: DatabaseSync): void => {
  const finding = String(connection.prepare('PRAGMA quick_check(1)').get()?.quick_check);
  if (finding !== 'ok') throw Object.assign(new Error(finding), { errcode: SQLITE_CORRUPT });
};

/**
 * Looks for damage in a file in use, whose pages the main connection may have cached. Each call reads header and
 * schema; from time to time a thread checks the whole file, and a later call throws the damage it found.
 */
export const fileChecks = (file: string, every = EVERY): (() => Promise<void>) => {
  let damage: Error | undefined;
  let running = false;
  let next = performance.now() + every;

  const checkWhole = async (): Promise<void> => {
    running = true;
    const started = performance.now();
    damage ??= await findDamage(file).catch(() => undefined);
    const ended = performance.now();
    next = ended + Math.min(every * REST, Math.max(every, (ended - started) * REST));
    running = false;
  };

  return async () => {
    if (damage) throw damage;
    readSchema(file);
    if (!running && performance.now() >= next) void checkWhole();
  };
};

const readSchema = (file: string): void => {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    // Another process holds an exclusive lock for a moment.
    if (!isBusy(error)) throw error;
  } finally {
    connection.close();
  }
};

const findDamage = async (file: string): Promise<Error | undefined> => {
  if ((await stat(file)).size > CHECKED) return undefined;
  const { errcode, finding } = await checkInThread(file);
  if (finding === 'ok') return undefined;
  const error = Object.assign(new Error(finding), { errcode });
  return troubleOf(error) === 'corrupt' ? error : undefined;
};

/** What the thread posts: `ok`, or the first damage and SQLite's result code. */
export interface Checked {
  readonly errcode: number;
  readonly finding: string;
}

const checkInThread = (file: string): Promise<Checked> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: file, execArgv: [] });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check ended without a result.')));
  });
