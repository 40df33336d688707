import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testPostgres } from '../../test/database.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { openStorage } from '../adapters/storage/storage.ts';
import { anAccount, NOON } from '../adapters/storage/testing/samples.ts';
import { anInvoice } from '../adapters/storage/testing/selling-samples.ts';
import { clockFinding } from '../composition/doctor/machine.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { backupTool } from './backup.ts';
import { doctorTool } from './doctor.ts';
import { gatewayTool } from './gateway.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const outside = { world: () => world, open: openStorage };
const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
const data = { DATA_DIR: join(folder, 'data') };
const keys = { SECRETS_KEY: randomBytes(32).toString('base64') };

interface Shown {
  readonly part: string;
  readonly status: string;
  readonly finding: string;
  readonly advice: string | null;
}

const examined = async (env: Readonly<Record<string, string>>) => {
  const { status, text } = await runTool(doctorTool, ['--json'], env, outside);
  const findings = JSON.parse(text) as readonly Shown[];
  return { status, of: (part: string) => findings.find((each) => each.part === part), findings };
};

beforeAll(async () => {
  await runTool(siteTool, ['create', 'acme'], data, outside);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a service that works has no failure, and each part is named', async () => {
  const { status, findings } = await examined(data);
  expect(findings.filter((each) => each.status === 'failure')).toEqual([]);
  expect(status).toBe(0);
  expect(findings.map(({ part }) => part)).toEqual([
    ...['settings', 'disk', 'dns', 'database', 'redis', 'mail', 'gateway', 'webhook', 'keys', 'due work', 'backup'],
  ]);
});

test('each failure says what to do, and ends with status 1', async () => {
  const nowhere = { ...data, TOKEN_STORE_URL: 'redis://127.0.0.1:1', TOKEN_STORE_KEY: keys.SECRETS_KEY };
  const { status, of } = await examined({
    ...nowhere,
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://billing.invalid',
    CONSOLE_URL: 'https://console.invalid',
  });
  expect(status).toBe(1);
  expect(of('redis')).toMatchObject({ status: 'failure', finding: expect.stringContaining('No Redis answers') });
  expect(of('mail')).toMatchObject({ status: 'failure', advice: expect.stringContaining('SMTP_URL') });
  expect(of('dns billing.invalid')).toMatchObject({ status: 'failure', advice: expect.stringContaining('PUBLIC_URL') });
  expect(of('dns console.invalid')).toMatchObject({
    status: 'failure',
    advice: expect.stringContaining('CONSOLE_URL'),
  });
});

test('a service that is reached from outside needs the address of its console', async () => {
  const { of } = await examined({ ...data, PUBLIC_URL: 'https://billing.invalid' });
  expect(of('settings')).toMatchObject({ status: 'warning', advice: expect.stringContaining('invitations') });
});

test('a database that is missing is a failure, and no other part is guessed', async () => {
  const { status, of } = await examined({ DATA_DIR: join(folder, 'missing') });
  expect(status).toBe(1);
  expect(of('database')).toMatchObject({ status: 'failure', finding: expect.stringContaining('There is no database') });
  expect(of('keys')).toBeUndefined();
});

test('the server behind a pooler must answer, and be the one of DATABASE_URL', async () => {
  const [database, other] = [await testPostgres(), await testPostgres()];
  const pooled = { DATABASE_URL: database.url };
  const made = await runTool(siteTool, ['create', 'pooled'], pooled, outside);
  expect(made.status, made.text).toBe(0);
  const direct = async (url: string) => (await examined({ ...pooled, DATABASE_DIRECT_URL: url })).of('database direct');
  expect(await direct(database.url)).toMatchObject({ status: 'ok' });
  const refused = await direct('postgres://billing:secret-word@127.0.0.1:1/billing');
  expect(refused).toMatchObject({
    ...{ status: 'failure', finding: expect.stringContaining('127.0.0.1:1/billing cannot be used') },
    advice: expect.stringContaining('DATABASE_DIRECT_URL'),
  });
  expect(JSON.stringify(refused)).not.toContain('secret-word');
  if (!process.env.TEST_DATABASE_URL) {
    expect(await direct(other.url)).toMatchObject({
      ...{ status: 'failure', finding: expect.stringContaining('does not get the signals') },
    });
  }
  expect((await examined(pooled)).of('database direct')).toBeUndefined();
  const reading = await examined({ ...pooled, DATABASE_DIRECT_URL: database.url, READ_ONLY: '1' });
  expect(reading.of('database')).toMatchObject({ status: 'ok' });
  expect(reading.of('database direct')).toBeUndefined();
  await database.close();
  await other.close();
}, 30_000);

test('a mail server is greeted, and gets no message', async () => {
  const server = await startMailServer();
  const { of } = await examined({ ...data, SMTP_URL: server.url });
  expect(of('mail')?.status).toBe('ok');
  expect(server.received).toEqual([]);
  await server.close();
});

test('gateway accounts are checked, and secrets that no key opens are named', async () => {
  const env = { ...data, ...keys };
  const added = await runTool(gatewayTool, ['add', 'acme', 'main', '--adapter', 'test'], env, outside);
  expect(added.status, added.text).toBe(0);
  expect((await examined(env)).of('gateway acme/main')?.status).toBe('ok');
  const other = { ...data, SECRETS_KEY: randomBytes(32).toString('base64') };
  const { status, of } = await examined(other);
  expect(status).toBe(1);
  expect(of('keys')).toMatchObject({
    status: 'failure',
    finding: expect.stringContaining('gateway account acme/main'),
  });
});

test('a production site needs mail and backups', async () => {
  await runTool(siteTool, ['create', 'shop', '--mode', 'production'], data, outside);
  const before = await examined({ ...data, ...keys });
  expect(before.of('mail')).toMatchObject({ status: 'failure', finding: expect.stringContaining('shop') });
  expect(before.of('backup')?.status).toBe('warning');
  await runTool(backupTool, [join(folder, 'copy')], data, outside);
  expect((await examined({ ...data, ...keys })).of('backup')).toMatchObject({ status: 'ok' });
});

test('work that is late needs a worker, and for long a person, although one runs', async () => {
  const at = { DATA_DIR: join(folder, 'late') };
  await runTool(siteTool, ['create', 'acme'], at, outside);
  const opened = await openStorage({ dataDir: at.DATA_DIR, databaseUrl: null }, world);
  const [site] = await opened.sites.all();
  const records = opened.storage.of(site?.id ?? '');
  const dueWork = async () => (await examined(at)).of('due work acme') ?? (await examined(at)).of('due work');
  expect(await dueWork()).toMatchObject({ status: 'warning', finding: expect.stringMatching(/^No worker runs/) });
  await records.accounts.add(anAccount(1));
  const overdue = { type: 'charge', state: 'pending', collection_method: 'manual', due_on: NOON - 2 * 86_400 } as const;
  await records.invoices.add(anInvoice(1, anAccount(1), overdue));
  expect(await dueWork()).toMatchObject({ status: 'failure', finding: 'Some is late, and no worker is at it.' });
  const sign = {
    holder: 'one',
    version: '0.1.0',
    host: 'web-1',
    pid: 12,
    started_at_ms: 1,
    seen_at_ms: NOON * 1000 - 1_000,
  };
  await opened.processSigns.leave({ ...sign, serves: 'api' }, 0);
  expect(await dueWork()).toMatchObject({ status: 'failure' });
  await opened.processSigns.leave({ ...sign, holder: 'two', serves: 'worker' }, 0);
  expect(await dueWork()).toMatchObject({
    ...{ status: 'warning', finding: 'Some has been due for 15 minutes, although a worker runs.' },
    advice: expect.stringContaining('npm run due -- list acme'),
  });
  await opened.close();
});

test.each([
  [0, 'ok'],
  [1_500, 'ok'],
  [-5_000, 'warning'],
  [3_600_000, 'failure'],
])('a clock that differs by %i ms: %s', (difference, status) => {
  const now = NOON * 1000;
  expect(clockFinding('clock', now + difference, [now, now]).status).toBe(status);
});
