import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startProcess, startProgram } from '../process.ts';
import { untilHealth } from './ask.ts';
import { samples } from './scrape.ts';

const SERVICE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

test('a worker that hangs or was killed is named within a minute, by health, metrics and log of the others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frozen-worker-'));
  const clockFile = join(folder, 'clock');
  let passed = 0;
  const pass = (seconds: number): void => {
    passed += seconds * 1000;
    writeFileSync(clockFile, String(passed));
  };
  pass(0);
  const env = { DATA_DIR: join(folder, 'data'), TEST_CLOCK_FILE: clockFile };
  const service = await startProcess({ env });
  onTestFinished(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });
  let log = '';
  service.child.stdout?.on('data', (text: string) => {
    log += text;
  });
  const startWorker = () => startProgram(SERVICE, ['WORKER_PORT'], { env: { ...env, SERVE: 'worker' } });
  const seen = async (alive: number, silent: number): Promise<void> => {
    // A process that has left its sign on the earlier clock leaves the next within a second.
    const workers = { 'state="alive"': alive, 'state="silent"': silent };
    await expect.poll(() => samples(service.apiUrl, 'billing_workers'), { timeout: 20_000 }).toEqual(workers);
  };

  const frozen = await startWorker();
  pass(15);
  await seen(2, 0);

  frozen.child.kill('SIGSTOP');
  pass(60);
  const { status, body } = await untilHealth(service.apiUrl, 'degraded');
  expect([status, body]).toMatchObject([
    200,
    { degraded: ['worker'], reasons: { worker: expect.stringContaining('has left no sign for over a minute') } },
  ]);
  await seen(1, 1);
  expect(await samples(service.apiUrl, 'billing_health')).toMatchObject({ 'part="worker"': 0, 'part="serving"': 1 });
  await expect.poll(() => log, { timeout: 10_000 }).toMatch(/"degraded":\["worker"\].*"msg":"health has changed"/);

  frozen.child.kill('SIGCONT');
  await untilHealth(service.apiUrl, 'ok');
  await frozen.kill();
  pass(60);
  await untilHealth(service.apiUrl, 'degraded');

  // Another one has taken its place by then, or none is there.
  pass(15 * 60);
  await untilHealth(service.apiUrl, 'ok');
  await seen(1, 0);
}, 240_000);
