import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { acceptInvitation } from '@service/billing/usecases/operators/accept-invitation.ts';
import { readInvitation } from '@service/billing/usecases/operators/read-invitation.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startMailServer } from '../../test/mail-server.ts';
import { CLIENT, PASSWORD } from '../../test/operators/office.ts';
import { memoryAttempts } from '../adapters/attempts/memory-attempts.ts';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { openOperators } from '../composition/open-operators.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { operatorTool } from './operator.ts';
import { runTool } from './tool.ts';

const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
const ADA = 'ada@example.com';

let folder: string;
let opened: OpenStorage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  await opened.sites.add(aSite(1, { subdomain: 'acme' }));
  await opened.sites.add(aSite(2, { subdomain: 'beta' }));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const run = (args: readonly string[], env = {}) =>
  runTool(operatorTool, args, { DATA_DIR: folder, ...env }, { world: () => world, open: openStorage });
const invite = (email: string, site: string, role: string, env = {}) =>
  run(['invite', email, '--site', site, '--role', role], env);
const deps = () =>
  openOperators({
    config: { secretsKey: null, previousSecretsKey: null, consoleOpenId: null },
    fingerprint: (...parts) => parts.join('/'),
    origin: 'http://localhost:3002',
    acceptsDemoKeys: false,
    attempts: memoryAttempts(world.clock),
    random: pooledRandomness(),
    ...{ opened, world },
  });
const secretIn = (text: string): string => /\/invitation\/(\w{43})$/m.exec(text)?.[1] ?? '';
const accept = async (text: string) =>
  acceptInvitation(deps())(secretIn(text), { kind: 'password', password: PASSWORD }, CLIENT);
const actions = async (site = 1) =>
  (await opened.storage.of(aSite(site).id).auditLog.list({}, 99)).map(({ actor, action }) => `${actor} ${action}`);

describe('operator invite', () => {
  test('prints one link that begins with the address of the console', async () => {
    const local = await invite(ADA, 'acme', 'owner');
    expect(local).toMatchObject({ status: 0, text: expect.stringContaining('http://localhost:3002/invitation/') });
    expect(local.text.match(/https?:/g)).toHaveLength(1);
    expect(local.text).toContain('SMTP_URL is not set');
    const port = await invite(ADA, 'acme', 'owner', { CONSOLE_PORT: '4002' });
    expect(port.text).toContain('http://localhost:4002/invitation/');
    const { text } = await invite(ADA, 'acme', 'owner', { CONSOLE_URL: 'https://console.example.com' });
    expect(text).toContain('https://console.example.com/invitation/');
    expect(await readInvitation(deps())(secretIn(local.text))).toBeUndefined();
    expect(await readInvitation(deps())(secretIn(text))).toMatchObject({ email: ADA });
    expect(await accept(text)).toMatchObject({ state: 'open' });
  });

  test('mails the link where there is a mail server, and prints it also when that refuses', async () => {
    const server = await startMailServer();
    try {
      const { text } = await invite(ADA, 'acme', 'support', { SMTP_URL: server.url });
      expect(text).toContain(`It was mailed to ${ADA}, too.`);
      expect(server.received).toMatchObject([
        {
          to: [ADA],
          from: expect.stringContaining('billing@example.com'),
          subject: expect.stringContaining('console'),
        },
      ]);
      const [mail] = server.received;
      for (const part of [mail?.text, mail?.html]) expect(part).toContain(secretIn(text));
      server.replyTo = () => '550 unknown';
      const refused = await invite(ADA, 'acme', 'support', { SMTP_URL: server.url });
      expect(refused).toMatchObject({ status: 0, text: expect.stringContaining('It was not mailed: the mail server') });
    } finally {
      await server.close();
    }
  });

  test('says what is missing', async () => {
    expect(await run(['invite', ADA, '--role', 'owner'])).toMatchObject({ status: 2 });
    expect(await invite(ADA, 'acme', 'king')).toMatchObject({
      status: 2,
      text: expect.stringContaining('owner|admin|developer|support|finance|analyst|auditor'),
    });
    expect(await invite(ADA, 'nowhere', 'owner')).toMatchObject({
      status: 1,
      text: 'There is no site with the subdomain nowhere.',
    });
    expect(await invite('ada', 'acme', 'owner')).toMatchObject({ status: 1 });
    expect(await opened.operators.exists()).toBe(false);
  });
});

test('operator list prints email and roles on one line each', async () => {
  expect((await run(['list'])).text).toContain('npm run operator -- invite');
  await accept((await invite(ADA, 'acme', 'owner')).text);
  await invite(ADA, 'beta', 'support');
  await invite('bob@example.com', 'beta', 'analyst');
  await run(['read-only', 'bob@example.com', 'on']);
  const { text } = await run(['list']);
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['EMAIL', 'ROLES', 'STATE', 'SESSIONS'],
    [ADA, 'acme: owner; beta: support', 'active', '1'],
    ['bob@example.com', 'beta: analyst', 'invited, read-only', '0'],
  ]);
  expect((await run(['list', 'acme'])).text).not.toContain('bob');
  expect(JSON.parse((await run(['list', '--json'])).text)).toMatchObject([
    { email: ADA, roles: [{ site: 'acme', role: 'owner' }, { site: 'beta' }], has_password: true, passkeys: 0 },
    { email: 'bob@example.com', read_only: true, used_at: null },
  ]);
});

test('operator role gives and removes a role, and keeps the last owner', async () => {
  await invite(ADA, 'acme', 'owner');
  const role = (...args: string[]) => run(['role', ADA, '--site', 'acme', ...args]);
  expect((await role('--role', 'support')).text).toBe(`${ADA} has the roles owner, support at acme.`);
  expect(await role('--role', 'owner', '--remove')).toMatchObject({
    status: 1,
    text: expect.stringContaining(`${ADA} is the only owner of acme`),
  });
  expect((await role('--role', 'support', '--remove', '--json')).text).toContain('"owner"');
  expect(await run(['role', 'unknown@example.com', '--site', 'acme', '--role', 'owner'])).toMatchObject({
    status: 1,
    text: 'There is no operator with the email unknown@example.com.',
  });
});

test('with an OpenID provider its groups decide, and the command line still ends sessions', async () => {
  await invite(ADA, 'acme', 'support');
  const env = {
    ...{ CONSOLE_AUTH: 'oidc', CONSOLE_OIDC_ISSUER: 'https://login.example.com', CONSOLE_OIDC_CLIENT_ID: 'console' },
    ...{ CONSOLE_OIDC_CLIENT_SECRET: 'client-secret', CONSOLE_OIDC_ROLES: 'admins=admin' },
  };
  const refused = { status: 1, text: expect.stringContaining('change the groups at the provider') };
  expect(await invite('bob@example.com', 'acme', 'support', env)).toMatchObject(refused);
  expect(await run(['role', ADA, '--site', 'acme', '--role', 'admin'], env)).toMatchObject(refused);
  expect(await run(['disable', ADA], env)).toMatchObject({ status: 0 });
});

test('operator sessions lists and ends them, and disable does for good', async () => {
  const opening = await accept((await invite(ADA, 'acme', 'support')).text);
  expect(opening).toBeDefined();
  const listed = await run(['sessions', ADA]);
  expect(listed.text).toContain('192.0.2.7');
  expect(listed.text).not.toContain(opening?.secret);
  expect((await run(['sessions', ADA, '--end', '--as', 'Eve'])).text).toBe(`1 session of ${ADA} ended.`);
  expect((await run(['sessions', ADA])).text).toBe(`${ADA} has no open session.`);
  expect((await run(['disable', ADA])).text).toContain(`${ADA} is disabled`);
  expect((await run(['list'])).text).toContain('disabled');
  const { username } = userInfo();
  expect((await actions()).slice(0, 2)).toEqual([
    `command line:${username} operator.disabled`,
    `command line:Eve (${username}) operator.sessions_ended`,
  ]);
});
