import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INTERNAL_NAMES } from './internal-names.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The names that pages, frames, the service and the files that the script loads use: the library's types, its events
 * and errors, its messages, and what it passes on.
 */
const KNOWN_OUTSIDE = [
  'sdk/src/elements/core.ts',
  'sdk/src/{index,types,errors,emitter,callback,service}.ts',
  'sdk/src/pricing/{types,pricing,catalogue}.ts',
  'sdk/src/wallet/protocol.ts',
  'sdk/src/risk/{types,protocol}.ts',
  'hosted-fields/src/protocol.ts',
  'billing/values/catalogue/browser.ts',
];

test('names that the build shortens are used nowhere else', async () => {
  const members = new Set<string>();
  for await (const file of glob(KNOWN_OUTSIDE, { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^\s*(?:(?:declare|readonly|static|async|get) )*(\w+)\??[:(<]/gm))
      members.add(name);
    for (const [, name = ''] of text.matchAll(/'([\w.-]+)'/g)) members.add(name);
  }
  expect(members.size).toBeGreaterThan(200);
  expect(INTERNAL_NAMES.filter((name) => members.has(name))).toEqual([]);
});
