/** Starts and stops `npm run try-gateway` as a whole process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../e2e/fixtures/free-ports.ts';
import { ROOT } from './repository.ts';

const PURCHASE = `<purchase><account><account_code>ada</account_code><billing_info><first_name>Ada</first_name>
  <last_name>Lovelace</last_name><number>4242424242424242</number><month>12</month><year>2040</year><country>US</country>
  </billing_info></account><currency>USD</currency><adjustments><adjustment>
  <unit_amount_in_cents>900</unit_amount_in_cents></adjustment></adjustments></purchase>`;

test('a sale of the demo site goes through the simulator, and nothing stays behind', async () => {
  // Its own, because others may run the command at the same time.
  const TMPDIR = mkdtempSync(join(tmpdir(), 'tried-'));
  onTestFinished(() => rmSync(TMPDIR, { recursive: true }));
  const [PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT, SIMULATOR_PORT] = (await freePorts(5)).map(String);
  const child = spawn(process.execPath, ['tools/try-gateway.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT, SIMULATOR_PORT, LOG_LEVEL: 'error', TMPDIR },
  });
  let [printed, stderr] = ['', ''];
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, stderr }));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('/simulator/log')) resolve();
    });
    ended.then(({ stderr: why }) => reject(new Error(why)));
  });
  const [folder] = readdirSync(TMPDIR).filter((name) => name.startsWith('try-gateway-'));
  expect(printed).toContain(`DATA_DIR=${join(TMPDIR, folder ?? '-')} `);
  for (const code of ['tideline', 'tideline-yearly', 'tideline-trial']) expect(printed).toContain(code);
  expect(printed).toContain(`gateway simulator at http://127.0.0.1:${SIMULATOR_PORT}`);

  const sold = await fetch(`http://localhost:${PORT}/v2/purchases`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('demo-private-key:').toString('base64')}`,
      Accept: 'application/xml',
      'Content-Type': 'application/xml',
      'X-Api-Version': '2.19',
    },
    body: PURCHASE,
  });
  const answer = await sold.text();
  expect(sold.status, answer).toBe(200);
  expect(answer).toContain('<gateway_type>stripe</gateway_type>');
  const log = await (await fetch(`http://127.0.0.1:${SIMULATOR_PORT}/simulator/log`)).text();
  expect(log).toContain('captured');
  expect(log).not.toContain('4242424242424242');

  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(readdirSync(TMPDIR)).toEqual([]);
}, 60_000);

describe('the command line', () => {
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    new Promise<{ readonly status: number | null; readonly out: string; readonly error: string }>((resolve) => {
      const child = spawn(process.execPath, ['tools/try-gateway.ts', ...args], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      });
      let [out, error] = ['', ''];
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        error += chunk;
      });
      child.once('close', (status) => resolve({ status, out, error }));
    });

  test('prints its help and starts nothing', async () => {
    const { status, out, error } = await run(['--help']);
    expect([status, error]).toEqual([0, '']);
    expect(out).toContain('SIMULATOR_PORT=12112 npm run try-gateway');
  });

  test.each([['--port'], ['fast']])('refuses %s with status 2', async (word) => {
    const { status, out, error } = await run([word]);
    expect([status, out]).toEqual([2, '']);
    expect(error).toContain(`'${word}'`);
    expect(error).toContain('Help: npm run try-gateway -- --help');
  });

  test('says what to do about a taken port, and leaves nothing behind', async () => {
    // Its own, because others may run the command at the same time.
    const TMPDIR = mkdtempSync(join(tmpdir(), 'tried-'));
    onTestFinished(() => rmSync(TMPDIR, { recursive: true }));
    const [PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT] = (await freePorts(4)).map(String);
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const bound = occupant.address();
    const SIMULATOR_PORT = String(typeof bound === 'object' && bound?.port);
    const { status, error } = await run([], { PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT, SIMULATOR_PORT });
    occupant.close();
    expect(status).toBe(1);
    expect(error).toBe(
      `Port ${SIMULATOR_PORT} is taken. Stop what runs there, or choose another one with SIMULATOR_PORT.\n`,
    );
    expect(readdirSync(TMPDIR)).toEqual([]);
  });
});
