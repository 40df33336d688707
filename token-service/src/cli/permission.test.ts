import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anItem, aPlan, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { permissionTool } from './permission.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'permission-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  for (const [n, plan_code] of ['gold', 'silver'].entries()) {
    await opened.storage.of(site.id).plans.add(aPlan(n + 3, { plan_code }));
  }
  await opened.storage.of(site.id).items.add(anItem(6, { item_code: 'mug' }));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(permissionTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.split(/ {2,}/));

test('a permission is created, changed and removed, and the audit log has each step', async () => {
  const created = await run('create', 'acme', 'hd-video', '--name', 'Video in HD', '--plan', 'gold', '--json');
  expect(created.status, created.text).toBe(0);
  expect(JSON.parse(created.text)).toEqual({
    code: 'hd-video',
    name: 'Video in HD',
    description: null,
    plans: ['gold'],
    items: [],
  });
  expect((await run('create', 'acme', 'sound')).status).toBe(0);
  expect(await list()).toEqual([
    ['PERMISSION', 'NAME', 'PLANS', 'ITEMS'],
    ['hd-video', 'Video in HD', 'gold', '-'],
    ['sound', 'sound', '-', '-'],
  ]);
  await run('change', 'acme', 'hd-video', '--plan', 'silver', '--plan', 'gold', '--description', 'Sharp');
  expect((await list())[1]).toEqual(['hd-video', 'Video in HD', 'gold, silver', '-']);
  // Items are named apart: plans that are not given stay.
  await run('change', 'acme', 'hd-video', '--item', 'mug');
  expect((await list())[1]).toEqual(['hd-video', 'Video in HD', 'gold, silver', 'mug']);
  await run('change', 'acme', 'hd-video', '--plan', 'none');
  expect((await list())[1]).toEqual(['hd-video', 'Video in HD', '-', 'mug']);
  await run('change', 'acme', 'hd-video', '--item', 'none');
  expect((await list())[1]).toEqual(['hd-video', 'Video in HD', '-', '-']);
  expect((await run('remove', 'acme', 'hd-video')).status).toBe(0);
  expect((await run('remove', 'acme', 'hd-video')).status).toBe(1);
});

test('what cannot be understood or does not exist is refused, and changes nothing', async () => {
  expect((await run('create', 'acme', 'hd-video', '--plan', 'bronze')).status).toBe(1);
  expect((await run('create', 'acme', 'hd-video', '--item', 'cup')).status).toBe(1);
  expect((await run('create', 'acme', 'HD video')).status).toBe(1);
  expect((await run('create', 'acme', 'hd', '--plan', 'none', '--plan', 'gold')).status).toBe(2);
  expect((await run('change', 'acme', 'hd-video')).status).toBe(2);
  expect((await run('change', 'acme', 'hd-video', '--name', 'HD')).status).toBe(1);
  expect(await opened.storage.of(site.id).permissions.all()).toEqual([]);
});
