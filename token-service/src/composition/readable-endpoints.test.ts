import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { siteTool } from '../cli/site.ts';
import { runTool, type Tool } from '../cli/tool.ts';
import { webhookTool } from '../cli/webhook.ts';
import { readConfig } from '../config.ts';
import { openStorage } from '../storage/storage.ts';
import { endpointCipher } from '../vault/endpoint-cipher.ts';
import { pooledRandomness } from '../vault/random.ts';
import { machineClock, openWorld } from '../world.ts';
import { requireReadableEndpoints } from './readable-endpoints.ts';

const [OLD, NEW] = ['old', 'new'].map((name) => createHash('sha256').update(name).digest('base64')) as [string, string];
const folder = mkdtempSync(join(tmpdir(), 'readable-endpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = async (tool: Tool, keys: Readonly<Record<string, string>>, ...args: string[]): Promise<void> => {
  expect(await runTool(tool, args, { DATA_DIR: folder, ...keys })).toMatchObject({ status: 0 });
};

const check = async (keys: Readonly<Record<string, string>>): Promise<void> => {
  const config = readConfig({ DATA_DIR: folder, ...keys });
  const opened = await openStorage(config, openWorld(machineClock));
  try {
    await requireReadableEndpoints(opened, endpointCipher(config, pooledRandomness()));
  } finally {
    await opened.close();
  }
};

it('stops a start without the key of an endpoint, until the secrets are encrypted with the present key', async () => {
  await run(siteTool, {}, 'create', 'acme', '--mode', 'production');
  await check({});
  await run(webhookTool, { SECRETS_KEY: OLD }, 'add', 'acme', 'https://shop.example.com/hook');
  await check({ SECRETS_KEY: OLD });
  await expect(check({})).rejects.toThrow(/^The secrets of webhook endpoint \w{32} of acme cannot be decrypted: set/);
  await expect(check({ SECRETS_KEY: NEW })).rejects.toThrow('cannot be decrypted');
  const both = { SECRETS_KEY: NEW, SECRETS_KEY_PREVIOUS: OLD };
  await check(both);
  await run(webhookTool, both, 'reencrypt');
  await check({ SECRETS_KEY: NEW });
});
