/**
 * A worker of the benchmark of renewals: runs all due work once it is told to, and reports how many items it ran and
 * how much memory and processor time it took.
 */
import { openRenewals } from './shop.ts';

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const renewals = await openRenewals({ dataDir, databaseUrl: databaseUrl || null });

process.on('message', async () => {
  const before = process.memoryUsage().rss;
  let largest = before;
  const watch = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage().rss);
  }, 100);
  const used = process.cpuUsage();
  const done = await renewals.drain();
  const { user, system } = process.cpuUsage(used);
  clearInterval(watch);
  process.send?.({ done, before, largest, cpu: (user + system) / 1000 });
  await renewals.close();
  process.disconnect?.();
});
process.send?.('ready');
