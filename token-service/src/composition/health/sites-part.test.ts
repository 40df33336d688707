import { expect, test } from 'vitest';
import { sitesPart } from './sites-part.ts';

const NOON = 1_798_718_400_000;
const LATE = { part: 'worker', reason: 'Work is late.' };
const GATEWAY = { part: 'gateway:acme/europe', reason: 'It does not answer.' };

/** The parts that are named while a worker left its latest sign so many seconds ago; null: none did. */
const named = async (seconds: number | null, { isWorker = false, troubles = [GATEWAY, LATE] } = {}) => {
  const lastSeen = seconds === null ? undefined : NOON - seconds * 1000;
  const check = sitesPart({
    sites: async () => troubles,
    signs: { workers: async () => ({ alive: 0, silent: [], lastSeen }) },
    clock: { now: () => NOON },
    isWorker,
  });
  return [...check.names, ...(await check.look()).map(({ part }) => part)];
};

test('late work is due to the workers once none has left a sign for five minutes', async () => {
  expect(await named(299)).toEqual(['worker', 'webhooks', 'gateway:acme/europe']);
  expect(await named(300)).toEqual(['worker', 'webhooks', 'gateway:acme/europe', 'worker']);
  expect(await named(null)).toEqual(['worker', 'webhooks', 'gateway:acme/europe', 'worker']);
});

test('no sign is no trouble where no work is late', async () => {
  expect(await named(null, { troubles: [GATEWAY] })).toEqual(['worker', 'webhooks', 'gateway:acme/europe']);
});

test('a worker does not judge workers', async () => {
  expect(await named(null, { isWorker: true })).toEqual(['webhooks', 'gateway:acme/europe']);
});
