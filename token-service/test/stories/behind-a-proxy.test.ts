import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_KEYS } from '../../seed/demo.ts';
import { startTestService, type TestService } from '../service.ts';

const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Returns the status of a list on the API origin, requested with a private key. */
const listing = async (service: TestService, key: string, headers: Record<string, string> = {}): Promise<number> => {
  const all = { Authorization: basic(key), Accept: 'application/xml', 'X-Api-Version': '2.19', ...headers };
  return (await fetch(`${service.apiUrl}/v2/accounts`, { headers: all })).status;
};

/** Returns the status of a tax look-up on the browser origin, requested with a public key. */
const lookUp = async (service: TestService, key: string, headers: Record<string, string> = {}): Promise<number> =>
  (await fetch(`${service.browserUrl}/js/v1/tax?country=FR&key=${key}`, { headers })).status;

/** Returns the status of the wallet’s agreement page, requested with a public key. */
const agreement = async (service: TestService, key: string, headers: Record<string, string> = {}): Promise<number> => {
  const query = new URLSearchParams({ key, version: '0.1.0', origin: 'https://shop.example', state: 'state-1' });
  return (await fetch(`${service.browserUrl}/js/v1/wallet/agreement?${query}`, { headers })).status;
};

const HTTPS = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' };

describe('the demo keys', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'demo-keys-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const open = (env: Record<string, string>) => startTestService({ env: { DATA_DIR: folder, ...env } });
  const statuses = async (service: TestService) => [
    await listing(service, DEMO_KEYS.private, HTTPS),
    await listing(service, DEMO_KEYS.readOnly, HTTPS),
    await lookUp(service, DEMO_KEYS.public, HTTPS),
    await agreement(service, DEMO_KEYS.public, HTTPS),
  ];
  const docs = async (service: TestService) => (await fetch(`${service.apiUrl}/docs`)).text();

  test('are accepted while only this machine can reach the service', async () => {
    const service = await open({});
    expect(await statuses(service)).toEqual([200, 200, 200, 200]);
    expect(await docs(service)).toContain(DEMO_KEYS.private);
    expect(service.logged.join()).not.toContain('The demo keys are refused');
    await service.close();
  });

  test.each([
    ['HOST', '0.0.0.0', 'HOST is not a loopback interface'],
    ['PUBLIC_URL', 'https://billing.example.com', 'PUBLIC_URL is set'],
    ['BROWSER_URL', 'https://js.example.com', 'BROWSER_URL is set'],
    ['TRUST_PROXY', '1', 'TRUST_PROXY is set'],
  ])('are refused with %s=%s, also where the database was seeded earlier', async (setting, value, reason) => {
    const service = await open({ [setting]: value });
    expect(await service.service.opened.sites.find('demo')).toBeDefined();
    expect(await statuses(service)).toEqual([401, 401, 403, 403]);
    expect(await docs(service)).not.toContain('demo-');
    expect(service.logged.join()).toContain(`The demo keys are refused because ${reason}`);
    await service.close();
  });

  test('are accepted again on loopback, and the keys of other sites always are', async () => {
    const first = await open({});
    const { privateKey, publicKey } = await first.openSite();
    expect(await statuses(first)).toEqual([200, 200, 200, 200]);
    await first.close();
    const second = await open({ TRUST_PROXY: '1' });
    expect([await listing(second, privateKey), await lookUp(second, publicKey)]).toEqual([200, 200]);
    await second.close();
  });

  test('are not seeded behind a proxy', async () => {
    const service = await startTestService({ env: { TRUST_PROXY: '1' } });
    expect(await service.service.opened.sites.all()).toEqual([]);
    await service.close();
  });
});

describe('a production site behind a trusted proxy on the same machine', () => {
  let service: TestService;
  let keys: Awaited<ReturnType<TestService['openSite']>>;
  beforeAll(async () => {
    service = await startTestService({ env: { TRUST_PROXY: '1', PUBLIC_URL: 'https://billing.example.com' } });
    keys = await service.openSite({ mode: 'production' });
  });
  afterAll(() => service.close());

  const statuses = async (headers: Record<string, string>) => [
    await listing(service, keys.privateKey, headers),
    await lookUp(service, keys.publicKey, headers),
    await agreement(service, keys.publicKey, headers),
  ];

  test('serves a client over HTTPS', async () => {
    // A production site has no sandbox wallet, so the page refuses it with 422: the connection was accepted.
    expect(await statuses(HTTPS)).toEqual([200, 200, 422]);
  });

  test.each([
    ['a client over HTTP', { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '203.0.113.9' }],
    ['a client that claims a loopback address', { 'X-Forwarded-For': '127.0.0.1, 203.0.113.9' }],
    ['a request of which the proxy says nothing', {}],
  ])('refuses %s, on both origins', async (_, headers) => {
    expect(await statuses(headers as Record<string, string>)).toEqual([403, 403, 403]);
  });

  test('serves a client on the same machine that calls through the proxy', async () => {
    const headers = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '127.0.0.1' };
    expect(await statuses(headers)).toEqual([200, 200, 422]);
  });
});
