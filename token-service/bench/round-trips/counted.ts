import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { type Counts, countConnections } from '../engines/counted-connections.ts';
import { openServerCpu } from '../engines/server-cpu.ts';
import { openCounter } from '../purchases/shop.ts';
import { openDue } from '../renewals/due.ts';
import { openRenewals } from '../renewals/shop.ts';

/** Averages of some operations, with milliseconds of processor time. */
export interface Taken extends Counts {
  readonly client: number;
  /** Missing where that of the server cannot be read. */
  readonly server: number | undefined;
}

/**
 * Opens purchases and renewals on a PostgreSQL database in this process, and counts what they send. Purchases come
 * first: renewals are of copies of a customer who has bought.
 */
export const openCounted = async (databaseUrl: string) => {
  const connections = await countConnections(databaseUrl);
  const direct = await openDatabase({ dataDir: '', databaseUrl });
  const serverCpu = await openServerCpu(direct);
  const config = { dataDir: '', databaseUrl: connections.url };
  const counter = await openCounter(config);
  await counter.buy();
  const makeDue = await openDue(direct);
  const renewals = await openRenewals(config);
  await renewals.drain();
  let next = 1;

  const taken = async (count: number, work: () => Promise<void>): Promise<Taken> => {
    const before = serverCpu?.();
    const used = process.cpuUsage();
    connections.take();
    await work();
    const { statements, roundTrips } = connections.take();
    const { user, system } = process.cpuUsage(used);
    return {
      statements: statements / count,
      roundTrips: roundTrips / count,
      client: (user + system) / 1000 / count,
      server: serverCpu && before !== undefined ? (serverCpu() - before) / count : undefined,
    };
  };

  return {
    /** Buys `each` times for every one of several customers who buy at the same time. */
    buy: (customers: number, each: number): Promise<Taken> =>
      taken(customers * each, async () => {
        const customer = async (): Promise<void> => {
          for (let bought = 0; bought < each; bought += 1) await counter.buy();
        };
        await Promise.all(Array.from({ length: customers }, customer));
      }),
    /** Renews so many subscriptions that are all due at once. */
    async renew(count: number): Promise<Taken> {
      await makeDue(next, count);
      next += count;
      return taken(count, async () => {
        const done = await renewals.drain();
        if (done !== count) throw new Error(`${done} of ${count} subscriptions were renewed.`);
      });
    },
    async close(): Promise<void> {
      await renewals.close();
      await counter.close();
      await direct.close();
      await connections.close();
    },
  };
};
