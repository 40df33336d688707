import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { performanceObligationTool } from './performance-obligation.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
let folder: string;
let opened: OpenStorage;
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'performance-obligation-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(performanceObligationTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.trim().split(/ {2,}/));

test('an obligation is added to the built-in ones, renamed and removed', async () => {
  expect(await list()).toHaveLength(7);
  expect((await run('create', 'acme', 'On delivery')).text).toContain('obligation 7 was added');
  expect((await run('change', 'acme', '7', '--name', 'On acceptance')).status).toBe(0);
  expect((await list()).at(-1)).toEqual(['7', 'On acceptance']);
  expect((await run('remove', 'acme', '7')).status).toBe(0);
  expect(await list()).toHaveLength(7);
  expect((await run('create', 'acme', 'At sign-off')).text).toContain('obligation 8 was added');
});

test('a built-in one, an unknown one and an empty name are refused', async () => {
  expect(await run('remove', 'acme', '1')).toMatchObject({ status: 1, text: expect.stringContaining('built in') });
  expect(await run('change', 'acme', '6', '--name', 'Mine')).toMatchObject({ status: 1 });
  expect((await run('remove', 'acme', '9')).text).toContain('no performance obligation with the ID 9');
  expect((await run('create', 'acme', ' ')).text).toContain('at most 255 characters');
});

test('gift cards of a site refer only to what exists', async () => {
  const change = (value: string) =>
    runTool(
      siteTool,
      ['change', 'acme', '--gift-card-performance-obligation-id', value],
      { DATA_DIR: folder },
      { world: () => world, open: openStorage },
    );
  expect(await change('9')).toMatchObject({ status: 1, text: expect.stringContaining('no performance obligation') });
  expect((await change('3')).status).toBe(0);
  expect((await opened.sites.find('acme'))?.gift_card_performance_obligation_id).toBe('3');
});
