import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountTool } from './account.ts';
import { noteTool } from './account-note.ts';
import { backupTool } from './backup.ts';
import { dunningTool } from './dunning.ts';
import { gatewayTool } from './gateway.ts';
import { keyTool } from './key.ts';
import { reconcileTool } from './reconcile.ts';
import { restoreTool } from './restore.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';
import { webhookTool } from './webhook.ts';

const folder = mkdtempSync(join(tmpdir(), 'read-only-'));
const env = { DATA_DIR: join(folder, 'data'), SECRETS_KEY: randomBytes(32).toString('base64') };
const copy = join(folder, 'copy');

beforeAll(async () => {
  expect((await runTool(siteTool, ['create', 'acme'], env)).status).toBe(0);
  expect((await runTool(backupTool, [copy], env)).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

const CHANGING = [
  [siteTool, 'change', 'acme', '--currencies', 'EUR'],
  [siteTool, 'change', 'acme', '--next-invoice-number', '5000'],
  [siteTool, 'create', 'zebra'],
  [keyTool, 'create', 'acme', '--name', 'Back end'],
  [gatewayTool, 'add', 'acme', 'main', '--adapter', 'test'],
  [webhookTool, 'add', 'acme', 'https://shop.example.com/hook'],
  [webhookTool, 'trigger', 'acme', 'new_account'],
  [dunningTool, 'add', 'acme', 'gentle'],
  [restoreTool, copy, '--replace'],
] as const;

test.each(CHANGING.map(([tool, ...args]) => ({ line: `${tool.name} ${args[0]}`, tool, args })))(
  'with READ_ONLY=1, $line is refused',
  async ({ tool, args }) => {
    expect(await runTool(tool, args, { ...env, READ_ONLY: '1' })).toMatchObject({
      status: 1,
      text: expect.stringContaining('read'),
    });
  },
);

test('with READ_ONLY=1, what only reads is answered', async () => {
  const readOnly = { ...env, READ_ONLY: '1' };
  expect(await runTool(siteTool, ['show', 'acme'], readOnly)).toMatchObject({ status: 0 });
  expect(await runTool(reconcileTool, ['acme', '--since', '2027-01-01'], readOnly)).toMatchObject({ status: 0 });
  expect(await runTool(accountTool, ['erase', 'acme', 'unknown'], readOnly)).toMatchObject({ status: 1 });
  expect(await runTool(noteTool, ['acme', 'unknown', 'Called.'], readOnly)).toMatchObject({ status: 1 });
});

test('with READ_ONLY=1, a backup is made, and its age is not recorded', async () => {
  expect(await runTool(backupTool, [`${copy}-2`], { ...env, READ_ONLY: '1' })).toMatchObject({ status: 0 });
});
