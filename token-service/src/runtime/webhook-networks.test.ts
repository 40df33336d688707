import { describe, expect, test } from 'vitest';
import { destinationOf, isOpened, mayBeOpened, readWebhookNetworks } from './webhook-networks.ts';

const opened = (setting: string, url: string, address: string): boolean =>
  isOpened(readWebhookNetworks(setting).networks, destinationOf(new URL(url)), address);

describe('the networks for webhooks', () => {
  test.each([
    ['10.0.0.0/8', 'https://shop.internal/', '10.2.3.4'],
    ['10.0.0.0/8', 'http://shop.internal/', '10.255.255.255'],
    ['10.0.0.0/8', 'https://shop.internal/', '::ffff:10.2.3.4'],
    ['10.2.3.4', 'http://10.2.3.4/', '10.2.3.4'],
    ['10.0.0.0/8:8443', 'https://shop.internal:8443/', '10.2.3.4'],
    ['10.0.0.0/8:*', 'https://shop.internal:9/', '10.2.3.4'],
    ['192.168.0.0/16, shop.internal:8443', 'https://shop.internal:8443/', '10.2.3.4'],
    ['Shop.Internal', 'https://shop.internal/', '172.16.0.9'],
    ['fd12::/16', 'https://shop.internal/', 'fd12::7'],
    ['[fd12::/16]:8443', 'https://[fd12::7]:8443/', 'fd12::7'],
    ['127.0.0.0/8:5000', 'http://localhost:5000/', '127.0.0.1'],
  ])('%s open %s at %s', (setting, url, address) => expect(opened(setting, url, address)).toBe(true));

  test.each([
    ['', 'https://shop.internal/', '10.2.3.4'],
    ['10.0.0.0/8', 'https://shop.internal/', '192.168.1.1'],
    ['10.0.0.0/8', 'https://shop.internal:8443/', '10.2.3.4'],
    ['10.0.0.0/8:8443', 'https://shop.internal/', '10.2.3.4'],
    ['shop.internal', 'https://other.internal/', '10.2.3.4'],
    ['shop.internal', 'https://a.shop.internal/', '10.2.3.4'],
    ['0.0.0.0/0:*', 'http://metadata.example/', '169.254.169.254'],
    ['metadata.example', 'http://metadata.example/', '169.254.169.254'],
    ['::/0:*', 'http://metadata.example/', '::ffff:169.254.169.254'],
    ['::/0', 'http://metadata.example/', 'fd00:ec2::254'],
    ['::/0', 'http://link.example/', 'fe80::1'],
  ])('%j do not open %s at %s', (setting, url, address) => expect(opened(setting, url, address)).toBe(false));

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.256',
    '10.0.0',
    'shop.internal:0',
    'shop.internal:70000',
    'shop.internal:https',
    'shop.internal/8',
    'https://shop.internal',
    'shop internal',
    'fd12::/129',
    '[shop.internal]:80',
    '169.254.0.0/16',
    '169.254.169.254:80',
    '-shop',
  ])('cannot be %s', (entry) => {
    expect(readWebhookNetworks(`10.0.0.0/8,${entry}`)).toEqual({ networks: [], unusable: entry });
  });
});

test('a host that may resolve to an address of a network may be opened', () => {
  const may = (setting: string, url: string): boolean =>
    mayBeOpened(readWebhookNetworks(setting).networks, destinationOf(new URL(url)));
  expect(may('10.0.0.0/8:8443', 'https://shop.internal:8443/')).toBe(true);
  expect(may('10.0.0.0/8:8443', 'https://shop.internal:8444/')).toBe(false);
  expect(may('10.0.0.0/8:8443', 'https://192.168.0.1:8443/')).toBe(false);
  expect(may('10.0.0.0/8:8443', 'https://10.0.0.1:8443/')).toBe(true);
  expect(may('other.internal:*', 'https://shop.internal:8443/')).toBe(false);
});
