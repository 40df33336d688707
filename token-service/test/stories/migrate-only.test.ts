import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { knownMigrations } from '../../src/adapters/storage/migrate.ts';
import { openDatabase } from '../../src/adapters/storage/storage.ts';

const SERVICE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const migrate = (env: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [SERVICE], { env: { ...process.env, SERVE: 'migrate', ...env }, encoding: 'utf8' });

test('SERVE=migrate migrates the database, opens nothing else, and ends with status 0', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A port that nothing may listen on, so that listening would fail.
  const env = { DATA_DIR: join(folder, 'data'), PORT: '1', BROWSER_PORT: '1', WORKER_PORT: '1', HOST: '192.0.2.1' };
  for (let run = 0; run < 2; run++) {
    const { status, stdout, stderr } = migrate(env);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n').filter(Boolean)).toEqual([expect.stringContaining('the database is migrated')]);
  }
  const engine = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: null });
  const applied = await engine.all('SELECT name FROM migrations ORDER BY version');
  const sites = await engine.all('SELECT * FROM sites');
  await engine.close();
  expect(applied.map(({ name }) => name)).toEqual(knownMigrations().map(({ name }) => name));
  expect(sites).toEqual([]);
});

test('SERVE=migrate without a database says so, and ends with status 1', () => {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const nothing = migrate({ DATA_DIR: ':memory:' });
  expect(nothing).toMatchObject({ status: 1, stderr: expect.stringMatching(/^SERVE=migrate with DATA_DIR=:memory: /) });
  const unreachable = migrate({ DATABASE_URL: 'postgres://127.0.0.1:1/billing', DATA_DIR: folder });
  expect(unreachable.status).toBe(1);
  expect(unreachable.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(readdirSync(folder)).toEqual([]);
});
