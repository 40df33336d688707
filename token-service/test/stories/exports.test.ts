import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasArrived } from '@service/billing/domain/due/clock-progress.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { scheduleExports } from '@service/billing/usecases/exports/schedule-exports.ts';
import { travelClock } from '@service/billing/usecases/sites/travel-clock.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openS3Server, type S3Server } from '../../src/adapters/exports/s3-server.fixture.ts';
import { EXPORT_TABLES } from '../../src/adapters/storage/exports/export-tables.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';
import { newSubscriber } from '../console/subscriber.ts';
import { type TestDatabase, testPostgres } from '../database.ts';
import { startTestService, type TestService, textOf } from '../service.ts';

const schedule = async ({ service: { opened }, clock }: TestService): Promise<void> => {
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('no demo site');
  const world = openWorld({ ...machineClock, now: clock.now });
  const caller = { site, at: siteTime(site, world.clock), actor: 'command line', correlation: 'schedule' };
  await scheduleExports({ storage: opened.storage, world })(caller, true);
};

const nextDay = ({ api }: TestService) =>
  api('PUT', '/v2/sandbox/clock', '<clock><advance_in_seconds>86400</advance_in_seconds></clock>');

const childrenOf = async ({ api }: TestService, path: string) => (await api('GET', path)).xml?.children ?? [];

describe('without a place for them, exports', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  test('have no dates', async () => {
    const dates = await service.api('GET', '/v2/export_dates');
    expect([dates.status, dates.xml?.name, dates.xml?.children]).toEqual([200, 'export_dates', []]);
    const counted = await service.api('HEAD', '/v2/export_dates');
    expect([counted.status, counted.headers.get('X-Records')]).toEqual([200, '0']);
  });

  test.each(['/v2/export_dates/2026-11-19/export_files', '/v2/export_dates/2026-11-19/export_files/invoices.csv'])(
    '%s is not found',
    async (path) => {
      const files = await service.api('GET', path);
      expect([files.status, textOf(files.xml, 'symbol')]).toEqual([404, 'not_found']);
      expect((await service.api('GET', path, undefined, { 'X-Api-Version': '2.3' })).status).toBe(400);
    },
  );

  test('are parked, with what to set', async () => {
    await schedule(service);
    await nextDay(service);
    const { opened } = service.service;
    const site = await opened.sites.find('demo');
    expect(await opened.storage.of(site?.id ?? '').due.failed(9)).toMatchObject([
      { kind: 'nightly_export', status: 'parked', error: expect.stringContaining('EXPORT_TO is not set') },
    ]);
  });
});

describe.each(['SQLite', 'PostgreSQL'])('exports at night, on %s', (engine) => {
  let database: TestDatabase | undefined;
  let folder: string;
  let server: S3Server;
  beforeAll(async () => {
    server = await openS3Server();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    database = engine === 'PostgreSQL' ? await testPostgres() : undefined;
    folder = mkdtempSync(join(tmpdir(), 'exports-'));
  });
  afterEach(async () => {
    await database?.close();
    rmSync(folder, { recursive: true });
  });

  const start = (env: Readonly<Record<string, string>>) =>
    startTestService({
      env: { RATE_LIMIT: 'off', DATA_DIR: join(folder, 'data'), ...env },
      ...(database ? { databaseUrl: database.url } : {}),
    });

  test('are files of a folder that old clients list and download', async () => {
    const service = await start({ EXPORT_TO: join(folder, 'out') });
    try {
      await schedule(service);
      await nextDay(service);
      const [date] = await childrenOf(service, '/v2/export_dates');
      const day = textOf(date, 'date') ?? '';
      expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
      const files = await childrenOf(service, `/v2/export_dates/${day}/export_files`);
      expect(files.map((file) => textOf(file, 'name')).sort()).toEqual(
        EXPORT_TABLES.map(({ name }) => `${name}.csv`).sort(),
      );
      const accounts = files.find((file) => textOf(file, 'name') === 'accounts.csv');
      const href = accounts?.attributes.get('href') ?? '';
      expect(href).toContain(`/v2/export_dates/${day}/export_files/accounts.csv`);
      const one = await service.api('GET', new URL(href).pathname);
      const url = textOf(one.xml, 'download_url') ?? '';
      const downloaded = await fetch(url);
      expect(downloaded.status).toBe(200);
      const bytes = Buffer.from(await downloaded.arrayBuffer());
      expect(createHash('md5').update(bytes).digest('hex')).toBe(textOf(accounts, 'md5sum'));
      expect(bytes.toString('utf8')).toMatch(/^id,account_code,/);
      // Another file, another signature, and an hour later.
      expect((await fetch(url.replace('accounts.csv', 'invoices.csv'))).status).toBe(404);
      expect((await fetch(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404);
      expect((await fetch(url, { method: 'POST' })).status).toBe(405);
      service.clock.advance({ minutes: 61 });
      expect((await fetch(url)).status).toBe(404);
      const { api } = await service.openSite();
      expect((await api('GET', `/v2/export_dates/${day}/export_files`)).status).toBe(404);
      expect((await api('GET', new URL(href).pathname)).status).toBe(404);
      // The next night, the next export.
      await nextDay(service);
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(2);
    } finally {
      await service.close();
    }
  });

  test('that a bucket refuses are tried again, without its key in the log, and made once it takes them', async () => {
    const service = await start({
      EXPORT_TO: 's3://books',
      EXPORT_S3_ENDPOINT: server.url,
      EXPORT_S3_REGION: 'eu-central-1',
      EXPORT_S3_KEY: 'another-key:hush-hush',
    });
    try {
      await schedule(service);
      await nextDay(service);
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(0);
      const { opened } = service.service;
      const site = await opened.sites.find('demo');
      const records = opened.storage.of(site?.id ?? '');
      expect(await records.due.failed(9)).toMatchObject([{ kind: 'nightly_export', error: expect.any(String) }]);
      // Nothing holds the next attempt up.
      expect((await records.exports.schedule())?.running_until_ms).toBeNull();
      expect(service.logged.join()).not.toContain('hush');
    } finally {
      await service.close();
    }
  });

  test('that another process makes are left to it, until its time is over', async () => {
    const service = await start({ EXPORT_TO: join(folder, 'out') });
    try {
      await schedule(service);
      const { opened } = service.service;
      const site = await opened.sites.find('demo');
      const records = opened.storage.of(site?.id ?? '');
      const scheduled = await records.exports.schedule();
      if (!scheduled) throw new Error('nothing is scheduled');
      await records.exports.saveSchedule({ ...scheduled, running_until_ms: service.clock.now() + 600_000 });
      await nextDay(service);
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(0);
      service.clock.advance({ minutes: 11 });
      await service.api('PUT', '/v2/sandbox/clock', '<clock><advance_in_seconds>60</advance_in_seconds></clock>');
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(1);
    } finally {
      await service.close();
    }
  });

  test('hold up no other work, however long they take', async () => {
    const service = await start({
      EXPORT_TO: 's3://slow',
      EXPORT_S3_ENDPOINT: server.url,
      EXPORT_S3_REGION: 'eu-central-1',
      EXPORT_S3_KEY: 'test-key:test-secret',
    });
    const { asked, release } = server.hold();
    try {
      const { account } = await newSubscriber(service);
      const invoices = async () => (await childrenOf(service, `/v2/accounts/${account}/invoices`)).length;
      await schedule(service);
      const before = await invoices();
      const month = '<clock><advance_in_seconds>2764800</advance_in_seconds></clock>';
      const moved = service.api('PUT', '/v2/sandbox/clock', month);
      await asked;
      await expect.poll(invoices).toBe(before + 1);
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(0);
      release();
      await moved;
      await service.dueWork();
      expect(await childrenOf(service, '/v2/export_dates')).toHaveLength(1);
    } finally {
      release();
      await service.close();
    }
  });

  test('let a move of the clock that no request waits for end with them', async () => {
    const service = await start({
      EXPORT_TO: 's3://slow',
      EXPORT_S3_ENDPOINT: server.url,
      EXPORT_S3_REGION: 'eu-central-1',
      EXPORT_S3_KEY: 'test-key:test-secret',
    });
    const { asked, release } = server.hold();
    try {
      await newSubscriber(service);
      await schedule(service);
      const { opened } = service.service;
      const world = openWorld({ ...machineClock, now: service.clock.now });
      const operator = { actor: 'command line', correlation: 'travel' };
      const { site } = await travelClock({ sites: opened.sites, administration: opened.administration, world })(
        operator,
        'demo',
        { by: 86_400 },
      );
      await asked;
      const hasEnded = async () => {
        const progress = await opened.storage.of(site.id).due.clockProgress();
        return progress && hasArrived(progress);
      };
      // The worker of other work may have come first, and then the move has ended already.
      release();
      await expect.poll(hasEnded, { timeout: 20_000 }).toBe(true);
    } finally {
      release();
      await service.close();
    }
  });

  test('end with the process, and are made again by the next one', async () => {
    const service = await start({
      EXPORT_TO: 's3://ended',
      EXPORT_S3_ENDPOINT: server.url,
      EXPORT_S3_REGION: 'eu-central-1',
      EXPORT_S3_KEY: 'test-key:test-secret',
    });
    const { asked, release } = server.hold();
    await schedule(service);
    nextDay(service).catch(() => {});
    await asked;
    await service.close();
    expect([...server.objects.keys()].filter((key) => key.startsWith('/ended/'))).toEqual([]);
    release();
  });

  test('are objects of a bucket, and downloaded from there', async () => {
    const service = await start({
      EXPORT_TO: 's3://books/billing',
      EXPORT_S3_ENDPOINT: server.url,
      EXPORT_S3_REGION: 'eu-central-1',
      EXPORT_S3_KEY: 'test-key:test-secret',
    });
    try {
      await schedule(service);
      await nextDay(service);
      const [date] = await childrenOf(service, '/v2/export_dates');
      const day = textOf(date, 'date') ?? '';
      expect([...server.objects.keys()]).toContain(`/books/billing/demo/${day}/invoices.csv`);
      const one = await service.api('GET', `/v2/export_dates/${day}/export_files/invoices.csv`);
      const url = textOf(one.xml, 'download_url') ?? '';
      expect(url).toContain(server.url);
      expect(await (await fetch(url)).text()).toMatch(/^uuid,invoice_number,/);
    } finally {
      await service.close();
    }
  });
});
