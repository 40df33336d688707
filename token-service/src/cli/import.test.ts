import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { anAccount, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { importTool } from './import.ts';
import { runTool } from './tool.ts';

const site = aSite(1, { subdomain: 'acme' });
const account = anAccount(7);
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(site);
  await opened.storage.of(site.id).accounts.add(account);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const imported = (content: string) => {
  const file = join(folder, 'store.json');
  writeFileSync(file, content);
  return runTool(
    importTool,
    ['external', 'acme', file],
    { DATA_DIR: folder },
    { world: () => world, open: openStorage },
  );
};
const subscription = { external_id: 'store-1', account_code: account.account_code, state: 'active', auto_renew: false };

test('a file of an app store is imported', async () => {
  const { status, text } = await imported(JSON.stringify({ subscriptions: [{ ...subscription, quantity: 2 }] }));
  expect([status, text]).toEqual([0, expect.stringContaining('1 subscriptions')]);
  const { external } = opened.storage.of(site.id);
  expect(await external.subscriptions.find({ external_id: 'store-1' })).toMatchObject({
    quantity: 2,
    auto_renew: false,
    expires_at: null,
  });
});

test.each([
  ['no JSON', '{', /is no JSON/],
  ['an unknown member', '{"subscriptions":[{"states":"active"}]}', /There is no member subscriptions\[0\]\.states/],
  ['a list that is none', '{"products":{}}', /products must be an array/],
  ['a record that is none', '{"products":[1]}', /products\[0\] must be an object/],
  ['an object in place of text', '{"products":[{"name":{}}]}', /products\[0\]\.name must be text/],
  [
    'values that cannot be right',
    '{"subscriptions":[{"state":"odd","external_id":"x"}]}',
    /subscriptions\[0\]: State is not/,
  ],
])('a file with %s is refused', async (_title, content, message) => {
  expect(await imported(content)).toMatchObject({ status: 1, text: expect.stringMatching(message) });
});

test('a file that does not exist is refused', async () => {
  const args = ['external', 'acme', join(folder, 'missing.json')];
  const answer = await runTool(importTool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
  expect(answer).toMatchObject({ status: 1, text: expect.stringContaining('There is no file') });
});
