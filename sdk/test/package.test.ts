import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The library as a merchant installs it: packed, unpacked, and used from a separate project. */
const project = mkdtempSync(join(tmpdir(), 'merchant-'));
const sdk = join(import.meta.dirname, '..');
const installed = join(project, 'node_modules/@service/sdk');

const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: project, encoding: 'utf8' });

beforeAll(() => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const [packed] = JSON.parse(run(npm, 'pack', sdk, '--json', '--pack-destination', project));
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', join(project, packed.filename), '--strip-components=1', '-C', installed);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test('runs without type stripping, and has no dependencies', () => {
  writeFileSync(
    join(project, 'run.mjs'),
    "import * as library from '@service/sdk'; console.log(Object.keys(library).sort().join());",
  );
  expect(run(process.execPath, 'run.mjs').trim()).toBe('Service,ServiceError,service');
});

test.each(['service.PayPal', 'service.Pricing.Checkout'])('%s is not supported, as the built library says', (name) => {
  const lines = [
    "import { service } from '@service/sdk';",
    `for (const run of [() => ${name}(), () => new ${name}()])`,
    '  try { run(); } catch ({ code }) { console.log(code); }',
    'console.log(new service.Pricing().currencyCode, service.Pricing.Subscription().currencyCode);',
  ];
  writeFileSync(join(project, 'absent.mjs'), lines.join('\n'));
  expect(run(process.execPath, 'absent.mjs').trim().split('\n')).toEqual(['not-supported', 'not-supported', 'USD USD']);
});

test('the hashes in its manifest match its files', () => {
  const { version, files } = JSON.parse(readFileSync(join(installed, 'dist/manifest.json'), 'utf8'));
  expect(Object.keys(files)).toEqual(['service.js', 'service.mjs', 'service.css']);
  for (const [name, { integrity, versioned }] of Object.entries<{ integrity: string; versioned: string }>(files)) {
    const bytes = readFileSync(join(installed, 'dist', name));
    expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    expect(versioned).toBe(name.replace('.', `-${version}.`));
  }
});

test('its declarations stand alone, and are precise', () => {
  // Kept as text, because the library is not installed in this project.
  copyFileSync(join(import.meta.dirname, 'merchant.ts.txt'), join(project, 'checkout.ts'));
  const tsc = join(sdk, '../node_modules/typescript/lib/tsc.js');
  for (const resolution of [
    ['--module', 'node16'],
    ['--module', 'nodenext'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
  ]) {
    run(
      process.execPath,
      tsc,
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--types',
      '',
      ...resolution,
      'checkout.ts',
    );
  }
});
