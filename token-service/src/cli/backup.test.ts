import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idsFrom } from '@service/billing/values/ids.ts';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPostgres } from '../../test/postgres.ts';
import { openDatabase, openStorage } from '../adapters/storage/storage.ts';
import { allRows } from '../adapters/storage/testing/describe-schema.ts';
import { anAccount, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { backupGauges } from '../composition/metrics/backup-gauges.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { backupTool } from './backup.ts';
import type { Tool } from './command.ts';
import { restoreTool } from './restore.ts';
import { siteTool } from './site.ts';
import { runTool, type ToolOutcome } from './tool.ts';

const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const outside = { world: () => world, open: openStorage };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Env = Readonly<Record<string, string>>;
const run = (env: Env, tool: Tool, ...args: string[]): Promise<ToolOutcome> => runTool(tool, args, env, outside);
const storageOf = ({ DATA_DIR = '', DATABASE_URL = null }: { DATA_DIR?: string; DATABASE_URL?: string | null }) => ({
  dataDir: DATA_DIR,
  databaseUrl: DATABASE_URL,
});
const rowsOf = async (env: Env) => {
  const engine = await openDatabase(storageOf(env));
  const rows = await allRows(engine);
  await engine.close();
  return rows;
};
const fill = async (env: Env): Promise<void> => {
  const opened = await openStorage(storageOf(env), world);
  await opened.sites.add(aSite(1, { subdomain: 'acme' }));
  await opened.storage.of(aSite(1).id).accounts.add(anAccount(1, { email: 'grüße@example.com' }));
  await opened.close();
};

describe('the embedded database', () => {
  test('is copied while it is used, and restored elsewhere as it was', async () => {
    const env = { DATA_DIR: join(folder, 'data') };
    await fill(env);
    const before = await rowsOf(env);
    const file = join(folder, 'copy');
    const inUse = await openStorage(storageOf(env), world);
    expect(await inUse.backups.last()).toBeUndefined();
    expect(await run(env, backupTool, file)).toMatchObject({ status: 0 });
    expect(await inUse.backups.last()).toBe(NOON * 1000);
    await inUse.close();
    expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    expect(execFileSync('sha256sum', ['--check', 'copy.sha256'], { cwd: folder, encoding: 'utf8' })).toContain('OK');

    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };
    expect(await run(elsewhere, restoreTool, file)).toEqual({
      status: 0,
      text: `${file} is restored. Before workers start and clients are let in, compare the books with the gateways: docs/operations.md#after-a-restore.`,
    });
    expect(await rowsOf(elsewhere)).toEqual(before);
    expect((await run(elsewhere, siteTool, 'list')).text).toContain('acme');
  });

  test('with data is replaced only on request, while nothing uses it, and kept', async () => {
    const env = { DATA_DIR: join(folder, 'data') };
    await fill(env);
    const file = join(folder, 'copy');
    await run(env, backupTool, file);
    await run(env, siteTool, 'create', 'later');
    expect(await run(env, restoreTool, file)).toEqual({ status: 1, text: expect.stringContaining('give --replace') });
    const inUse = await openStorage(storageOf(env), world);
    expect(await run(env, restoreTool, file, '--replace')).toEqual({
      status: 1,
      text: expect.stringContaining('stop every process that uses it'),
    });
    await inUse.close();
    expect((await run(env, siteTool, 'list')).text).toContain('later');
    const { status, text } = await run(env, restoreTool, file, '--replace', '--json');
    expect(status, text).toBe(0);
    const { kept } = JSON.parse(text) as { kept: string };
    expect(existsSync(kept)).toBe(true);
    expect((await run(env, siteTool, 'list')).text).not.toContain('later');
  });

  test.each([
    ['a file that exists', () => writeFileSync(join(folder, 'copy'), ''), /copy exists: give another name/],
    [
      'a folder that does not exist',
      () => rmSync(folder, { recursive: true }),
      /cannot be written|There is no database/,
    ],
  ])('is not copied to %s', async (_where, prepare, words) => {
    const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'backup-data-')) };
    await fill(env);
    prepare();
    expect(await run(env, backupTool, join(folder, 'copy'))).toEqual({ status: 1, text: expect.stringMatching(words) });
    rmSync(env.DATA_DIR, { recursive: true });
    if (!existsSync(folder)) folder = mkdtempSync(join(tmpdir(), 'backup-'));
  });

  test.each([
    ['that is damaged', (file: string) => appendFileSync(file, 'x'), /differs from its checksum/],
    ['without its checksum', (file: string) => rmSync(`${file}.sha256`), /There is no checksum/],
    ['that is missing', (file: string) => rmSync(file), /There is no file/],
  ])('is not restored from a copy %s', async (_which, damage, words) => {
    const env = { DATA_DIR: join(folder, 'data') };
    await fill(env);
    const file = join(folder, 'copy');
    await run(env, backupTool, file);
    damage(file);
    const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };
    expect(await run(elsewhere, restoreTool, file)).toEqual({ status: 1, text: expect.stringMatching(words) });
    expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
  });
});

test('metrics say when the last backup was taken, or for how long production has had none', async () => {
  const opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  const { backups, sites } = opened;
  const registry = new Registry();
  backupGauges({ registry, backups, sites, clock: { ...world.clock, now: () => NOON * 1000 + 60_000 } });
  const shown = async () =>
    [...(await registry.metrics()).matchAll(/^billing_(backup_\w+ .+)$/gm)].map(([, one]) => one);
  await sites.add(aSite(1, { id: idsFrom(NOON * 1000 - 7_200_000).padEnd(32, '0'), mode: 'sandbox' }));
  expect(await shown()).toEqual([]);
  for (const hours of [1, 2]) {
    const id = idsFrom((NOON - hours * 3_600) * 1000).padEnd(32, String(hours));
    await sites.add(aSite(1, { id, subdomain: `shop-${hours}`, mode: 'production' }));
  }
  expect(await shown()).toEqual(['backup_missing_seconds 7260']);
  await backups.record(NOON * 1000);
  expect(await shown()).toEqual(['backup_age_seconds 60']);
  await opened.close();
});

/** The folder of the server that fits the pg_dump of this machine; undefined where only the client is installed. */
const serverOfClient = (): string | undefined => {
  try {
    const version = /\d+/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[0];
    const bin = `/usr/lib/postgresql/${version}/bin`;
    return existsSync(join(bin, 'initdb')) ? bin : undefined;
  } catch {
    return undefined;
  }
};
const installed = serverOfClient();

describe('PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => {
    server = await startPostgres(installed);
  }, 60_000);
  afterAll(() => server.stop());

  test('without its client programs says what to install', async () => {
    const env = { DATABASE_URL: server.url };
    await fill(env);
    const path = process.env.PATH;
    process.env.PATH = folder;
    const { status, text } = await run(env, backupTool, join(folder, 'copy'));
    process.env.PATH = path;
    expect([status, text]).toEqual([1, 'pg_dump is not on the PATH: install the client programs of PostgreSQL.']);
  });

  test.runIf(installed)('is copied and restored as it was, and what was there is kept', async () => {
    const env = { DATABASE_URL: server.url };
    const before = await rowsOf(env);
    expect(before.get('accounts')).toHaveLength(1);
    const file = join(folder, 'copy');
    expect(await run(env, backupTool, file)).toMatchObject({ status: 0 });
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('PGDMP');
    await run(env, siteTool, 'create', 'later');
    expect(await run(env, restoreTool, file)).toEqual({ status: 1, text: expect.stringContaining('give --replace') });
    const inUse = await openDatabase(storageOf(env));
    await inUse.get('SELECT 1 AS one');
    expect(await run(env, restoreTool, file, '--replace')).toEqual({
      status: 1,
      text: expect.stringContaining('stop every process'),
    });
    await inUse.close();
    expect(await run(env, restoreTool, file, '--replace')).toEqual({
      status: 0,
      text: expect.stringContaining('What was there is kept as before_restore_'),
    });
    expect(await rowsOf(env)).toEqual(before);
    const { status, text } = await run({ DATA_DIR: join(folder, 'data') }, restoreTool, file);
    expect([status, text]).toEqual([1, expect.stringContaining('set DATABASE_URL')]);
  });
});
