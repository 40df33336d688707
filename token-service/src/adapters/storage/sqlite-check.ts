import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Millis } from '@service/billing/values/time.ts';
import { isBusy, SQLITE_CORRUPT, sqliteTrouble } from './sqlite-codes.ts';

/** Bytes up to which startup waits for the check of the whole file, which takes about a second for 100 MB. */
export const CHECKED_AT_START = 64 * 1024 ** 2;
/** Bytes up to which a file is checked as a whole while it is in use: some minutes of reading. */
const CHECKED = 16 * 1024 ** 3;
/** Milliseconds between two checks of the whole file, at least. */
const EVERY = 10_000;
/** A check rests for this many times as long as it took, so that it uses a fiftieth of a processor. */
const REST = 50;

const WORKER = new URL('./sqlite-check.worker.ts', import.meta.url);

/** Throws when the structure of a database is damaged, even in parts that no query of the startup reads. */
export const checkStructure = (connection: DatabaseSync): void => {
  const finding = String(connection.prepare('PRAGMA quick_check(1)').get()?.quick_check);
  if (finding !== 'ok') throw Object.assign(new Error(finding), { errcode: SQLITE_CORRUPT });
};

/**
 * Checks the structure of a large database one table after the other: a read of the whole file at once would keep the
 * write-ahead log from being reused until it ends. Unused pages are not checked.
 */
export const checkTables = (connection: DatabaseSync): void => {
  const tables = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").all();
  for (const { name } of tables) {
    const finding = String(connection.prepare(`PRAGMA quick_check("${name}")`).get()?.quick_check);
    if (finding !== 'ok') throw Object.assign(new Error(finding), { errcode: SQLITE_CORRUPT });
  }
};

export interface FileChecks {
  /** Milliseconds between two checks of the whole file, at least. */
  readonly every?: Millis | undefined;
  /** Bytes up to which startup has checked the file; a larger one is due for its first check. */
  readonly checkedAtStart?: number | undefined;
}

/**
 * Looks for damage in a file in use, whose pages the main connection may have cached. Each call reads header and
 * schema; from time to time a thread checks the whole file, and a later call throws the damage it found.
 */
export const fileChecks = (
  file: string,
  { every = EVERY, checkedAtStart = CHECKED_AT_START }: FileChecks,
): (() => Promise<void>) => {
  let damage: Error | undefined;
  let running = false;
  // Startup has just checked a small file.
  let next = performance.now() + (statSync(file).size > checkedAtStart ? 0 : every);

  const checkWhole = async (): Promise<void> => {
    running = true;
    const started = performance.now();
    damage ??= await findDamage(file, checkedAtStart).catch(() => undefined);
    const ended = performance.now();
    next = ended + Math.max(every, (ended - started) * REST);
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

const findDamage = async (file: string, atOnce: number): Promise<Error | undefined> => {
  const { size } = await stat(file);
  if (size > CHECKED) return undefined;
  const { errcode, finding } = await checkInThread({ file, byTable: size > atOnce });
  if (finding === 'ok') return undefined;
  const error = Object.assign(new Error(finding), { errcode });
  return sqliteTrouble(error) === 'corrupt' ? error : undefined;
};

/** The data with which the thread is started. */
export interface ToCheck {
  readonly file: string;
  readonly byTable: boolean;
}

/** The message that the thread posts: `ok`, or the first damage and SQLite's result code. */
export interface CheckMessage {
  readonly errcode: number;
  readonly finding: string;
}

const checkInThread = (workerData: ToCheck): Promise<CheckMessage> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    worker.unref();
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The check ended without a result.')));
  });
