import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from './command.ts';
import { keyTool } from './key.ts';
import { mailTool } from './mail.ts';
import { siteTool } from './site.ts';
import { runTool, type ToolOutcome } from './tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'mail-tool-'));
const run = (tool: Tool, ...args: string[]): Promise<ToolOutcome> => runTool(tool, args, { DATA_DIR: folder });
const mail = (...args: string[]) => run(mailTool, ...args);

beforeAll(async () => {
  await run(siteTool, 'create', 'acme', '--technical-contact', 'ops@acme.example', '--mail-language', 'de');
  await run(keyTool, 'create', 'acme', '--name', 'Back end');
});
afterAll(() => rmSync(folder, { recursive: true }));

const firstId = async () => /[0-9a-f]{32}/.exec((await mail('list', 'acme')).text)?.[0] ?? '';

it('lists mail with its recipient and status, and says that there is no mail server', async () => {
  const { status, text } = await mail('list', 'acme');
  expect(status).toBe(0);
  expect(text).toContain('SMTP_URL is not set here: this sandbox keeps its mail');
  expect(text).toMatch(/private_key_changed +ops@acme\.example +queued +0 +-/);
  expect((await mail('list', 'acme', '--status', 'bounced')).text).toContain('There is no such mail.');
  expect(await mail('list', 'acme', '--status', 'lost')).toMatchObject({
    status: 2,
    text: expect.stringContaining('--status takes queued, delivered, kept, bounced, skipped, failed, not “lost”.'),
  });
  expect(await mail('list', 'acme', '--account', 'unknown')).toMatchObject({ status: 1 });
});

it('names the variables of the links in its help', async () => {
  const { text } = await mail('--help');
  expect(text).toContain('PUBLIC_URL');
  expect(text).toContain('PORT');
});

it('shows one as text, and writes its HTML to a file', async () => {
  const file = join(folder, 'mail.html');
  const { text } = await mail('show', 'acme', await firstId(), '--html', file);
  expect(text).toMatch(
    /^Date +[\d-]{10} \d\d:\d\d UTC\nFrom +Acme <no-reply@localhost>\nTo +ops@acme\.example\nSubject +Ein privater Schlüssel von acme/,
  );
  expect(text).toContain('Der private Schlüssel „Back end“ wurde erstellt.');
  expect(readFileSync(file, 'utf8')).toContain('<html lang="de" dir="ltr">');
  expect(await mail('show', 'acme', '0'.repeat(32))).toMatchObject({ status: 1 });
});

it('retries none that is queued, and sends no link to an unknown account', async () => {
  expect(await mail('retry', 'acme', await firstId())).toMatchObject({ status: 1, text: 'The message is queued.' });
  expect(await mail('link', 'acme', 'ada')).toMatchObject({ status: 1 });
});

it('names its kinds, of which a site can turn some off', async () => {
  expect((await mail('kinds')).text.split('\n')).toContain('renewal_ahead');
  expect((await run(siteTool, 'change', 'acme', '--mail-off', 'receipt,refund')).text).toMatch(
    /mail-off +receipt,refund/,
  );
  expect(await run(siteTool, 'change', 'acme', '--mail-off', 'newsletter')).toMatchObject({
    status: 1,
    text: expect.stringMatching(/Give some of .*\breceipt\b.*, or none\. For example: --mail-off /),
  });
});
