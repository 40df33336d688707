import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { auditTool } from './audit.ts';
import type { ListedPage, Tool } from './command.ts';
import { dunningTool } from './dunning.ts';
import { gatewayTool } from './gateway.ts';
import { keyTool } from './key.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';
import { webhookTool } from './webhook.ts';

const folder = mkdtempSync(join(tmpdir(), 'audit-'));
const keys = { SECRETS_KEY: randomBytes(32).toString('base64') };
const clock = { at: Date.parse('2026-03-01T12:00:00Z') };
const world = openWorld({ ...machineClock, now: () => clock.at });
const run = (tool: Tool, ...args: string[]) =>
  runTool(tool, args, { DATA_DIR: folder, ...keys }, { world: () => world, open: openStorage });
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
  expect(await listed('--actor', `Ada (${username})`)).toEqual(['acme site.changed acme']);
  expect(await listed('--actor', 'Ada')).toEqual(['acme site.changed acme']);
  expect(await listed('--actor', username)).toHaveLength(7);
  expect(await listed('--actor', 'Ad')).toEqual([]);
  expect(await listed('--actor', 'command line')).toHaveLength(8);
  expect(await listed('--actor', 'command')).toEqual([]);
  expect(await listed('--what', 'site', '--object', 'acme')).toEqual([
    'acme site.changed acme',
    'acme site.created acme',
  ]);
  expect(await listed('--what', 'site.created')).toEqual(['zebra site.created zebra', 'acme site.created acme']);
  expect(await listed('--since', '2026-03-02')).toHaveLength(2);
  const { text } = await run(auditTool, 'acme', '--what', 'site.changed', '--json');
  const [entry] = (JSON.parse(text) as ListedPage).records;
  expect(await listed('--request', String(entry?.correlation))).toEqual(['acme site.changed acme']);
  expect(await listed('--request', 'another')).toEqual([]);
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

describe('entries say before and after, and never a secret, of', () => {
  const changes = async (site: string, what: string) => {
    const { text } = await run(auditTool, site, '--what', what, '--json');
    return (JSON.parse(text) as ListedPage).records.map((each) => each.changes);
  };
  const done = async (...given: Parameters<typeof run>) => {
    const { status, text } = await run(...given);
    expect(status, text).toBe(0);
    return text;
  };

  test('gateway accounts', async () => {
    const credentials = join(folder, 'credentials.json');
    writeFileSync(credentials, JSON.stringify({ notification_secret: `whsec_${'c'.repeat(32)}` }));
    await done(gatewayTool, 'add', 'acme', 'main', '--adapter', 'test');
    await done(gatewayTool, 'change', 'acme', 'main', '--active', 'off', '--credentials-file', credentials);
    await done(gatewayTool, 'remove', 'acme', 'main');
    expect(await changes('acme', 'gateway_account')).toEqual([
      expect.objectContaining({ adapter: { from: 'test', to: null }, credentials: { from: '(hidden)', to: null } }),
      { active: { from: true, to: false }, credentials: { from: '(hidden)', to: '(hidden)' } },
      expect.objectContaining({ adapter: { from: null, to: 'test' }, credentials: { from: null, to: '(hidden)' } }),
    ]);
  });

  test('webhook endpoints, by the host of their address', async () => {
    const added = await done(webhookTool, 'add', 'acme', 'https://shop.example.com/hook/c0ffee', '--types', 'all');
    const id = /Endpoint (\w{32}) is added/.exec(added)?.[1] ?? '';
    await done(webhookTool, 'change', id, '--url', 'https://shop.example.com/hook/decaf');
    await done(webhookTool, 'change', id, '--url', 'https://other.example.com/hook', '--types', 'new_account');
    await done(webhookTool, 'change', id, '--state', 'paused');
    await done(webhookTool, 'rotate-secret', id);
    await done(webhookTool, 'remove', id);
    const entries = await changes('acme', 'webhook');
    expect(entries.slice(1, -1)).toEqual([
      { secrets: { from: '(hidden)', to: '(hidden)' } },
      { pause_reason: { from: null, to: 'operator' } },
      { pause_reason: { from: null, to: 'operator' } },
      { host: { from: 'shop.example.com', to: 'other.example.com' }, types: { from: null, to: ['new_account'] } },
      { path: { from: '(hidden)', to: '(hidden)' } },
    ]);
    expect(entries.at(-1)).toMatchObject({ host: { from: null, to: 'shop.example.com' } });
    expect(entries[0]).toMatchObject({ host: { from: 'other.example.com', to: null } });
    expect(JSON.stringify(entries)).not.toMatch(/c0ffee|decaf|whsec_/);
  });

  test('dunning campaigns and their assignments', async () => {
    await done(dunningTool, 'add', 'acme', 'gentle', '--days', '0,5', '--final-day', '20');
    await done(dunningTool, 'change', 'acme', 'gentle', '--days', '0,9');
    await done(dunningTool, 'assign', 'acme', 'gentle', '--site');
    await done(dunningTool, 'unassign', 'acme', '--site');
    await done(dunningTool, 'remove', 'acme', 'gentle');
    const schedule = (...days: number[]) => expect.objectContaining({ days });
    expect(await changes('acme', 'dunning_campaign')).toEqual([
      { schedule: { from: schedule(0, 9), to: null } },
      { campaign: { from: 'gentle', to: null } },
      { campaign: { from: null, to: 'gentle' } },
      { schedule: { from: schedule(0, 5), to: schedule(0, 9) } },
      { schedule: { from: null, to: schedule(0, 5) } },
    ]);
  });

  test('keys', async () => {
    await done(keyTool, 'create', 'acme', '--name', 'Shop');
    await done(keyTool, 'regenerate', 'acme', 'Shop', '--old', 'block');
    await done(keyTool, 'revoke', 'acme', 'Shop');
    const [revoked, regenerated, created] = await changes('acme', 'key');
    expect(created).toMatchObject({ name: { from: null, to: 'Shop' }, read_only: { from: null, to: false } });
    expect(Object.keys(regenerated ?? {})).toEqual(['id']);
    expect(revoked).toMatchObject({ name: { from: 'Shop', to: null } });
  });
});
