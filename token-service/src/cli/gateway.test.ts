import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../adapters/storage/storage.ts';
import { aBillingInfo, anAccount, aSite, NOON } from '../adapters/storage/testing/samples.ts';
import { tokenKey } from '../adapters/vault/cipher.ts';
import { pooledRandomness } from '../adapters/vault/random.ts';
import { machineClock, openWorld } from '../runtime/world.ts';
import { gatewayTool } from './gateway.ts';
import { siteTool } from './site.ts';
import { runTool } from './tool.ts';

const random = pooledRandomness();
const [KEY, NEXT_KEY] = [tokenKey(random).toString('base64'), tokenKey(random).toString('hex')];
const SECRET = 'whsec_never_printed';
const site = aSite(1, { subdomain: 'acme' });
const shop = aSite(2, { subdomain: 'shop', mode: 'production' });
const world = openWorld({ ...machineClock, now: () => NOON * 1000 });
let folder: string;
let opened: OpenStorage;
let credentials: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-'));
  opened = await openStorage({ dataDir: folder, databaseUrl: null }, world);
  for (const each of [site, shop]) await opened.sites.add(each);
  credentials = file('credentials.json', JSON.stringify({ notification_secret: SECRET }));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const runWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  runTool(gatewayTool, args, { DATA_DIR: folder, ...env }, { world: () => world, open: openStorage });
const run = (...args: string[]) => runWith({ SECRETS_KEY: KEY }, ...args);
const add = (code: string, ...more: string[]) => run('add', 'acme', code, '--adapter', 'test', ...more);
const list = async () => (await run('list', 'acme')).text.split('\n').map((line) => line.split(/ {2,}/));
const accounts = () => opened.storage.of(site.id).gatewayAccounts;
const version = async () => (await opened.sites.find('acme'))?.gateways_version;

test('a site with accounts stays in its mode, in which they were accepted', async () => {
  const change = (mode: string) =>
    runTool(
      siteTool,
      ['change', 'acme', '--mode', mode],
      { DATA_DIR: folder },
      { world: () => world, open: openStorage },
    );
  expect((await add('main')).status).toBe(0);
  const refused = await change('production');
  expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('it stays a sandbox site') });
  expect((await opened.sites.find('acme'))?.mode).toBe('sandbox');
  expect((await change('sandbox')).status).toBe(0);
  expect((await run('remove', 'acme', 'main')).status).toBe(0);
  expect((await change('production')).status).toBe(0);
});

test('an outage is over once the provider has accepted the credentials', async () => {
  expect((await add('main', '--credentials-file', credentials)).status).toBe(0);
  const { gatewayOutages } = opened.storage.of(site.id);
  const out = { since: NOON - 60, error_code: 'gateway_unavailable', check_at: NOON + 9000 };
  for (const gateway_code of ['main', 'other']) await gatewayOutages.open({ ...out, gateway_code });
  expect((await run('test', 'acme', 'main')).status).toBe(0);
  expect(await gatewayOutages.find('main')).toMatchObject({ answered_at: NOON, check_at: NOON + 120 });
  expect(await gatewayOutages.find('other')).toMatchObject({ answered_at: null });
});

test('accounts are added, listed in order, changed, checked and removed', async () => {
  expect(await run('list', 'acme')).toEqual({
    status: 0,
    text: 'acme has no gateway accounts: a sandbox site without any uses the test gateway, whose code is test.',
  });
  expect(await add('main', '--credentials-file', credentials)).toMatchObject({ status: 0 });
  const settings = ['--currencies', 'EUR, GBP', '--brands', 'visa,American Express', '--countries', 'DE,FR'];
  expect(await add('europe', ...settings, '--credentials-file', file('empty', ''))).toMatchObject({ status: 0 });
  expect((await add('third', '--order', '1', '--credentials-file', file('none.json', '{}'))).status).toBe(0);
  expect((await list()).slice(1)).toEqual([
    ['1', 'main', 'test', 'on', 'all', 'all', 'all', 'provider'],
    ['1', 'third', 'test', 'on', 'all', 'all', 'all', 'provider'],
    ['2', 'europe', 'test', 'on', 'EUR,GBP', 'visa,american-express', 'DE,FR', 'provider'],
  ]);
  expect((await run('change', 'acme', 'europe', '--active', 'off', '--brands', 'all', '--order', '9')).status).toBe(0);
  expect((await list())[3]).toEqual(['9', 'europe', 'test', 'off', 'EUR,GBP', 'all', 'DE,FR', 'provider']);
  expect(await run('test', 'acme', 'main')).toEqual({
    status: 0,
    text: 'The provider accepts the credentials of main.',
  });
  expect((await run('remove', 'acme', 'third')).status).toBe(0);
  expect(await accounts().find('third')).toBeUndefined();
  expect(await version()).toBe(5);
});

describe('is refused and changes nothing:', () => {
  test.each([
    [['add', 'acme', 'new', '--adapter', 'strype'], 1, /^There is no adapter “strype”\. Adapters: stripe, test\.$/],
    [['add', 'shop', 'new', '--adapter', 'test'], 1, /^The adapter test serves sandbox sites only, and shop is a prod/],
    [['add', 'acme', 'new'], 2, /^Name the adapter: --adapter stripe\|test/],
    [['add', 'acme', 'main', '--adapter', 'test'], 1, /^Code has already been taken/],
    [['add', 'acme', 'a b', '--adapter', 'test'], 1, /^Code is invalid\. Use letters/],
    [['add', 'acme', 'new', '--adapter', 'test', '--currencies', 'EURO'], 1, /^Currencies is not included.* or all\.$/],
    [['add', 'acme', 'new', '--adapter', 'test', '--countries', 'DE,DE'], 1, /^Countries has already been taken/],
    [['add', 'acme', 'new', '--adapter', 'test', '--brands', 'visa-electron'], 2, /^--brands takes visa/],
    [['add', 'acme', 'new', '--adapter', 'test', '--order', '0'], 1, /^Order must be greater than or equal to 1/],
    [['add', 'acme', 'new', '--adapter', 'test', '--endpoint', 'http://127.0.0.1:1'], 1, /takes no --endpoint/],
    [
      ['change', 'acme', 'main', '--endpoint', 'http://127.0.0.1:1'],
      1,
      /^The endpoint of gateway account main changes/,
    ],
    [['change', 'acme', 'main', '--order', 'first'], 2, /^--order takes a whole number/],
    [['change', 'acme', 'main', '--active', 'yes'], 2, /^--active takes on or off/],
    [['change', 'acme', 'main', '--adapter', 'test'], 2, /Unknown option/],
    [['change', 'acme', 'main'], 2, /^Name at least one setting/],
    [['change', 'acme', 'missing', '--active', 'off'], 1, /^There is no gateway account with the code missing\.$/],
    [['remove', 'acme', 'missing'], 1, /^There is no gateway account with the code missing\.$/],
    [['test', 'acme', 'missing'], 1, /^There is no gateway account with the code missing\.$/],
    [['list', 'missing'], 1, /^There is no site with the subdomain missing\.$/],
  ])('%j', async (args, status, message) => {
    await add('main');
    const before = await accounts().all();
    expect(await run(...args)).toMatchObject({ status, text: expect.stringMatching(message) });
    expect(await accounts().all()).toEqual(before);
    expect(await version()).toBe(1);
  });

  test('an account that payment methods need, with advice', async () => {
    await add('main');
    const ada = anAccount(7);
    await opened.storage.of(site.id).accounts.add(ada);
    await opened.storage.of(site.id).paymentMethods.save({ ...aBillingInfo(ada), gateway_code: 'main' });
    const refused = await run('remove', 'acme', 'main');
    expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('needed by 1 payment methods') });
    expect(refused.text).toContain('npm run gateway -- change acme main --active off');
    expect(await accounts().find('main')).toBeDefined();
  });
});

test('every finding is reported at once', async () => {
  const { status, text } = await run('add', 'shop', 'Ca!rds', '--adapter', 'test', '--order', '0');
  expect(status).toBe(1);
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^The adapter test serves sandbox sites only/),
    expect.stringMatching(/^Code is invalid\. Use letters/),
    expect.stringMatching(/^Order must be greater than or equal to 1/),
  ]);
  expect(await opened.storage.of(shop.id).gatewayAccounts.all()).toEqual([]);

  await add('main', '--credentials-file', credentials);
  const wrong = file('wrong.json', '{"colour": "red"}');
  const changed = await run('change', 'acme', 'main', '--order', '0', '--credentials-file', wrong);
  expect(changed.text.split('\n')).toEqual([
    expect.stringMatching(/^The credentials do not fit the adapter test/),
    expect.stringMatching(/^Order must be greater than or equal to 1/),
  ]);
});

test.each([
  ['{"notification_secret": "sk_hidden"', /is not a JSON object of texts/],
  ['sk_hidden', /is not a JSON object of texts/],
  ['["sk_hidden"]', /is not a JSON object of texts/],
  ['{"sk_hidden": {"a": "sk_hidden"}}', /is not a JSON object of texts/],
  ['{"notification_secret": ""}', /is not a JSON object of texts/],
  [
    '{"sk_hidden": "sk_hidden"}',
    /^The credentials do not fit the adapter test\. Required: none\. Optional: notification_/,
  ],
  [`"${'sk_hidden'.repeat(10_000)}"`, /is larger than 65536 characters/],
])('a credentials file of %.30s is refused without repeating it', async (text, message) => {
  const refused = await add('main', '--credentials-file', file('wrong.json', text));
  expect(refused).toMatchObject({ status: 1, text: expect.stringMatching(message) });
  expect(refused.text).not.toContain('hidden');
  expect(await accounts().all()).toEqual([]);
});

test('a credentials file that is not there is named', async () => {
  const missing = join(folder, 'missing.json');
  expect((await add('main', '--credentials-file', missing)).text).toBe(
    `The credentials file ${missing} cannot be used: it cannot be read (ENOENT).`,
  );
});

describe('the operator’s key', () => {
  test('is needed to add an account, not to list or remove one', async () => {
    expect(await runWith({}, 'add', 'acme', 'main', '--adapter', 'test')).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /^SECRETS_KEY is not set.*openssl rand.*for this command and for the service, and restart the service\.$/s,
      ),
    });
    await add('main');
    expect((await runWith({}, 'list', 'acme')).status).toBe(0);
    expect((await runWith({}, 'remove', 'acme', 'main')).status).toBe(0);
  });

  test('is rotated: both are set, credentials are encrypted anew, the previous one goes', async () => {
    await add('main', '--credentials-file', credentials);
    await add('other');
    const both = { SECRETS_KEY: NEXT_KEY, SECRETS_KEY_PREVIOUS: KEY };
    const unreadable = await runWith({ SECRETS_KEY: NEXT_KEY }, 'test', 'acme', 'main');
    expect(unreadable).toMatchObject({ status: 1, text: expect.stringContaining('cannot be decrypted') });
    expect((await runWith({ SECRETS_KEY: NEXT_KEY }, 'reencrypt')).text).toContain('cannot be decrypted');
    expect((await runWith(both, 'test', 'acme', 'main')).status).toBe(0);
    expect((await runWith(both, 'reencrypt')).text).toBe(
      'All credentials are encrypted with SECRETS_KEY now. Gateway accounts: 2; encrypted anew: 2.',
    );
    expect((await runWith(both, 'reencrypt')).text).toContain('encrypted anew: 0.');
    expect((await runWith({ SECRETS_KEY: NEXT_KEY }, 'test', 'acme', 'main')).status).toBe(0);
    expect((await run('test', 'acme', 'main')).status).toBe(1);
  });

  test('does not open the credentials of another account', async () => {
    await add('main', '--credentials-file', credentials);
    await add('other');
    const [main, other] = await accounts().all();
    if (!main || !other) throw new Error('two accounts');
    await accounts().save({ ...other, sealed_credentials: main.sealed_credentials });
    expect((await run('test', 'acme', 'other')).text).toContain('cannot be decrypted');
    const replaced = await run('change', 'acme', 'other', '--credentials-file', credentials);
    expect(replaced.status, replaced.text).toBe(0);
    expect((await run('test', 'acme', 'other')).status).toBe(0);
  });
});

describe('an account at Stripe', () => {
  const LIVE = 'sk_live_neverPrinted';
  const TEST = 'sk_test_neverPrinted';
  const SIMULATOR = 'http://127.0.0.1:12111';
  const keys = (secret_key: string, more: object = {}) =>
    file('stripe.json', JSON.stringify({ secret_key, webhook_secret: SECRET, ...more }));
  const addTo = (subdomain: string, secret_key: string, ...more: string[]) =>
    run('add', subdomain, 'cards', '--adapter', 'stripe', '--credentials-file', keys(secret_key), ...more);

  test.each([
    ['a live key on a production site', 'shop', LIVE, [], 'provider'],
    ['a restricted live key', 'shop', 'rk_live_neverPrinted', [], 'provider'],
    ['a test key on a sandbox site', 'acme', TEST, [], 'provider'],
    ['a test key and a simulator on a production site', 'shop', TEST, ['--endpoint', SIMULATOR], SIMULATOR],
    ['a simulator on another machine', 'acme', TEST, ['--endpoint', 'https://sim.example'], 'https://sim.example'],
  ])('takes %s', async (_, subdomain, key, more, endpoint) => {
    expect(await addTo(subdomain, key, ...more)).toMatchObject({ status: 0 });
    expect((await run('list', subdomain)).text.split('\n')[1]?.split(/ {2,}/).at(-1)).toBe(endpoint);
  });

  test.each([
    ['a live key on a sandbox site', 'acme', LIVE, [], /a sandbox site takes a test key/],
    ['a test key on a production site', 'shop', TEST, [], /a production site takes a live key .* --endpoint\.$/],
    ['a live key that would be sent elsewhere', 'shop', LIVE, ['--endpoint', SIMULATOR], /is sent to Stripe only/],
    ['a publishable key', 'shop', 'pk_live_neverPrinted', [], /secret_key has to be a secret key of Stripe/],
    [
      'a key that is too short',
      'acme',
      'sk_test_nothing',
      [],
      /sk_test_ .* at least 8 letters, digits or underscores\.$/,
    ],
    ['plain HTTP to another machine', 'acme', TEST, ['--endpoint', 'http://sim.example'], /--endpoint has to be an ad/],
    ['an endpoint with a path', 'acme', TEST, ['--endpoint', `${SIMULATOR}/v1`], /--endpoint has to be an address/],
  ])('refuses %s, without repeating it', async (_, subdomain, key, more, message) => {
    const refused = await addTo(subdomain, key, ...more);
    expect(refused).toMatchObject({ status: 1, text: expect.stringMatching(message) });
    expect(refused.text).not.toContain('neverPrinted');
    expect((await run('list', subdomain)).text).toContain('has no gateway accounts');
  });

  test('needs the secret of its webhook endpoint', async () => {
    const credentials = file('stripe.json', JSON.stringify({ secret_key: TEST }));
    const refused = await run('add', 'acme', 'cards', '--adapter', 'stripe', '--credentials-file', credentials);
    expect(refused.text).toMatch(/Required: secret_key, webhook_secret\. Optional: webhook_secret_before\./);
  });

  test('changes its endpoint together with its credentials', async () => {
    await addTo('acme', TEST, '--endpoint', SIMULATOR);
    const rotated = keys('sk_test_anotherKey', { webhook_secret_before: SECRET });
    const change = (...args: string[]) => run('change', 'acme', 'cards', ...args);
    expect((await change('--credentials-file', rotated)).status).toBe(0);
    expect((await accounts().find('cards'))?.endpoint).toBe(SIMULATOR);
    expect((await change('--credentials-file', rotated, '--endpoint', 'provider')).status).toBe(0);
    expect((await accounts().find('cards'))?.endpoint).toBeNull();
  });

  test('cannot be tested while nothing answers at its endpoint', async () => {
    await addTo('acme', TEST, '--endpoint', 'http://127.0.0.1:9');
    expect(await run('test', 'acme', 'cards')).toMatchObject({
      status: 1,
      text: expect.stringMatching(/did not answer for cards: No connection to Stripe \(ECONNREFUSED\)\./),
    });
  });
});
