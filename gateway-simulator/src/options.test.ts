import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSimulatorOptions, SimulatorUsageError } from './options.ts';

test('the command line has defaults', () => {
  expect(readSimulatorOptions([])).toEqual({
    port: 12_111,
    host: '127.0.0.1',
    clock: 'real',
    webhooks: [],
    delays: {},
  });
  expect(readSimulatorOptions(['--help'])).toBeUndefined();
});

test('the command line names webhooks with their secrets, and delays', () => {
  const one = ['--webhook', 'http://127.0.0.1:3000/a', '--webhook-secret', 'whsec_first123'];
  expect(readSimulatorOptions([...one, '--debit-delay', '60'])).toMatchObject({
    webhooks: [{ url: 'http://127.0.0.1:3000/a', secret: 'whsec_first123' }],
    delays: { debit: 60_000 },
  });
  expect(readSimulatorOptions([...one, '--webhook', 'http://127.0.0.1:3000/b'])?.webhooks).toMatchObject([
    { secret: 'whsec_first123' },
    { secret: 'whsec_first123' },
  ]);
});

test.each([
  [['--port', 'x'], '--port must be a whole number'],
  [['--clock', 'fast'], '--clock must be real or manual'],
  [['--webhook', 'ftp://x', '--webhook-secret', 'whsec_12345678'], '--webhook must be an http'],
  [['--webhook', 'notaurl'], '3000/hook: notaurl'],
  [['--webhook', 'http://x'], 'Give --webhook-secret once'],
  [['--webhook', 'http://x', '--webhook-secret', 'short'], '--webhook-secret must begin with whsec_'],
  [['--colour'], '--colour'],
])('%j is refused', (args, message) => {
  expect(() => readSimulatorOptions(args)).toThrow(SimulatorUsageError);
  expect(() => readSimulatorOptions(args)).toThrow(message);
});

test('the command prints its help with status 0, and exits with 2 when it cannot understand the options', () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const run = (...args: string[]) => spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: '), stderr: '' });
  const refused = run('--webhook', 'notaurl');
  expect(refused).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('notaurl') });
});
