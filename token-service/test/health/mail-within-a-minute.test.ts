import { mkdtempSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALERT_MAIL, type AlertMailKind } from '@service/billing/resources/mail-kind.ts';
import { watchConditions } from '@service/billing/usecases/alerts/watch-conditions.ts';
import { expect, onTestFinished, test } from 'vitest';
import { anAccount } from '../../src/adapters/storage/testing/samples.ts';
import { anInvoice } from '../../src/adapters/storage/testing/selling-samples.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { testPostgres } from '../database.ts';
import { startMailServer } from '../mail-server.ts';
import { fresh, type OtherSite, startTestService, type TestService } from '../service.ts';

const { statfs } = promises;
/** Has every disk of this process show so many free bytes; without a number, those that it has. */
const showFree = (bytes?: number): void => {
  promises.statfs =
    bytes === undefined
      ? statfs
      : ((async (path: string) => ({ ...(await statfs(path)), bavail: bytes, bsize: 1 })) as typeof statfs);
  // Modules that were loaded by an earlier file hold the function by its name.
  syncBuiltinESMExports();
};

const SECOND = 1000;
const HOUR = 3_600_000;
/** Seconds between two looks of a process at its own health. */
const TO_LOOK = 10;
/** Seconds until it has left what it finds in the database: it reads certificates beside its looks. */
const TO_NOTICE = 2 * TO_LOOK;
const MINUTE = 60;
/** Seconds that pass at a time. */
const STEP = 5;

const id = (): string => fresh('').slice(1).padStart(32, '0');

const park =
  (kind: string) =>
  ({ shop }: Begun): Promise<unknown> =>
    shop.records().due.fail({
      ...{ kind, id: 'main', subject: 'x', error: 'It is not set up.', failed_at_ms: 0, retry_at_ms: null },
      ...{ at: 1_798_000_000, failures: 8, status: 'parked' },
    });

/** Leaves what a process of this service would. */
const ofProcess =
  (part: string) =>
  ({ service }: Begun): Promise<void> => {
    const now = service.clock.now();
    return service.service.opened.processTroubles.leave('another', [{ part, reason: 'It does not work.' }], now, 0);
  };

interface Begun {
  readonly service: TestService;
  readonly shop: OtherSite;
}

/** Makes each condition begin; a kind without an entry does not compile. */
const BEGIN: Readonly<Record<AlertMailKind, (begun: Begun) => Promise<unknown>>> = {
  due_work_parked: park('collection'),
  async due_work_late({ service, shop }) {
    await service.service.worker?.close();
    const account = anAccount(1);
    // Due a day after its date, and late a quarter of an hour later.
    const due_on = Math.floor(service.clock.now() / SECOND) - 24 * 3600 - 15 * 60 - 1;
    const overdue = { type: 'charge', state: 'pending', collection_method: 'manual', due_on } as const;
    await shop.records().accounts.add(account);
    await shop.records().invoices.add(anInvoice(1, account, overdue));
  },
  async webhook_endpoint_failing({ service, shop }) {
    const { webhookEndpoints } = shop.records();
    const [endpoint, now] = [id(), service.clock.now()];
    await webhookEndpoints.add({
      ...{ id: endpoint, url: 'https://shop.example/hooks', types: null, legacy_invoices: false, pause_reason: null },
      ...{ has_basic_auth: false, header_names: [], sealed_secrets: '', previous_secret_until_ms: null },
      ...{ created_at_ms: now, updated_at_ms: now },
    });
    await webhookEndpoints.setFailingSince(endpoint, now - 24 * HOUR);
  },
  export_failed: park('nightly_export'),
  payouts_not_fetched: park('payout_fetch'),
  async backup_old({ service }) {
    await service.service.opened.backups.record(service.clock.now() - 27 * HOUR);
  },
  async disk_nearly_full() {
    showFree(100);
  },
  async key_ending({ service, shop }) {
    const { administration, sites } = service.service.opened;
    const [key] = (await sites.keys(shop.site.id)).filter(({ kind }) => kind === 'private');
    if (!key) throw new Error('The site has no private key.');
    expect((await shop.api('GET', '/v2/accounts')).status).toBe(200);
    const valid_until_ms = service.clock.now() + HOUR;
    await administration.transaction(shop.site.id, (inside) => inside.saveKey({ ...key, valid_until_ms }));
  },
  certificate_ending: ofProcess('certificate'),
  clock_wrong: ofProcess('clock'),
  token_store_failing: ofProcess('token_store'),
  secrets_unreadable: ofProcess('gateway_accounts'),
  async worker_silent({ service }) {
    const hangs = { holder: 'another', serves: 'worker', version: '0.1.0', host: 'web-1', pid: 12, started_at_ms: 1 };
    await service.service.opened.processSigns.leave({ ...hangs, seen_at_ms: service.clock.now() - MINUTE * SECOND }, 0);
  },
  gateway_slow: (begun) => ofProcess(`gateway_slow:${begun.shop.site.subdomain}/main`)(begun),
};

/** Begins a condition just after a look, and returns the seconds until it is told. */
const secondsUntilTold = async (
  services: readonly TestService[],
  begin: () => Promise<unknown>,
  told: () => number,
): Promise<number> => {
  const pass = async (seconds: number): Promise<void> => {
    for (const { clock } of services) clock.advance({ seconds });
    await services[0]?.service.mail?.idle();
  };
  await pass(61);
  const before = told();
  await begin();
  for (let seconds = STEP; seconds <= 3 * MINUTE; seconds += STEP) {
    await pass(STEP);
    if (told() > before) return seconds;
  }
  return Number.POSITIVE_INFINITY;
};

test.each(ALERT_MAIL)('%s is told so soon that a process has time to notice it', async (kind) => {
  const [server, folder] = [await startMailServer(), mkdtempSync(join(tmpdir(), 'told-'))];
  const service = await startTestService({ env: { SMTP_URL: server.url, DATA_DIR: folder } });
  onTestFinished(async () => {
    showFree();
    await service.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const shop = await service.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
  // A new site has time for its first backup.
  service.clock.advance({ hours: 30 });
  await service.service.opened.backups.record(service.clock.now());
  const seconds = await secondsUntilTold(
    [service],
    () => BEGIN[kind]({ service, shop }),
    () => server.received.length,
  );
  expect(seconds).toBeLessThanOrEqual(MINUTE - TO_NOTICE);
  expect(service.logged.filter((line) => line.includes(`"alert":"${kind}"`))).toHaveLength(1);
});

test('a worker wakes for the next look at a production site by itself, and for none at a sandbox', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const { storage, sites, operators } = service.service.opened;
  const world = openWorld(service.clock);
  const ofService = async () => new Map();
  const log = { warn: () => {} };
  const watch = watchConditions({ storage, world, sites, operators, ofService, hasMailServer: false, log });
  const [shop, sandbox] = [await service.openSite({ mode: 'production' }), await service.openSite()];
  for (const { site } of [shop, sandbox]) await watch.round(site);
  expect(await watch.nextAt(shop.site)).toBeLessThanOrEqual(world.clock.now() + (MINUTE - TO_NOTICE) * SECOND);
  expect(await watch.nextAt(sandbox.site)).toBeUndefined();
});

test('trouble that only a process without mail has is told within a minute, without a monitor that asks', async () => {
  const [server, database] = [await startMailServer(), await testPostgres()];
  const open = (SERVE: string): Promise<TestService> =>
    startTestService({ databaseUrl: database.url, env: { SERVE, SMTP_URL: server.url } });
  const [worker, other] = [await open('worker'), await open('console')];
  onTestFinished(async () => {
    await Promise.all([worker.close(), other.close()]);
    await database.close();
    await server.close();
  });
  await worker.openSite({ mode: 'production', technical_contact: 'ops@shop.example' });
  const left = async (): Promise<number> => (await worker.service.opened.processTroubles.all()).length;
  const seconds = await secondsUntilTold(
    [worker, other],
    async () => {
      other.clock.jump({ hours: 1 });
      // Its next look, by its clock.
      other.clock.advance({ seconds: TO_LOOK });
      await expect.poll(left, { timeout: 60_000 }).toBe(1);
    },
    () => server.received.length,
  );
  expect(TO_LOOK + seconds).toBeLessThanOrEqual(MINUTE);
});
