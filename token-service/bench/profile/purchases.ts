/** A shop in a process of its own, for the profile of purchases: makes as many of them as each message says. */
import { openCounter } from '../purchases/shop.ts';

/** Customers who buy at the same time. */
const CLIENTS = 16;

const counter = await openCounter({ dataDir: process.argv[2] ?? '', databaseUrl: null });
process.on('message', async (purchases: number) => {
  const client = async (): Promise<void> => {
    for (let bought = 0; bought < purchases / CLIENTS; bought += 1) await counter.buy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  process.send?.('done');
});
process.on('disconnect', async () => {
  await counter.close();
  process.exit();
});
process.send?.('ready');
