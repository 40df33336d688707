import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addresses } from './addresses.ts';

test('the default addresses of the three origins', () => {
  const { api, browser, shop } = addresses({});
  expect([api.public, browser.public, shop?.public]).toEqual([
    'http://localhost:3000',
    'http://localhost:3001',
    'http://localhost:4000',
  ]);
});

test('behind a proxy, clients see other addresses than this machine does', () => {
  const { api } = addresses({ PUBLIC_URL: 'https://billing.example/', PORT: '8000' });
  expect(api).toMatchObject({ local: 'http://localhost:8000', public: 'https://billing.example' });
});

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('the shop runs while HOST is %s', (HOST) => {
  expect(addresses({ HOST }).shop).toBeDefined();
});

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '10.0.0.7'],
  ['HOST', 'billing.example'],
  ['HOST', '127.example.com'],
  ['PUBLIC_URL', 'https://billing.example'],
  ['BROWSER_URL', 'https://js.example'],
  ['TRUST_PROXY', 'true'],
])('the shop does not run while %s is %s, which is named as the reason', (name, value) => {
  expect(addresses({ [name]: value })).toMatchObject({ shop: undefined, exposedBy: name });
});

test.each(['', '0', 'false', 'OFF', 'no'])('TRUST_PROXY=%s is not set', (TRUST_PROXY) => {
  expect(addresses({ TRUST_PROXY })).toMatchObject({ shop: {}, exposedBy: undefined });
});

test('an IPv6 address is written in brackets', () => {
  expect(addresses({ HOST: 'fe80::1' }).api.local).toBe('http://[fe80::1]:3000');
});

test('settings may be in files; one that cannot be read is left to the service, which says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'addresses-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { api, browser, shop } = addresses({
    PORT_FILE: file('port', '8000\n'),
    SHOP_PORT_FILE: file('shop', '8002'),
    BROWSER_PORT_FILE: join(folder, 'missing'),
  });
  expect([api.port, browser.port, shop?.port]).toEqual(['8000', '3001', '8002']);
  expect(addresses({ PUBLIC_URL_FILE: file('url', 'https://billing.example\n') })).toMatchObject({
    api: { public: 'https://billing.example' },
    exposedBy: 'PUBLIC_URL',
  });
  rmSync(folder, { recursive: true });
});
