import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { startProcess, startProgram } from '../process.ts';
import { ask } from './ask.ts';
import { samples } from './scrape.ts';

const SERVICE = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const HOUR = 3600;

const PURCHASE = `<purchase><account><account_code>late</account_code></account><currency>USD</currency>
  <collection_method>manual</collection_method><net_terms type="integer">0</net_terms>
  <adjustments><adjustment><unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`;

test('a worker that hangs while work is late is named by the other processes until it goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frozen-worker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clockFile = join(folder, 'clock');
  let passed = 0;
  const pass = (seconds: number): void => {
    passed += seconds * 1000;
    writeFileSync(clockFile, String(passed));
  };
  pass(0);
  const env = { DATA_DIR: join(folder, 'data'), TEST_CLOCK_FILE: clockFile };

  // The invoice is past due a day after its due date, by due work.
  const shop = await startProcess({ env });
  const sold = await fetch(`${shop.apiUrl}/v2/purchases`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${DEMO_KEYS.private}:`)}`,
      Accept: 'application/xml',
      'Content-Type': 'application/xml',
      'X-Api-Version': '2.19',
    },
    body: PURCHASE,
  });
  expect(sold.status, await sold.clone().text()).toBe(200);
  await shop.stop();

  const worker = await startProgram(SERVICE, ['WORKER_PORT'], { env: { ...env, SERVE: 'worker' } });
  onTestFinished(worker.kill);
  const watching = await startProcess({ env: { ...env, READ_ONLY: '1' } });
  onTestFinished(watching.stop);
  let log = '';
  watching.child.stdout?.on('data', (text: string) => {
    log += text;
  });
  const isNamed = async () => {
    const { body } = await ask(`${watching.apiUrl}/health`);
    return (body as { readonly degraded: readonly string[] }).degraded.includes('worker');
  };
  const workers = async () => (await samples(watching.apiUrl, 'billing_workers'))[''];

  expect(await isNamed()).toBe(false);
  worker.child.kill('SIGSTOP');
  pass(24 * HOUR + 600);
  await expect.poll(isNamed, { timeout: 20_000 }).toBe(true);
  await expect.poll(workers, { timeout: 20_000 }).toBe(0);
  expect(await samples(watching.apiUrl, 'billing_health')).toMatchObject({ 'part="worker"': 0, 'part="serving"': 1 });
  await expect.poll(() => log, { timeout: 10_000 }).toMatch(/"degraded":\[.*"worker"\].*"msg":"health has changed"/);

  worker.child.kill('SIGCONT');
  pass(15);
  await expect.poll(isNamed, { timeout: 20_000 }).toBe(false);
  pass(15);
  await expect.poll(workers, { timeout: 20_000 }).toBe(1);
  expect(await samples(worker.urls[0] ?? '', 'billing_health')).not.toHaveProperty('part="worker"');
}, 240_000);

test('one of two workers that hangs is named within a minute, while the other one works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'one-frozen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const env = { DATA_DIR: join(folder, 'data'), TEST_CLOCK_FILE: clockFile };
  const shop = await startProcess({ env });
  onTestFinished(shop.stop);
  let log = '';
  shop.child.stdout?.on('data', (text: string) => {
    log += text;
  });
  const worker = await startProgram(SERVICE, ['WORKER_PORT'], { env: { ...env, SERVE: 'worker' } });
  onTestFinished(worker.kill);
  const health = async () => (await ask(`${shop.apiUrl}/health`)).body;
  const counts = async () => [
    (await samples(shop.apiUrl, 'billing_workers'))[''],
    (await samples(shop.apiUrl, 'billing_workers_silent'))[''],
  ];
  await expect.poll(counts, { timeout: 20_000 }).toEqual([2, 0]);
  expect(await health()).toEqual({ status: 'ok' });

  worker.child.kill('SIGSTOP');
  writeFileSync(clockFile, '60000');
  const reason = expect.stringContaining('no sign for a minute: 1 of 2');
  await expect.poll(health, { timeout: 20_000 }).toMatchObject({ degraded: ['workers'], reasons: { workers: reason } });
  await expect.poll(counts, { timeout: 20_000 }).toEqual([1, 1]);
  expect(await samples(shop.apiUrl, 'billing_health')).toMatchObject({ 'part="workers"': 0, 'part="worker"': 1 });
  await expect.poll(() => log, { timeout: 20_000 }).toMatch(/"degraded":\["workers"\].*"msg":"health has changed"/);

  worker.child.kill('SIGCONT');
  await expect.poll(health, { timeout: 20_000 }).toEqual({ status: 'ok' });
  await expect.poll(counts, { timeout: 20_000 }).toEqual([2, 0]);
}, 240_000);
