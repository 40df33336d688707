import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { testPostgres } from '../../../test/database.ts';
import { machineClock, openWorld } from '../../runtime/world.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { openStorage } from './storage.ts';

const world = openWorld(machineClock);
const WRITE = "INSERT INTO migrations (version, name, applied_at_ms) VALUES (9999, 'x', 0)";

const folderOfItsOwn = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'read-only-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

test('the engines refuse to write, also inside a transaction: SQLite', async () => {
  const dataDir = folderOfItsOwn();
  await (await openStorage({ dataDir, databaseUrl: null }, world)).close();
  const engine = openSqlite(join(dataDir, 'billing.sqlite'), { readOnly: true });
  onTestFinished(() => engine.close());
  await expect(engine.run(WRITE)).rejects.toThrow('readonly');
  await expect(engine.get(`${WRITE} RETURNING version`)).rejects.toThrow('readonly');
  expect(
    await engine.transaction((queries) => queries.get('SELECT max(version) > 9000 AS high FROM migrations')),
  ).toEqual({
    high: 0,
  });
});

test('the engines refuse to write, also inside a transaction: PostgreSQL', async () => {
  const { url, close } = await testPostgres();
  onTestFinished(close);
  await (await openStorage({ dataDir: '', databaseUrl: url }, world)).close();
  const engine = await openPostgres(url, undefined, { readOnly: true });
  onTestFinished(() => engine.close());
  await expect(engine.run(WRITE)).rejects.toMatchObject({ symbol: 'service_unavailable' });
  await expect(engine.transaction((queries) => queries.run(WRITE))).rejects.toMatchObject({
    symbol: 'service_unavailable',
  });
  expect(await engine.get('SELECT count(*) AS rows FROM migrations WHERE version = 9999')).toEqual({ rows: 0 });
});

test('a database is neither made nor migrated: the message says what to do', async () => {
  const dataDir = folderOfItsOwn();
  const reading = { dataDir, databaseUrl: null, readOnly: true };
  await expect(openStorage(reading, world)).rejects.toThrow('There is no database of the service');

  await (await openStorage({ dataDir, databaseUrl: null }, world)).close();
  await (await openStorage(reading, world)).close();
  const older = new DatabaseSync(join(dataDir, 'billing.sqlite'));
  older.exec('DELETE FROM migrations WHERE version = (SELECT max(version) FROM migrations)');
  older.close();
  await expect(openStorage(reading, world)).rejects.toThrow(
    /^READ_ONLY=1 migrates nothing: this database is at version/,
  );

  writeFileSync(join(dataDir, 'billing.sqlite'), 'no database');
  await expect(openStorage(reading, world)).rejects.toThrow('corrupt');
});
