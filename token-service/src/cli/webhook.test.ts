import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleAccount } from '@service/billing/domain/webhooks/samples/records.ts';
import { fanOut } from '@service/billing/engine/webhooks/fan-out.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aSite, id, NOON } from '../adapters/storage/testing/samples.ts';
import { tokenKey } from '../adapters/vault/cipher.ts';
import { endpointCipher } from '../adapters/vault/endpoint-cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { renderNotification } from '../documents/webhooks/document.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { runTool } from './tool.ts';
import { webhookTool } from './webhook.ts';

const random = pooledRandomness();
const [KEY, NEXT_KEY] = [tokenKey(random).toString('base64'), tokenKey(random).toString('hex')];
const site = aSite(1, { subdomain: 'acme', mode: 'sandbox' });
const shop = aSite(2, { subdomain: 'shop', mode: 'production' });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let opened: OpenStorage;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  for (const each of [site, shop]) await opened.sites.add(each);
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const runWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runTool(webhookTool, args, { DATA_DIR: folder, ...env }, { world: () => world, open: openStorage });
const run = (...args: string[]) => runWith({ SECRETS_KEY: KEY }, ...args);
const done = async (...args: string[]): Promise<string> => {
  const { status, text } = await run(...args);
  expect(status, text).toBe(0);
  return text;
};
const add = async (url: string, ...more: string[]): Promise<string> =>
  /Endpoint (\w{32}) is added/.exec(await done('add', 'acme', url, ...more))?.[1] ?? '';
const endpoints = () => opened.storage.of(site.id).webhookEndpoints;
/** Records an event of the site, and the deliveries that are made of it. */
const record = async (n: number): Promise<void> => {
  const event = { type: 'new_account', account: sampleAccount } as const;
  await opened.storage.transaction(site.id, ({ events }) =>
    events.appendAll([{ id: id(n), at: NOON, type: 'new_account', account_id: id(n), correlation: null, event }]),
  );
  await fanOut({ storage: opened.storage, world, render: renderNotification }, site);
};

describe('endpoints', () => {
  test('are added, listed, changed and removed; the signing secret is shown once', async () => {
    expect(await done('list', 'acme')).toBe('acme has no webhook endpoints.');
    const added = await done(
      'add',
      'acme',
      'https://shop.example/hook',
      '--types',
      'new_account',
      '--basic-auth',
      'shop:pass-of-the-shop',
    );
    expect(added).toMatch(/^Endpoint \w{32} is added\.\nSigning secret, shown only now: whsec_\S+$/);
    const [, row = ''] = (await done('list', 'acme')).split('\n');
    const [endpoint = '', ...shown] = row.split(/ {2,}/);
    expect(shown).toEqual(['https://shop.example/hook', 'active', 'new_account', 'Basic', '-']);
    const changed = await done(
      'change',
      endpoint,
      '--state',
      'paused',
      '--header',
      'X-Shop: value-of-the-shop',
      '--types',
      'all',
    );
    expect(changed).toBe(`Endpoint ${endpoint} is changed and paused.`);
    expect((await done('list', 'acme')).split('\n')[1]).toMatch(/paused {2,}all {2,}Basic, X-Shop/);
    expect(await done('change', endpoint, '--state', 'active')).toContain(`npm run webhook -- retry ${endpoint}`);
    const text = await done('list', 'acme');
    for (const secret of ['whsec_', 'pass-of-the-shop', 'value-of-the-shop']) expect(text).not.toContain(secret);
    await done('remove', endpoint);
    expect(await done('list', 'acme')).toBe('acme has no webhook endpoints.');
  });

  test('read credentials from files, and never repeat what is in one', async () => {
    const fileOf = (text: string): string => {
      const file = join(folder, 'secret');
      writeFileSync(file, text);
      return file;
    };
    const endpoint = await add('https://shop.example/hook', '--basic-auth-file', fileOf('shop:pass-of-the-shop\n'));
    await done('change', endpoint, '--header-file', fileOf('X-One: value-of-one\n\nX-Two: value-of-two\n'));
    expect((await done('list', 'acme')).split('\n')[1]).toMatch(/Basic, X-One, X-Two/);
    const owner = { site_id: site.id, endpoint_id: endpoint };
    const sealed = (await endpoints().find(endpoint))?.sealed_secrets ?? '';
    const keys = { secretsKey: Buffer.from(KEY, 'base64'), previousSecretsKey: null };
    const kept = endpointCipher(keys, random).open(owner, sealed)?.secrets;
    expect(kept?.basic_auth?.reveal()).toBe('shop:pass-of-the-shop');
    expect(kept?.headers['X-Two']?.reveal()).toBe('value-of-two');
    for (const [option, text, why] of [
      ['--basic-auth-file', 'one:pass-of-one\ntwo:pass-of-two', 'more than one line'],
      ['--basic-auth-file', '\n', 'it is empty'],
      ['--basic-auth-file', 'pass-without-user', 'user:password'],
      ['--header-file', 'pass-without-name', 'Name: value'],
    ] as const) {
      const { status, text: message } = await run('change', endpoint, option, fileOf(text));
      expect([status > 0, message]).toEqual([true, expect.stringContaining(why)]);
      expect(message).not.toContain('pass-');
    }
    const both = await run('change', endpoint, '--basic-auth', 'a:b', '--basic-auth-file', fileOf('c:d'));
    expect(both).toEqual({ status: 2, text: expect.stringContaining('either --basic-auth or --basic-auth-file') });
  });

  test('get another secret, and both sign for a day', async () => {
    const endpoint = await add('https://shop.example/hook');
    const rotated = await done('rotate-secret', endpoint);
    expect(rotated).toMatch(
      /^New signing secret, shown only now: whsec_\S+\nDeliveries are signed with both secrets until/,
    );
    expect((await endpoints().find(endpoint))?.previous_secret_until_ms).toBe((NOON + 86_400) * 1000);
  });

  test('are encrypted anew with another key, once', async () => {
    await add('https://shop.example/one');
    await add('https://shop.example/two');
    const both = { SECRETS_KEY: NEXT_KEY, SECRETS_KEY_PREVIOUS: KEY };
    expect((await runWith(both, 'reencrypt')).text).toContain('Endpoints: 2; encrypted anew: 2.');
    expect((await runWith(both, 'reencrypt')).text).toContain('Endpoints: 2; encrypted anew: 0.');
    expect((await runWith({ SECRETS_KEY: NEXT_KEY }, 'reencrypt')).status).toBe(0);
    expect((await runWith({ SECRETS_KEY: KEY }, 'reencrypt')).status).toBe(1);
  });
});

describe('an address that no delivery reaches', () => {
  test.each([
    ['http://10.0.0.7/hook', '10.0.0.7'],
    ['http://127.0.0.1/hook', '127.0.0.1'],
    ['http://[::1]/hook', '::1'],
    ['https://[fd00::7]/hook', 'fd00::7'],
    ['https://localhost/hook', 'localhost'],
  ])('is refused by a production site: %s', async (url, host) => {
    const refused = {
      status: 1,
      text: `${host} is a private, local or reserved address, and production sites deliver to public ones only. Give an address that the internet can reach, or open its network with WEBHOOK_NETWORKS.`,
    };
    expect(await run('add', 'shop', url)).toEqual(refused);
    expect(await done('list', 'shop')).toBe('shop has no webhook endpoints.');
    await done('add', 'shop', 'https://shop.example/hook');
    const [, row = ''] = (await done('list', 'shop')).split('\n');
    expect(await run('change', row.slice(0, 32), '--url', url)).toEqual(refused);
    expect(await done('list', 'shop')).toContain(' https://shop.example/hook ');
  });

  test('is added where the operator opens its network, at its ports', async () => {
    const env = { SECRETS_KEY: KEY, WEBHOOK_NETWORKS: '10.0.0.0/8, shop.internal:8443' };
    for (const url of ['https://10.0.0.7/hook', 'https://shop.internal:8443/hook']) {
      expect((await runWith(env, 'add', 'shop', url)).text).toMatch(/^Endpoint \w{32} is added\.\n[^\n]+$/);
    }
    expect((await runWith(env, 'add', 'acme', 'http://10.0.0.7/hook')).text).not.toContain('Warning');
    for (const url of ['https://10.0.0.7:8443/hook', 'https://192.168.0.7/hook', 'https://shop.internal:8444/hook']) {
      expect(await runWith(env, 'add', 'shop', url), url).toMatchObject({ status: 1 });
    }
    // The operator closes them again: what is there can still be paused.
    const [, row = ''] = (await done('list', 'shop')).split('\n');
    expect(await done('change', row.slice(0, 32), '--state', 'paused')).toContain('is changed and paused');
  });

  test('is added to a sandbox with a warning, unless it is this machine', async () => {
    expect(await done('add', 'acme', 'http://10.0.0.7/hook')).toContain('Warning: 10.0.0.7 is a private');
    for (const url of ['http://127.0.0.1:5000/hook', 'http://localhost:5000/hook', 'http://[::1]:5000/hook']) {
      expect(await done('add', 'acme', url)).not.toContain('Warning');
    }
  });

  test('is no public one', async () => {
    for (const url of ['https://shop.example/hook', 'https://93.184.215.14/hook', 'https://[2606:2800:21f::1]/hook']) {
      expect(await done('add', 'shop', url)).not.toContain('Warning');
    }
  });
});

describe('deliveries', () => {
  test('are listed by state, shown without secrets, and retried', async () => {
    const endpoint = await add('https://shop.example/hook', '--basic-auth', 'user:word', '--header', 'X-Key: value');
    expect(await done('deliveries', 'acme')).toBe('acme has no deliveries.');
    await record(7);
    expect(await done('deliveries', 'acme', '--status', 'failed')).toBe('acme has no failed deliveries.');
    const [, row = ''] = (await done('deliveries', 'acme')).split('\n');
    expect(row).toMatch(/new_account {2,}pending {2,}0 {2,}-$/);
    const delivery = row.slice(0, 32);
    const shown = await done('show', delivery);
    expect(shown).toContain('POST https://shop.example/hook\n');
    expect(shown).toContain(`webhook-id: ${id(7)}`);
    expect(shown).toContain('Authorization: Basic [secret]\nX-Key: [secret]\nwebhook-signature: [not stored]');
    expect(shown).toContain('<new_account_notification>');
    expect(shown).toContain('No attempt was made yet.');
    expect(shown).not.toMatch(/word|value/);
    expect(await done('retry', delivery)).toBe(`Delivery ${delivery} is attempted again now.`);
    expect(await done('retry', endpoint)).toBe(
      'Deliveries that failed, were paused or waited for a retry, and are attempted now: 1.',
    );
  });

  test('are made again of earlier events, and of samples', async () => {
    await record(7);
    await add('https://shop.example/hook');
    const replayed = await done('replay', 'acme', '--from', '2026-01-01', '--to', '2027-01-01T00:00:00Z');
    expect(replayed).toMatch(/^Events: \d+; deliveries that are attempted now: \d+\.$/);
    expect(await done('trigger', 'acme', 'new_account')).toBe(
      'A sample of new_account_notification is sent to 1 endpoint.',
    );
  });

  test('only reach listeners where no endpoint receives them', async () => {
    expect(await done('trigger', 'acme', 'new_account')).toBe(
      'No endpoint of acme receives new_account_notification, so the sample only reaches npm run webhook -- listen acme, if it runs.',
    );
  });
});

test('adding an endpoint needs the operator’s key, and forwarding to this machine does not', async () => {
  const { status, text } = await runWith({}, 'add', 'acme', 'http://localhost:5000/hook');
  expect(status).toBe(1);
  expect(text).toMatch(/^SECRETS_KEY is not set.*openssl rand.*for this command and for the service/s);
  expect(text).toContain('needs no key: npm run webhook -- listen <subdomain> --forward <url>');
});

test.each([
  [['add', 'unknown', 'https://shop.example/hook'], 1, /subdomain/],
  [['add', 'acme', 'ftp://shop.example/hook'], 1, /^URL is invalid\. Give an http or https address such as https:/],
  [['add', 'shop', 'https://shop.example:8443/hook'], 1, /port/i],
  [['add', 'acme', 'https://shop.example/hook', '--types', 'weather'], 2, /There is no type “weather”/],
  [['add', 'acme', 'https://shop.example/hook', '--legacy-invoices', 'yes'], 2, /--legacy-invoices takes on or off/],
  [['add', 'acme', 'https://shop.example/hook', '--header', 'nothing'], 2, /--header takes "Name: value"/],
  [['change', id(9), '--state', 'asleep'], 2, /--state takes active or paused/],
  [['remove', id(9)], 1, `There is no webhook endpoint with the ID ${id(9)}.`],
  [['show', id(9)], 1, `There is no webhook delivery with the ID ${id(9)}.`],
  [['deliveries', 'acme', '--status', 'lost'], 2, /--status takes pending/],
  [['replay', 'acme', '--from', 'yesterday', '--to', '2027-01-01'], 2, /--from takes a date or time/],
  [['listen', 'acme', '--forward', 'here'], 2, /--forward http/],
  [['listen', 'shop', '--forward', 'http://localhost:5000/hook'], 1, /sandbox/],
  [['trigger', 'shop', 'new_account'], 1, /sandbox/],
] as const)('%j is refused', async (args, status, text) => {
  expect(await run(...args)).toMatchObject({ status, text: expect.stringMatching(text) });
  expect(await endpoints().all()).toEqual([]);
});
