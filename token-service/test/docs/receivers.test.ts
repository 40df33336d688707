import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newDelivery, type WebhookNotification } from '@service/billing/domain/webhooks/delivery.ts';
import { Secret } from '@service/billing/values/secret.ts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../e2e/fixtures/free-ports.ts';
import { headersOf } from '../../src/worker/webhooks/headers.ts';

/** The receivers of docs/webhooks.md, each with what runs it. */
const RECEIVERS = [
  { language: 'js', file: 'receiver.mjs', command: process.execPath, needs: ['--version'], args: () => [] },
  { language: 'python', file: 'receiver.py', command: 'python3', needs: ['--version'], args: () => [] },
  {
    language: 'php',
    file: 'receiver.php',
    command: 'php',
    needs: ['--version'],
    args: (port: number) => ['-S', `127.0.0.1:${port}`],
  },
  { language: 'ruby', file: 'receiver.rb', command: 'ruby', needs: ['-e', 'require "webrick"'], args: () => [] },
] as const;

const [SECRET, PREVIOUS] = ['n', 'p'].map((letter) => `whsec_${letter.repeat(44)}`) as [string, string];
const BODY = '<?xml version="1.0" encoding="UTF-8"?>\n<new_account_notification>Łódź</new_account_notification>\n';
const runs = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;

describe.each(RECEIVERS)(
  'the receiver of the documentation in $language',
  ({ language, file, command, needs, args }) => {
    let source: string;
    beforeAll(async () => {
      const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
      source = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';
      expect(source).toContain('5000');
    });

    test.skipIf(!runs(command, needs))('accepts what is genuine and recent, and nothing else', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
      onTestFinished(() => rm(folder, { recursive: true }));
      const port = await freePort();
      const path = join(folder, file);
      await writeFile(path, source.replaceAll('5000', String(port)));
      const env = { ...process.env, SIGNING_SECRET: SECRET };
      const child = spawn(command, [...args(port), path], { env, stdio: 'ignore' });
      const ended = once(child, 'exit');
      onTestFinished(async () => {
        child.kill('SIGKILL');
        await ended;
      });

      const post = async (headers: Readonly<Record<string, string>>, body = BODY): Promise<number> =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      await answering(() => post({}));
      const genuine = signed(Date.now());
      expect(await post(genuine)).toBe(204);
      expect(await post(signed(Date.now(), true))).toBe(204);
      const forged: readonly [string, Record<string, string>, string?][] = [
        ['another body', genuine, `${BODY} `],
        ['another id', { ...genuine, 'webhook-id': 'other' }],
        ['a later time', { ...genuine, 'webhook-timestamp': String(Number(genuine['webhook-timestamp']) + 1) }],
        ['a time that is none', { ...genuine, 'webhook-timestamp': 'now' }],
        ['no signature', { ...genuine, 'webhook-signature': '' }],
        ['an old delivery', signed(Date.now() - 10 * 60_000)],
        ['nothing', {}],
      ];
      for (const [what, headers, body] of forged) expect(await post(headers, body), what).toBe(401);
    });
  },
);

/** The headers of a delivery that is attempted at a time. */
const signed = (at: number, both = false): Record<string, string> => {
  const secrets = { signing: new Secret(both ? PREVIOUS : SECRET), previous: new Secret(SECRET), basic_auth: null };
  const delivery = newDelivery({ id: 'd', endpoint_id: 'e', notification_id: '0192f' }, 7, 0, false);
  const notification: WebhookNotification = {
    id: '0192f',
    event_id: '0192f',
    type: 'new_account',
    account_id: null,
    correlation: null,
    body: BODY,
    created_at_ms: 0,
  };
  return headersOf({ ...delivery, notification }, { secrets: { ...secrets, headers: {} }, both }, at);
};

/** Resolves once a request is answered. */
const answering = async (request: () => Promise<unknown>): Promise<void> => {
  const isAnswered = () =>
    request().then(
      () => true,
      () => false,
    );
  while (!(await isAnswered())) await wait(20);
};
