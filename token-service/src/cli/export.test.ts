import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_TABLES } from '../adapters/storage/exports/export-tables.ts';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { exportTool } from './export.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-'));
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const run = (tool: typeof exportTool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage, say: () => {} });

beforeAll(async () => {
  expect((await run(siteTool, 'create', 'acme', '--time-zone', 'UTC')).status).toBe(0);
  const opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  await opened.storage.of(site?.id ?? '').accounts.add(anAccount(1, { company_name: '@Ada, "Inc"' }));
  await opened.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test('every table is a whole file of the day', async () => {
  const out = join(folder, 'out');
  expect(await run(exportTool, 'acme', '--folder', out)).toMatchObject({ status: 0 });
  const day = join(out, 'acme', '2026-03-01');
  expect(readdirSync(day).sort()).toEqual(EXPORT_TABLES.map(({ name }) => `${name}.csv`).sort());
  const [head, row, end] = readFileSync(join(day, 'accounts.csv'), 'utf8').split('\r\n');
  expect(head).toMatch(/^id,account_code,parent_account_code,state,email,/);
  expect(row).toContain(`"'@Ada, ""Inc"""`);
  expect(end).toBe('');
  expect(readFileSync(join(day, 'invoices.csv'), 'utf8')).toMatch(
    /,total,total_in_cents,balance,balance_in_cents,.*\r\n$/,
  );
});

test('some tables are exported by name, and an unknown one is refused', async () => {
  const out = join(folder, 'some');
  const { text } = await run(exportTool, 'acme', '--folder', out, '--table', 'accounts', '--json');
  expect(JSON.parse(text)).toEqual({ files: [join(out, 'acme', '2026-03-01', 'accounts.csv')] });
  expect(await run(exportTool, 'acme', '--folder', out, '--table', 'cards')).toMatchObject({
    status: 2,
    text: expect.stringContaining('Tables: accounts, subscriptions'),
  });
  expect(await run(exportTool, 'nowhere', '--folder', out)).toMatchObject({ status: 1 });
});
