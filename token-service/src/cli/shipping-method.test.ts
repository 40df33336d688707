import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { shippingMethodTool } from './shipping-method.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shipping-method-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runTool(shippingMethodTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.split(/ {2,}/));
const HEAD = ['METHOD', 'NAME', 'ACCOUNTING CODE', 'TAX CODE'];

test('a shipping method is created, changed and removed', async () => {
  const created = await run('create', 'acme', 'parcel', '--name', 'Parcel', '--tax-code', 'physical', '--json');
  expect(created.status, created.text).toBe(0);
  expect(JSON.parse(created.text)).toEqual({
    code: 'parcel',
    name: 'Parcel',
    accounting_code: null,
    tax_code: 'physical',
    liability_gl_account_id: null,
    revenue_gl_account_id: null,
    performance_obligation_id: null,
  });
  expect((await run('create', 'acme', 'letter')).status).toBe(0);
  expect(await list()).toEqual([HEAD, ['parcel', 'Parcel', '-', 'physical'], ['letter', 'letter', '-', '-']]);
  expect((await run('change', 'acme', 'parcel', '--accounting-code', 'ship', '--tax-code', '')).status).toBe(0);
  expect((await list())[1]).toEqual(['parcel', 'Parcel', 'ship', '-']);
  const obligation = await run('change', 'acme', 'parcel', '--performance-obligation', '3', '--json');
  expect(JSON.parse(obligation.text)).toMatchObject({ performance_obligation_id: '3', accounting_code: 'ship' });
  const removed = await run('change', 'acme', 'parcel', '--performance-obligation', '', '--json');
  expect(JSON.parse(removed.text)).toMatchObject({ performance_obligation_id: null });
  expect((await run('remove', 'acme', 'parcel')).status).toBe(0);
  expect(await list()).toEqual([HEAD, ['letter', 'letter', '-', '-']]);
});

test('what cannot be right is refused, and nothing changes', async () => {
  await run('create', 'acme', 'parcel');
  const wrong = [
    ['create', 'acme', 'parcel'],
    ['create', 'acme', 'a/b'],
    ['create', 'acme', 'big', '--name', 'x'.repeat(101)],
    ['create', 'acme', 'big', '--accounting-code', 'x'.repeat(21)],
    ['change', 'acme', 'parcel', '--name', ''],
    ['change', 'acme', 'parcel', '--tax-code', 'x'.repeat(51)],
    ['change', 'acme', 'parcel', '--revenue-account', 'unknown'],
    ['change', 'acme', 'parcel', '--performance-obligation', '99'],
    ['change', 'acme', 'unknown', '--name', 'Unknown'],
    ['remove', 'acme', 'unknown'],
  ];
  for (const args of wrong) expect((await run(...args)).status, args.join(' ')).toBe(1);
  expect((await run('change', 'acme', 'parcel')).status).toBe(2);
  expect(await list()).toEqual([HEAD, ['parcel', 'parcel', '-', '-']]);
});
