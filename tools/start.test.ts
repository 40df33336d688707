/** Starts and stops `npm start` as a whole process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePorts } from '../e2e/fixtures/free-ports.ts';
import { ROOT } from './repository.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const listening = async (): Promise<Server> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const portOf = (server: Server): string => {
  const bound = server.address();
  return String(typeof bound === 'object' && bound?.port);
};

const newPorts = async () => {
  const [PORT = '', BROWSER_PORT = '', CONSOLE_PORT = '', SHOP_PORT = ''] = (await freePorts(4)).map(String);
  return { PORT, BROWSER_PORT, CONSOLE_PORT, SHOP_PORT };
};

const start = (
  env: Record<string, string>,
  [program = process.execPath, ...args] = [process.execPath, 'tools/start.ts'],
) => {
  const child = spawn(program, args, {
    cwd: ROOT,
    // The channel tells the service that this test has ended.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error', ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  const greeted = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => stdout.includes('Stop with Ctrl-C.') && resolve(stdout));
    ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)), reject);
  });
  greeted.catch(() => undefined);
  return { child, ended, greeted, printed: () => stdout };
};

const answers = (port: string): Promise<boolean> =>
  fetch(`http://localhost:${port}/health`).then(
    (response) => response.ok,
    () => false,
  );

test('prints its addresses and stops on SIGINT', async () => {
  const ports = await newPorts();
  const { child, ended, greeted } = start(ports);
  const greeting = await greeted;
  for (const port of Object.values(ports)) {
    expect(greeting).toContain(`http://localhost:${port}`);
    expect(await answers(port)).toBe(true);
  }
  expect(greeting).toMatch(
    /Script, fixed +http:\/\/localhost:\d+\/v1\/service-\d+\.\d+\.\d+\.js\n +integrity +sha384-\S{64}\n/,
  );
  for (const key of ['demo-public-key', 'demo-private-key', 'demo-read-only-key']) expect(greeting).toContain(key);

  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  for (const port of Object.values(ports)) expect(await answers(port)).toBe(false);
});

test('stops when npm is stopped', async () => {
  const ports = await newPorts();
  const { child, ended, greeted } = start(ports, ['npm', 'start']);
  await greeted;
  child.kill('SIGTERM');
  for (const port of Object.values(ports)) {
    await expect.poll(() => answers(port), { timeout: 60_000 }).toBe(false);
  }
  // Until all of them have ended, they write to the folder that is about to be removed.
  await ended;
});

test.each(['PORT', 'BROWSER_PORT', 'CONSOLE_PORT', 'SHOP_PORT'])(
  'fails with one line if %s is in use',
  async (variable) => {
    const neighbour = await listening();
    const port = portOf(neighbour);
    const { code, stderr } = await start({ ...(await newPorts()), [variable]: port }).ended;
    neighbour.close();
    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is taken. Stop what runs there, or choose another one with ${variable}.\n`);
  },
);

const ONE_LINE = /^[^\n]{20,300}\n$/;

test('fails with one line if the data folder cannot be written', async () => {
  await writeFile(join(folder, 'file'), '');
  const DATA_DIR = join(folder, 'file', 'data');
  const { code, stderr } = await start({ ...(await newPorts()), DATA_DIR }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toContain(DATA_DIR);
  expect(stderr).toContain('DATA_DIR');
});

test('fails with one line, without the password, if the database cannot be reached', async () => {
  const DATABASE_URL = 'postgres://shop:open-sesame@127.0.0.1:1/billing';
  const { code, stderr } = await start({ ...(await newPorts()), DATABASE_URL }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toContain('DATABASE_URL');
  expect(stderr).not.toContain('open-sesame');
});

test('fails with one line if a setting cannot be used', async () => {
  const { code, stderr } = await start({ ...(await newPorts()), RATE_LIMIT: 'fast' }).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toContain('RATE_LIMIT=fast');
});

test('fails with one line on a database from which a later release removed what this one uses', async () => {
  const { child, ended, greeted } = start(await newPorts());
  await greeted;
  child.kill('SIGTERM');
  await ended;
  const file = (await readdir(folder)).find((name) => /\.(db|sqlite\d?)$/.test(name)) ?? 'no database';
  const database = new DatabaseSync(join(folder, file));
  database.exec(
    "INSERT INTO migrations (version, name, applied_at_ms) VALUES (9999, '9999-later.contract-9998.sql', 0)",
  );
  database.close();

  const { code, stderr } = await start(await newPorts()).ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toContain('9999');
});

test.each([
  ['HOST', '0.0.0.0', 'HOST is not a loopback interface'],
  ['TRUST_PROXY', '1', 'TRUST_PROXY is set'],
])(
  'with %s=%s there is no shop and no demo key, and the service and the greeting say why',
  async (name, value, why) => {
    const ports = await newPorts();
    const { child, ended, printed } = start({ ...ports, LOG_LEVEL: 'info', [name]: value });
    await expect.poll(() => answers(ports.PORT), { timeout: 60_000 }).toBe(true);
    await expect.poll(printed, { timeout: 60_000 }).toContain('Create a site: npm run site');
    expect(await answers(ports.SHOP_PORT)).toBe(false);
    expect(printed()).not.toContain('demo-');
    expect(printed()).toContain(`No demo site and no example shop: ${why}`);
    await expect.poll(printed, { timeout: 60_000 }).toContain(`The demo keys are refused because ${why}`);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  },
);
