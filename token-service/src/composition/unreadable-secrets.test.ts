import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStorage } from '../adapters/storage/storage.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import type { Tool } from '../cli/command.ts';
import { siteTool } from '../cli/site.ts';
import { runTool } from '../cli/tool.ts';
import { webhookTool } from '../cli/webhook.ts';
import { readConfig } from '../config.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { unreadableSecrets } from './unreadable-secrets.ts';

const [OLD, NEW] = ['old', 'new'].map((name) => createHash('sha256').update(name).digest('base64')) as [string, string];
const folder = mkdtempSync(join(tmpdir(), 'readable-endpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (tool: Tool, keys: Readonly<Record<string, string>>, ...args: string[]): Promise<void> => {
  expect(await runTool(tool, args, { DATA_DIR: folder, ...keys })).toMatchObject({ status: 0 });
};

/** The errors of a start with these keys, and the parts of `/health` that do not work then. */
const start = async (keys: Readonly<Record<string, string>>) => {
  const config = readConfig({ DATA_DIR: folder, ...keys });
  const opened = await openStorage(config, openWorld(machineClock));
  const logged: { readonly site: string; readonly name: string; readonly fix: string }[] = [];
  const log = { info: () => {}, error: (line: (typeof logged)[number]) => void logged.push(line) };
  try {
    const parts = await unreadableSecrets({ config, opened, random: pooledRandomness(), log: log as never });
    const failing: string[] = [];
    for (const { look } of parts) failing.push(...(await look()).map(({ part }) => part));
    return { logged, failing };
  } finally {
    await opened.close();
  }
};

const READABLE = { logged: [], failing: [] };

it('names an endpoint without its key until the secrets are encrypted with the present key', async () => {
  await run(siteTool, {}, 'create', 'acme', '--mode', 'production');
  expect(await start({})).toEqual(READABLE);
  await run(webhookTool, { SECRETS_KEY: OLD }, 'add', 'acme', 'https://shop.example.com/hook');
  expect(await start({ SECRETS_KEY: OLD })).toEqual(READABLE);
  for (const keys of [{}, { SECRETS_KEY: NEW }]) {
    const { logged, failing } = await start(keys);
    expect(failing).toEqual(['webhook_endpoints']);
    expect(logged).toEqual([
      {
        site: 'acme',
        name: expect.stringMatching(/^\w{32}$/),
        fix: expect.stringContaining('npm run webhook -- remove'),
      },
    ]);
  }
  const both = { SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: OLD };
  expect(await start(both)).toEqual(READABLE);
  await run(webhookTool, both, 'reencrypt');
  expect(await start({ SECRETS_KEY: NEW })).toEqual(READABLE);
});
