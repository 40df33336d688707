import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { auditTool } from './audit.ts';
import type { ListedPage, Tool } from './command.ts';
import { keyTool } from './key.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-'));
const clock = { at: Date.parse('2026-03-01T12:00:00Z') };
const world = openWorld({ ...machineClock, now: () => clock.at });
const run = (tool: Tool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder }, { world: () => world, open: openStorage });
const listed = async (...args: string[]) => {
  const { text } = await run(auditTool, ...args, '--json');
  const { records } = JSON.parse(text) as ListedPage;
  return records.map(({ site, action, object }) => `${site} ${action} ${object}`);
};

beforeAll(async () => {
  await run(siteTool, 'create', 'acme');
  await run(siteTool, 'create', 'zebra');
  clock.at += 86_400_000;
  await run(
    siteTool,
    'change',
    'acme',
    '--technical-contact',
    'ops@acme.example',
    '--currencies',
    'EUR',
    '--as',
    'Ada',
  );
  await run(keyTool, 'create', 'zebra', '--name', 'Reports');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('entries are listed newest first, of a site or of all', async () => {
  const all = await listed();
  expect(all).toHaveLength(8);
  expect(all.slice(0, 2)).toEqual([expect.stringMatching(/^zebra key\.created /), 'acme site.changed acme']);
  expect((await listed('acme')).every((entry) => entry.startsWith('acme '))).toBe(true);
  expect(await run(auditTool, 'unknown')).toMatchObject({ status: 1 });
});

test('entries are found by actor, action, object and moment', async () => {
  const { username } = userInfo();
  expect(await listed('--actor', `command line:Ada (${username})`)).toEqual(['acme site.changed acme']);
  expect(await listed('--actor', 'command line')).toHaveLength(8);
  expect(await listed('--actor', 'command')).toEqual([]);
  expect(await listed('--what', 'site', '--object', 'acme')).toEqual([
    'acme site.changed acme',
    'acme site.created acme',
  ]);
  expect(await listed('--what', 'site.created')).toEqual(['zebra site.created zebra', 'acme site.created acme']);
  expect(await listed('--since', '2026-03-02')).toHaveLength(2);
  expect(await listed('--before', '2026-03-02')).toHaveLength(6);
});

test('pages of several sites follow one another', async () => {
  const seen: unknown[] = [];
  let next: string | null = null;
  do {
    const { text } = await run(auditTool, '--limit', '3', '--json', ...(next ? ['--before', next] : []));
    const page = JSON.parse(text) as ListedPage;
    seen.push(...page.records.map(({ id }) => id));
    next = page.next;
  } while (next);
  expect(seen).toHaveLength(8);
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
});

test('an entry of changed settings says what each was and is, and nothing of the others', async () => {
  const { text } = await run(auditTool, 'acme', '--what', 'site.changed', '--json');
  const [entry] = (JSON.parse(text) as ListedPage).records;
  expect(entry?.changes).toEqual({
    technical_contact: { from: null, to: 'ops@acme.example' },
    currencies: { from: ['USD'], to: ['EUR'] },
  });
  const shown = await run(auditTool, 'acme', '--what', 'site.changed');
  expect(shown.text).toContain('currencies: ["USD"] → ["EUR"]');
});
