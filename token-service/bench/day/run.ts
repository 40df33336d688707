import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY } from '@service/billing/values/time.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase, openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { startProbed } from '../accounts/servers.ts';
import { openConsoleUsers } from './console-users.ts';
import type { DayPlan } from './plan.ts';
import { type Arrivals, openReceivers } from './receivers.ts';
import type { RoleWindow, Sample } from './samples.ts';
import { buySubscription, type Collected, createMonthlyPlan, type Paced, runPaced } from './shopping.ts';
import { type Falling, fillDue, loseGateway, openTenants, spreadOver, type Tenant } from './tenants.ts';
import { madeAt, type Watched, watchDay } from './watch.ts';

/** The findings of a day. */
export interface DayReport {
  readonly samples: readonly Sample[];
  readonly windows: readonly RoleWindow[];
  /** Answers that were not as they should be, with their number. */
  readonly refused: ReadonlyMap<string, number>;
  readonly watched: Watched;
  /** Subscriptions of the merchant and the shops that were due, and have not been renewed. */
  readonly notRenewed: number;
  /** Deliveries to receivers that answer which have not arrived. */
  readonly notDelivered: number;
  /** Seconds from the end of the day until nothing was left to do. */
  readonly settled: number;
}

/** Seconds from when the moments of the day are chosen until its first hour: writing so many rows, and no less. */
const AHEAD = 2;
const ROWS_PER_SECOND = 3000;
/** Purchases of each shop before the day, so that the first hour does not measure code that runs for the first time. */
const WARM_UP = 20;
/** Seconds that what is left after the day may take. */
const PATIENCE = 900;
/** Moments of the subscriptions that are not due are spread over so many seconds. */
const LATER = 25 * DAY;

/** Opens the service in a process of its own, with all its parts. */
const startDay = (config: StorageConfig, secretsKey: Buffer) =>
  startProbed('the service', '../../src/main.ts', ['PORT', 'BROWSER_PORT', 'CONSOLE_PORT'], {
    ...{ RATE_LIMIT: 'off', LOG_LEVEL: 'error', SECRETS_KEY: secretsKey.toString('base64') },
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }),
  });

/** Creates at each site a plan, and the customer whose subscription is copied. */
const sellFirst = async (apiUrl: string, tenants: readonly Tenant[]): Promise<void> => {
  for (const tenant of tenants) {
    await createMonthlyPlan(apiUrl, tenant);
    const status = await buySubscription(apiUrl, tenant);
    if (status !== 200) throw new Error(`The first purchase was answered ${status}.`);
  }
};

/** Returns the subscriptions that are not due in the day. */
const notDueIn = (plan: DayPlan, { siteId }: Tenant): Falling => {
  const later = Math.floor(Date.now() / 1000) + 2 * DAY;
  const count = Math.max(1, plan.subscriptions - plan.atBoundary - plan.spread);
  return { siteId, count, at: spreadOver(LATER, later, count) };
};

/** Returns the moments in seconds at which subscriptions fall due, for a day that begins at a second. */
const fallingDue = (plan: DayPlan, tenants: readonly Tenant[], began: number): Falling[] => {
  const { hours, hourSeconds } = plan;
  const shops = tenants.filter(({ part }) => part === 'shop');
  const all = hours * hourSeconds;
  return tenants.flatMap(({ part, siteId }): Falling[] => {
    const falling = (count: number, seconds: number, from: number): Falling => ({
      ...{ siteId, count, at: spreadOver(seconds, Math.ceil(from), count) },
    });
    if (part === 'merchant') {
      const at = Math.ceil(began + plan.boundaryHour * hourSeconds);
      return [falling(plan.spread, all, began), { siteId, count: plan.atBoundary, at: () => at }];
    }
    if (part === 'shop') return [falling(Math.ceil(plan.otherPurchases / shops.length), all, began)];
    return plan.roles.flatMap((role, hour) =>
      role === part ? [falling(plan.troubled, hourSeconds, began + hour * hourSeconds)] : [],
    );
  });
};

/** Returns what is done from outside in the day that begins at a moment in milliseconds. */
const pacedBy = (plan: DayPlan, tenants: readonly Tenant[], urls: readonly string[], began: number): Paced[] => {
  const [apiUrl = '', , consoleUrl = ''] = urls;
  const hour = plan.hourSeconds * 1000;
  const to = began + plan.hours * hour;
  const buying =
    (expected: readonly number[], among: readonly Tenant[]) =>
    async (index: number): Promise<void> => {
      const status = await buySubscription(apiUrl, among[index % among.length] as Tenant);
      if (!expected.includes(status)) throw new Error(`${status}`);
    };
  const of = (part: Tenant['part']): Tenant[] => tenants.filter((tenant) => tenant.part === part);
  const users = openConsoleUsers(consoleUrl);
  const save = async (): Promise<void> => void (await users.save());
  const own = { isOther: false, from: began, to };
  return [
    { ...own, kind: 'purchase', count: plan.purchases, work: buying([200], of('merchant')) },
    { ...own, kind: 'purchase', isOther: true, count: plan.otherPurchases, work: buying([200], of('shop')) },
    { ...own, kind: 'page of the console', count: plan.pages, work: users.open },
    { ...own, kind: 'file of customers', count: plan.files, work: save },
    // Their customers wait for the gateway, and are then told that it does not answer.
    ...plan.roles.flatMap((role, index): Paced[] => {
      const from = began + index * hour;
      const work = buying([422, 502, 503, 504, 500], of('dead gateway'));
      return role === 'dead gateway'
        ? [{ kind: 'purchase at the dead gateway', isOther: false, count: plan.troubled, from, to: from + hour, work }]
        : [];
    }),
  ];
};

/** Waits until nothing is due and everything was delivered, where something answers. Returns the seconds it took. */
const settle = async (database: Database, tenants: readonly Tenant[]): Promise<number> => {
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  while (seconds() < PATIENCE) {
    const left = (await countLeft(database, tenants)).reduce((sum, { due, deliveries }) => sum + due + deliveries, 0);
    if (left === 0) break;
    await delay(200);
  }
  return seconds();
};

const countLeft = (database: Database, tenants: readonly Tenant[]) =>
  Promise.all(
    tenants
      .filter(({ part }) => part === 'merchant' || part === 'shop')
      .map(async ({ siteId }) => {
        const count = async (sql: string, ...values: number[]): Promise<number> =>
          Number((await database.get(sql, [siteId, ...values]))?.count);
        const due = 'SELECT count(*) AS count FROM subscriptions WHERE site_id = $1 AND boundary_at <= $2';
        const queued = 'SELECT count(*) AS count FROM webhook_queue WHERE site_id = $1';
        const undelivered =
          "SELECT count(*) AS count FROM webhook_deliveries WHERE site_id = $1 AND state <> 'delivered'";
        return {
          due: await count(due, Math.floor(Date.now() / 1000)),
          deliveries: (await count(queued)) + (await count(undelivered)),
        };
      }),
  );

/** Returns how long after they were due subscriptions were renewed. */
const renewalSamples = async (database: Database, tenants: readonly Tenant[]): Promise<Sample[]> => {
  const samples: Sample[] = [];
  for (const { part, siteId } of tenants) {
    if (part !== 'merchant' && part !== 'shop') continue;
    const renewed = await database.all(
      'SELECT e.id, s.current_period_started_at AS due FROM events e JOIN subscriptions s ON s.site_id = e.site_id ' +
        "AND s.account_id = e.account_id WHERE e.site_id = $1 AND e.type = 'renewed_subscription'",
      [siteId],
    );
    for (const { id, due } of renewed) {
      const at = Number(due) * 1000;
      samples.push({ kind: 'renewal', isOther: part === 'shop', at, took: madeAt(String(id)) - at });
    }
  }
  return samples;
};

/** Returns how long after its event each webhook of the day arrived. */
const webhookSamples = (arrivals: Arrivals, isOther: boolean, began: number): Sample[] =>
  Object.entries(arrivals).flatMap(([id, arrived]) => {
    const at = madeAt(id);
    return at < began ? [] : [{ kind: 'webhook', isOther, at, took: Math.max(0, arrived - at) }];
  });

const partOf = (tenants: readonly Tenant[], part: Tenant['part']): Tenant =>
  tenants.find((tenant) => tenant.part === part) as Tenant;

/** Runs a simulated day on an empty database. */
export const runDay = async (
  config: StorageConfig,
  plan: DayPlan,
  say: (line: string) => void = () => {},
): Promise<DayReport> => {
  const cleanup: (() => unknown)[] = [];
  try {
    const secretsKey = randomBytes(32);
    const world = openWorld(machineClock);
    const receivers = await openReceivers();
    cleanup.unshift(() => receivers.close());
    const opened = await openStorage(config, world);
    cleanup.unshift(() => opened.close());
    const tenants = await openTenants(opened, world, receivers.at, secretsKey);
    const service = await startDay(config, secretsKey);
    cleanup.unshift(() => service.stop());
    const database = await openDatabase(config);
    cleanup.unshift(() => database.close());

    await sellFirst(service.url, tenants);
    await loseGateway(opened, database, world, partOf(tenants, 'dead gateway'), receivers.at.dead, secretsKey);
    const filling = performance.now();
    const next = await fillDue(database, [notDueIn(plan, partOf(tenants, 'merchant'))], 1);
    say(`filled ${next.toLocaleString('en')} subscriptions in ${((performance.now() - filling) / 1000).toFixed(0)} s`);
    for (const shop of tenants.filter(({ part }) => part === 'shop'))
      for (let count = 0; count < Math.min(WARM_UP, plan.others); count += 1) await buySubscription(service.url, shop);

    const due = plan.atBoundary + plan.spread + plan.hours * (plan.others + plan.troubled);
    const beganSeconds = Math.ceil(Date.now() / 1000 + AHEAD + due / ROWS_PER_SECOND);
    await fillDue(database, fallingDue(plan, tenants, beganSeconds), next);
    for (const { siteId } of tenants) await opened.wakeSignal.send(siteId);
    const began = beganSeconds * 1000;
    await delay(Math.max(0, began - Date.now()));

    const over = new AbortController();
    const boundaryAt = began + plan.boundaryHour * plan.hourSeconds * 1000;
    const watching = watchDay(database, tenants, service, boundaryAt, over.signal);
    const collected: Collected = { samples: [], refused: new Map() };
    await Promise.all(pacedBy(plan, tenants, service.urls, began).map((paced) => runPaced(paced, collected)));
    const settled = await settle(database, tenants);
    over.abort();
    const watched = await watching;

    const { merchant: own, shops } = await receivers.arrived();
    const samples = [
      ...collected.samples,
      ...(await renewalSamples(database, tenants)),
      ...webhookSamples(own, false, began),
      ...webhookSamples(shops, true, began),
    ];
    const left = await countLeft(database, tenants);
    const hour = plan.hourSeconds * 1000;
    const windows = plan.roles.map((role, index): RoleWindow => {
      const from = began + index * hour;
      const to = from + hour;
      return { role, from, to: role === 'heavy tenant' ? (watched.drainedAt ?? Number.POSITIVE_INFINITY) : to };
    });
    return {
      ...{ samples, windows, watched, settled, refused: collected.refused },
      notRenewed: left.reduce((sum, one) => sum + one.due, 0),
      notDelivered: left.reduce((sum, one) => sum + one.deliveries, 0),
    };
  } finally {
    for (const undo of cleanup) await undo();
  }
};
