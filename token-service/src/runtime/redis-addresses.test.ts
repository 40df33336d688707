import { expect, test } from 'vitest';
import { redisAddresses } from './redis-addresses.ts';

test.each([
  ['redis://localhost', ['redis://localhost']],
  ['rediss://billing:se,c@ret@node-1:6380/0', ['rediss://billing:se,c@ret@node-1:6380/0']],
  ['redis://:secret@a,b:7000/0?family=6', ['redis://:secret@a/0?family=6', 'redis://:secret@b:7000/0?family=6']],
  ['redis://[::1]:7000,[::2]:7000', ['redis://[::1]:7000', 'redis://[::2]:7000']],
])('%s', (url, addresses) => {
  expect(redisAddresses(url)).toEqual(addresses);
});
