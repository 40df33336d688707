/**
 * `npm run bench -- kills`: a deployment in split form on PostgreSQL and Redis behind a proxy, at 60 % of the load that
 * it carries, while a process is killed (SIGKILL) every 20 seconds, all are restarted one after the other, and the
 * clock of the site moves on, so that subscriptions renew. Exits with status 0 if no order of a client that repeats its
 * requests is lost, nothing is charged twice, every period is billed once, the books agree with the gateway, and the
 * metrics agree with the records. `--minutes 30`, `--proxy nginx`, `--clients 6`.
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { liftAttemptLimits } from '../../token-service/test/money/ground.ts';
import { openRecords } from '../../token-service/test/open-records.ts';
import {
  createTrialSite,
  DRAIN,
  HOSTS,
  type Keys,
  openTrial,
  type TrialProcess,
  xmlHeaders,
} from '../trial/deployment.ts';
import { buyerOf, noOrders, PLAN } from './kills/buyer.ts';
import { countedBy } from './kills/counted.ts';
import { clockOf, countRecords, differencesFrom, leftToDo, type RecordCounts } from './kills/records.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    proxy: { type: 'string', default: 'caddy' },
    clients: { type: 'string', default: '6' },
  },
});
const MINUTES = Number(values.minutes);
const CLIENTS = Number(values.clients);
const SITE = 'acme';
const SHARE = 0.6;
const SUBSCRIPTIONS = 60;
/** Milliseconds. */
const WARM_UP = 15_000;
const BETWEEN_KILLS = 20_000;
const BETWEEN_ROUNDS = 60_000;
const BETWEEN_DAYS = 30_000;
const BETWEEN_SCRAPES = 1000;
const SETTLING = 300_000;
/** Orders without any trouble, whose metrics have to agree exactly. */
const CALM = 60;

const deployment = await openTrial(values.proxy === 'nginx' ? 'nginx' : 'caddy', [
  'api',
  'browser',
  'worker',
  'console',
]);
const { programs, ask } = deployment;
const database = await openRecords(deployment.databaseUrl);
const counted = countedBy(deployment, () => countRecords(database));
const orders = noOrders();
let [kills, rounds, days] = [0, 0, 0];

/** Runs work at intervals until `over`, which ends the pause between two runs too. Work that takes longer delays it. */
const every = async (interval: number, over: AbortSignal, work: () => Promise<void>): Promise<void> => {
  let next = performance.now() + interval;
  while (!over.aborted) {
    await wait(Math.max(0, next - performance.now()), undefined, { signal: over }).catch(() => {});
    next = Math.max(next + interval, performance.now());
    if (!over.aborted) await work();
  }
};

/** Processes that are being restarted, so that no process is started twice. */
const restarting = new Set<TrialProcess>();
const restart = async (program: TrialProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
  restarting.add(program);
  try {
    await program.end(signal);
    await counted.ended(program);
    await program.start();
  } finally {
    restarting.delete(program);
  }
};
const killOne = async (): Promise<void> => {
  const running = programs.filter((program) => !restarting.has(program));
  const victim = running[Math.floor(Math.random() * running.length)];
  if (!victim) return;
  kills += 1;
  await restart(victim, 'SIGKILL');
};
const restartAll = async (over: AbortSignal): Promise<void> => {
  for (const program of programs) {
    if (over.aborted) return;
    if (restarting.has(program)) continue;
    await restart(program, 'SIGTERM');
    // The proxy finds it healthy before the next one goes.
    await wait(DRAIN * 1000);
  }
  rounds += 1;
};

/** Sends a request of the merchant until it is answered. */
const until = async (wanted: number, keys: Keys, method: string, path: string, body: string): Promise<void> => {
  for (;;) {
    const answer = await ask(HOSTS.api, method, path, xmlHeaders(keys), body).catch(() => undefined);
    if (answer && Math.floor(answer.status / 100) === Math.floor(wanted / 100)) return;
    // The clock was moved by an attempt whose answer was lost.
    if (answer?.status === 412) return;
    if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${path}: ${answer.text}`);
    await wait(1000);
  }
};
const nextDay = async (keys: Keys): Promise<void> => {
  const now = new Date(((await clockOf(database, SITE)) + 86_400) * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  days += 1;
  await until(200, keys, 'PUT', '/v2/sandbox/clock', `<clock><now>${now}</now></clock>`);
};

/** Waits until nothing is due and no payment is without an outcome. */
const settled = async (): Promise<boolean> => {
  const end = performance.now() + SETTLING;
  while ((await leftToDo(database, await clockOf(database, SITE))) > 0) {
    if (performance.now() > end) return false;
    await wait(500);
  }
  return true;
};

const listed = ({ payments, declines, invoices }: RecordCounts): readonly number[] => [payments, declines, invoices];
const minus = (one: RecordCounts, other: RecordCounts): readonly number[] =>
  listed(one).map((value, index) => value - (listed(other)[index] ?? 0));

const trouble: string[] = [];
try {
  const keys = createTrialSite(deployment, SITE);
  await liftAttemptLimits(database);
  const plan = `<plan><plan_code>${PLAN}</plan_code><name>Daily</name><plan_interval_length>1</plan_interval_length><plan_interval_unit>days</plan_interval_unit><unit_amount_in_cents><USD>500</USD></unit_amount_in_cents></plan>`;
  await until(201, keys, 'POST', '/v2/plans', plan);
  const buyers = Array.from({ length: CLIENTS }, (_, index) =>
    buyerOf(deployment, keys, orders, { name: `buyer-${index}`, most: SUBSCRIPTIONS }),
  );

  const warmUntil = performance.now() + WARM_UP;
  await Promise.all(
    buyers.map(async ({ order }) => {
      while (performance.now() < warmUntil) await order();
    }),
  );
  const made = () => orders.invoices.length + orders.declined;
  const capacity = (made() / WARM_UP) * 1000;
  const apart = (CLIENTS * 1000) / (capacity * SHARE);
  console.log(`${capacity.toFixed(1)} orders a second at full load, one every ${apart.toFixed(0)} ms by each client`);

  await counted.scrape();
  const [began, before] = [performance.now(), made()];
  const over = AbortSignal.timeout(MINUTES * 60_000);
  await Promise.all([
    ...buyers.map(async ({ order }, index) => {
      let next = performance.now() + (apart * index) / CLIENTS;
      while (!over.aborted) {
        await wait(Math.max(0, next - performance.now()));
        await order();
        // One that had to wait does not catch up in a burst.
        next = Math.max(next + apart, performance.now());
      }
    }),
    every(BETWEEN_KILLS, over, killOne),
    every(BETWEEN_ROUNDS, over, () => restartAll(over)),
    every(BETWEEN_DAYS, over, () => nextDay(keys)),
    every(BETWEEN_SCRAPES, over, counted.scrape),
  ]);
  const seconds = (performance.now() - began) / 1000;
  if (!(await settled())) trouble.push('After five minutes, something is still due or has no outcome.');
  await counted.scrape();
  const [sums, records] = [counted.sums(), await countRecords(database)];
  const missed = minus(records, sums);
  const unseen = listed(counted.unseen());
  if (missed.some((value) => value < 0)) trouble.push(`Metrics count more than there is: ${missed.join(', ')}.`);
  if (missed.some((value, index) => value > (unseen[index] ?? 0)))
    trouble.push(`Metrics miss ${missed.join(', ')}, although scrapes can have missed ${unseen.join(', ')} at most.`);
  const ordered = made() - before;

  const calm = noOrders();
  const calmBuyer = buyerOf(deployment, keys, calm, { name: 'calm', most: 0 });
  for (let n = 0; n < CALM; n += 1) await calmBuyer.order();
  await counted.scrape();
  const inMetrics = minus(counted.sums(), sums);
  const inRecords = minus(await countRecords(database), records);
  if (`${inMetrics}` !== `${inRecords}`)
    trouble.push(`${CALM} orders: ${inRecords} in records, ${inMetrics} in metrics.`);

  trouble.push(...orders.lost, ...calm.lost);
  trouble.push(...(await differencesFrom(database, [...orders.invoices, ...calm.invoices])));
  console.log(
    `${values.proxy}, ${MINUTES} minutes, load ${loadavg()[0]?.toFixed(1)}: ${ordered} orders (${(ordered / seconds).toFixed(1)} a second), ` +
      `${kills} kills, ${rounds} rounds of restarts, ${days} days with ${orders.subscriptions} subscriptions`,
  );
  console.log(
    `${orders.repeated} requests were repeated, ${orders.enteredAgain} cards entered again, ${sums.takenOver} leases taken over, ` +
      `${sums.reversed} payments reversed; ${records.payments} payments and ${records.declines} declines recorded`,
  );
  console.log(
    `Of payments, declines and invoices, ${missed.join(', ')} were counted between the last scrape of a process and its end, ` +
      `when ${unseen.join(', ')} were made by all; ` +
      `of ${CALM} orders without trouble, metrics and records have ${inMetrics.join(', ')}`,
  );
} finally {
  for (const each of trouble.slice(0, 20)) console.log(`  ${each}`);
  await database.close();
  await deployment.close();
}
process.exit(trouble.length > 0 ? 1 : 0);
