import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { LATEST } from '@service/billing/resources/version.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/adapters/storage/database.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';
import { audit } from '../money/audit.ts';
import { ENGINES, liftAttemptLimits, type Place } from '../money/ground.ts';
import { type Random, seeded } from '../money/random.ts';
import { element } from '../money/random-parts.ts';
import { type ServiceProcess, startProcess } from '../process.ts';
import { FAILING } from '../stories/dunning-shop.ts';
import { cardInfo } from '../stories/subscription-shop.ts';
import { BACKUP, CARDS } from '../stories/wallet-shop.ts';
import { integrity } from './aftermath.ts';
import { visitor } from './visitor.ts';

export interface Killing {
  readonly engine: 'SQLite' | 'PostgreSQL';
  /** Processes that work on one database. */
  readonly processes: number;
  readonly renewals: number;
  readonly seed: number;
  /** Milliseconds between two kills, at most. */
  readonly every: number;
}

/** Longer than the leases of a worker and of a payment intent. */
const LEASES_MS = 121_000;
/** All were sold within hours, for a month each. */
const DAYS = 32;
const LANES = 8;
/** One in so many renewals is declined by the primary method, and paid by the backup. */
const BACKUP_EVERY = 3;

/**
 * Kills one of several processes again and again while they renew subscriptions that are all due, and starts it anew.
 * What it had claimed is free once its leases end, so when no work is left but that, all are killed and started later.
 */
export const renewsExactlyOnce = ({ engine: name, processes, renewals, seed, every }: Killing): void => {
  const engine = ENGINES.find((each) => each.name === name);
  if (!engine) throw new Error(`No engine ${name}`);

  describe(`${processes} processes on one ${name}, killed while they renew ${renewals} subscriptions`, () => {
    const random = seeded(seed);
    let place: Place;
    let clockFile: string;
    let database: Database;
    let services: ServiceProcess[] = [];

    const start = (): Promise<ServiceProcess> => {
      const where = place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDir };
      return startProcess({ env: { ...where, TEST_CLOCK_FILE: clockFile, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' } });
    };

    beforeAll(async () => {
      place = await engine.prepare();
      clockFile = join(await mkdtemp(join(tmpdir(), 'renewals-')), 'clock');
      await writeFile(clockFile, '0');
      services = [await start()];
      database = await openDatabase(place);
      await liftAttemptLimits(database);
    });
    afterAll(async () => {
      await Promise.all(services.map((service) => service.kill()));
      await database?.close();
      await place?.clear();
      if (clockFile) await rm(dirname(clockFile), { recursive: true, force: true });
    });

    test('each period is invoiced and charged once, and none is missed', { timeout: 30 * 60_000 }, async () => {
      const [first] = services;
      if (!first) throw new Error('No process');
      await sell(first, renewals);
      await travel(first, database);
      await first.kill();
      services = [];

      let kills = 0;
      for (let round = 0; round === 0 || (await left(database)) > 0; round += 1) {
        await writeFile(clockFile, String(round * LEASES_MS));
        // One after another, so that the first is at work while the others start.
        while (services.length < processes) services.push(await start());
        for (let before = Infinity; ; ) {
          await wait(1 + random.below(every));
          const now = await left(database);
          if (now === 0 || now === before) break;
          before = now;
          await killOne(services, random, start);
          kills += 1;
        }
        await Promise.all(services.map((service) => service.kill()));
        services = [];
      }

      expect(kills).toBeGreaterThan(1);
      expect(await integrity(database)).toBe('ok');
      const byBackup = Math.ceil(renewals / BACKUP_EVERY);
      expect(await renewed(database)).toEqual({
        periods: renewals,
        invoices: renewals,
        payments: renewals,
        byBackup,
        declined: byBackup,
      });
      expect(await audit(database)).toEqual([]);
      console.log(`${name}: ${renewals} renewals by ${processes} processes, ${kills} kills`);
    });
  });
};

const killOne = async (
  services: ServiceProcess[],
  random: Random,
  start: () => Promise<ServiceProcess>,
): Promise<void> => {
  const place = random.below(services.length);
  await services[place]?.kill();
  services[place] = await start();
};

const sell = async (service: ServiceProcess, count: number): Promise<void> => {
  const { api } = visitor(service);
  const send = async (method: string, path: string, body: string): Promise<void> => {
    const answer = await api(method, path, body, { 'X-Api-Version': LATEST });
    if (answer.status >= 300) throw new Error(answer.text);
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const place = next++;
      const code = `renewing-${place}`;
      const account = element('account', element('account_code', code) + cardInfo());
      const body = `<plan_code>tideline</plan_code><currency>USD</currency>${account}`;
      await send('POST', '/v2/subscriptions', element('subscription', body));
      if (place % BACKUP_EVERY !== 0) continue;
      await send('PUT', `/v2/accounts/${code}/billing_info`, cardInfo(FAILING.soft));
      const backup = cardInfo(CARDS.mastercard).replace('</billing_info>', `${BACKUP}</billing_info>`);
      await send('POST', `/v2/accounts/${code}/billing_infos`, backup);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

/** Moves the site's clock; the answer waits for work that the process will not live to do. */
const travel = async (service: ServiceProcess, database: Database): Promise<void> => {
  const body = `<clock><advance_in_seconds>${DAYS * 86_400}</advance_in_seconds></clock>`;
  void visitor(service)
    .api('PUT', '/v2/sandbox/clock', body)
    .catch(() => {});
  await expect
    .poll(async () =>
      Number((await database.get("SELECT clock_offset FROM sites WHERE subdomain = 'demo'"))?.clock_offset),
    )
    .toBeGreaterThan(0);
};

/** Counts due work and work under way: periods to bill, invoices to collect, payments to settle. */
const left = async (database: Database): Promise<number> => {
  const site = await database.get("SELECT id, clock_offset FROM sites WHERE subdomain = 'demo'");
  const now = Math.floor(Date.now() / 1000) + Number(site?.clock_offset);
  const found = await database.get(
    'SELECT (SELECT count(*) FROM subscriptions WHERE site_id = $1 AND boundary_at <= $2)' +
      ' + (SELECT count(*) FROM invoices WHERE site_id = $1 AND attempt_next_collection_at <= $2)' +
      ' + (SELECT count(*) FROM transactions WHERE site_id = $1 AND settlement_due_at <= $2)' +
      ' + (SELECT count(*) FROM intents WHERE site_id = $1) AS n',
    [String(site?.id), now],
  );
  return Number(found?.n);
};

/**
 * Subscriptions in their second period, paid invoices of different ones, successful payments of these, by the backup
 * among them, and declined attempts.
 */
const renewed = async (database: Database) => {
  const count = async (sql: string): Promise<number> => Number((await database.get(sql))?.n);
  const attempts = (condition: string): Promise<number> =>
    count(
      'SELECT count(*) AS n FROM transactions t JOIN invoices i ON i.uuid = t.invoice_id ' +
        `WHERE i.origin = 'renewal' AND t.action = 'purchase' AND ${condition}`,
    );
  return {
    periods: await count('SELECT count(*) AS n FROM subscriptions WHERE current_period_started_at > activated_at'),
    invoices: await count(
      "SELECT count(*) AS n FROM (SELECT DISTINCT l.subscription_id, l.start_date FROM invoices i JOIN adjustments l ON l.invoice_id = i.uuid WHERE i.origin = 'renewal' AND i.state = 'paid' AND l.origin = 'plan') AS periods",
    ),
    payments: await attempts("t.status = 'success'"),
    byBackup: await attempts("t.status = 'success' AND t.backup_payment_method_used"),
    declined: await attempts("t.status IN ('failed', 'declined')"),
  };
};
