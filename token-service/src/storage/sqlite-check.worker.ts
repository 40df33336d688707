/**
 * A thread that checks the structure of a database file, because SQLite would block the event loop while it reads all
 * of it.
 */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type Checked, checkStructure } from './sqlite-check.ts';
import { resultCode } from './sqlite-codes.ts';

const check = (file: string): Checked => {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    checkStructure(connection);
    return { errcode: 0, finding: 'ok' };
  } catch (error) {
    return { errcode: resultCode(error), finding: (error as Error).message };
  } finally {
    connection.close();
  }
};

parentPort?.postMessage(check(workerData));
