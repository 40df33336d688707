/** The package as a merchant installs it: plain JavaScript, and declarations without our sources. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const E2E = fileURLToPath(new URL('.', import.meta.url));
const MODULES = join(E2E, '..', 'node_modules');

let consumer: string;

/** This Node, and the one of the machine if it is another: projects of merchants run on either. */
function nodes(): [version: string, node: string][] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const machine = folders.map((folder) => join(folder, 'node')).find(existsSync);
  const found = [process.execPath, ...(machine ? [machine] : [])].map((node): [string, string] => [
    execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    node,
  ]);
  return [...new Map(found)];
}

beforeAll(async () => {
  consumer = await mkdtemp(join(tmpdir(), 'consumer-'));
  await run('npm', ['pack', '--pack-destination', consumer], { cwd: E2E });
  const installed = join(consumer, 'node_modules', '@service', 'e2e');
  await mkdir(installed, { recursive: true });
  await run('tar', ['--extract', '--file', 'service-e2e-0.1.0.tgz', '--strip-components=1', '--directory', installed], {
    cwd: consumer,
  });
  for (const name of ['@playwright', 'playwright', 'playwright-core', '@types', 'undici-types']) {
    await symlink(join(MODULES, name), join(consumer, 'node_modules', name));
  }
  await writeFile(join(consumer, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterAll(() => rm(consumer, { recursive: true, force: true }));

test.each(nodes())('runs without our sources on Node %s', async (_version, node) => {
  const program = "import * as e2e from '@service/e2e'; console.log(Object.keys(e2e).sort().join(' '))";
  const { stdout } = await run(node, ['--input-type=module', '--eval', program], { cwd: consumer });
  expect(stdout.trim()).toBe('TITLES cardFields expect startService test tokenIn');
});

test.each(nodes())(
  'starts the service with the Node that the service brings, from Node %s',
  async (_version, node) => {
    const program =
      "import { startService } from '@service/e2e'; const service = await startService(); await service.stop(); console.log('stopped')";
    const { stdout } = await run(node, ['--input-type=module', '--eval', program], {
      cwd: consumer,
      env: { ...process.env, SERVICE_HOME: join(E2E, '..') },
    });
    expect(stdout.trim()).toBe('stopped');
  },
  60_000,
);

test.each(nodes())('its command says how it is used on Node %s', async (_version, node) => {
  const { bin } = JSON.parse(await readFile(join(consumer, 'node_modules/@service/e2e/package.json'), 'utf8'));
  const program = join(consumer, 'node_modules/@service/e2e', bin.check);
  const { stdout } = await run(node, [program, '--help'], { cwd: consumer });
  expect(stdout).toMatch(/^Usage: check <address of the checkout> \[options\]/);
  expect((await run(node, [program, '--list'], { cwd: consumer })).stdout.trim().split('\n')).toContain('lost-answer');
});

test('names the folder setting if the service is not there', async () => {
  const program =
    "import { startService } from '@service/e2e'; await startService().catch(({ message }) => console.log(message))";
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: consumer });
  expect(stdout.trim()).toMatch(
    /^There is no service in .*\. Set SERVICE_HOME to the folder of its repository, or pass it as `home`\.$/,
  );
});

test('its types compile in strict mode', async () => {
  const suite = [
    "import { expect, test, type Card } from '@service/e2e';",
    "const card: Card = { number: '4111111111111111', month: '12' };",
    "test('a card', async ({ page, service, card: fields }) => {",
    '  await page.goto(service.shopUrl);',
    '  await fields.type(card);',
    '  await service.letPass({ minutes: 20 });',
    '  // @ts-expect-error there is no such field',
    "  await fields.type({ colour: 'red' });",
    "  await expect(fields.number).toHaveValue('');",
    '});',
  ].join('\n');
  await writeFile(join(consumer, 'suite.ts'), suite);
  const tsc = join(MODULES, 'typescript', 'bin', 'tsc');
  for (const resolution of [
    ['--module', 'node16'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    const options = ['--noEmit', '--strict', '--target', 'esnext', '--types', 'node', ...resolution];
    await run(process.execPath, [tsc, ...options, 'suite.ts'], { cwd: consumer }).catch(({ stdout }) =>
      expect(stdout).toBe(''),
    );
  }
});
