/**
 * A thread that checks the structure of a database file, because SQLite would block the event loop while it reads all
 * of it.
 */
import { constants, setPriority } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { type CheckMessage, checkStructure, checkTables, type ToCheck } from './sqlite-check.ts';
import { resultCode } from './sqlite-codes.ts';

// On Linux this is the priority of the calling thread: when processors are scarce, requests come first. Elsewhere it
// would be that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

const check = ({ file, byTable }: ToCheck): CheckMessage => {
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    if (byTable) checkTables(connection);
    else checkStructure(connection);
    return { errcode: 0, finding: 'ok' };
  } catch (error) {
    return { errcode: resultCode(error), finding: (error as Error).message };
  } finally {
    connection.close();
  }
};

parentPort?.postMessage(check(workerData));
