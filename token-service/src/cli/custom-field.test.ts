import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { customFieldTool } from './custom-field.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
let folder: string;
let opened: OpenStorage;
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'custom-field-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(customFieldTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.trim().split(/ {2,}/));

test('a field is added, changed and removed, and its name is free again', async () => {
  expect((await run('create', 'acme', 'account', 'shoe-size', '--display-name', 'Shoe size')).status).toBe(0);
  expect((await run('create', 'acme', 'plan', 'shoe-size', '--access', 'write')).status).toBe(0);
  expect((await run('change', 'acme', 'account', 'shoe-size', '--tooltip', 'European')).status).toBe(0);
  expect((await list()).slice(1)).toEqual([
    ['account', 'shoe-size', '1', 'api_only', 'Shoe size'],
    ['plan', 'shoe-size', '2', 'write', '-'],
  ]);
  expect((await opened.storage.of(site.id).customFields.find(1))?.tooltip).toBe('European');
  expect((await run('remove', 'acme', 'account', 'shoe-size')).status).toBe(0);
  expect((await opened.storage.of(site.id).customFields.find(1))?.deleted_at).toBe(NOON);
  expect((await run('create', 'acme', 'account', 'shoe-size')).status).toBe(0);
});

test('a name that is taken or impossible, another record and an unknown field are refused', async () => {
  await run('create', 'acme', 'item', 'colour');
  expect((await run('create', 'acme', 'item', 'colour')).status).toBe(1);
  expect((await run('create', 'acme', 'item', 'two words')).status).toBe(1);
  expect((await run('create', 'acme', 'invoice', 'colour')).status).not.toBe(0);
  expect((await run('create', 'acme', 'item', 'size', '--access', 'all')).status).not.toBe(0);
  expect((await run('change', 'acme', 'item', 'size', '--tooltip', 'Size')).status).toBe(1);
  expect((await run('remove', 'acme', 'plan', 'colour')).status).toBe(1);
});

test('the setting of the site says for which records it has no effect', async () => {
  const change = () =>
    runTool(
      siteTool,
      ['change', 'acme', '--custom-fields', 'buyer_reference'],
      { DATA_DIR: folder },
      { world: () => world, open: openStorage },
    );
  expect((await change()).text).not.toContain('no effect');
  await run('create', 'acme', 'account', 'shoe-size');
  await run('create', 'acme', 'plan', 'size');
  const { status, text } = await change();
  expect(status).toBe(0);
  expect(text).toContain('--custom-fields has no effect for: account, plan.');
  expect(text).toContain('npm run custom-field -- create acme account <name>');
});
