/** A worker of the benchmark of memory: runs all due work, and reads its memory and how far it is as it goes. */
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { openRenewals } from '../renewals/shop.ts';
import type { MemoryReading } from './readings.ts';

/** Milliseconds between two readings. */
const EVERY = 200;

const [dataDir = '', databaseUrl = '', cache = ''] = process.argv.slice(2);
const config = { dataDir, databaseUrl: databaseUrl || null, databaseCacheMegabytes: Number(cache) };
const renewals = await openRenewals(config);
const database = await openDatabase({ ...config, databaseCacheMegabytes: 1 });
const readings: MemoryReading[] = [];

const read = async (): Promise<void> => {
  const renewed = Number(
    (await database.get("SELECT count(*) AS count FROM events WHERE type = 'renewed_subscription'"))?.count,
  );
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  readings.push({ renewed, rss, heapUsed, heapTotal, external });
};

await read();
let isDone = false;
const reading = (async () => {
  while (!isDone) {
    await read();
    await delay(EVERY);
  }
})();
await renewals.drain();
isDone = true;
await reading;
globalThis.gc?.();
await read();
process.send?.(readings);
await database.close();
await renewals.close();
process.disconnect?.();
