import { expect, test } from 'vitest';
import type { MessageToQueue } from '../../domain/outbox/message.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { alertCardTesting } from './alert-card-testing.ts';

const SHOP = { id: 'shop', subdomain: 'shop', technical_contact: 'ops@shop.example' } as Site;
const SIGN = { setting: 'tokens_per_minute', limit: 3000, correlation: 'request-7' } as const;
const HOURS = 60 * 60 * 1000;

/** Processes with one outbox, whose transactions fail while `broken`. */
const openProcesses = () => {
  let now = 1000;
  const clock = { now: () => now, elapsed: () => now };
  const queued: (MessageToQueue & { at: number })[] = [];
  const lines: object[] = [];
  const state = { broken: false, transactions: 0 };
  const outbox: Pick<Records['outbox'], 'queueOnceIn'> = {
    async queueOnceIn(seconds, message) {
      const near = ({ kind, recipient, at }: (typeof queued)[number]) =>
        kind === message.kind && recipient === message.recipient && now - at < seconds * 1000;
      if (queued.some(near)) return false;
      queued.push({ ...message, at: now });
      return true;
    },
  };
  const storage: Pick<Storage, 'transaction'> = {
    async transaction(_, work) {
      state.transactions += 1;
      if (state.broken) throw new Error('no database');
      return work({ outbox } as unknown as Records);
    },
  };
  const world = { clock, ids: { uuid: () => 'id', secret: () => '' } };
  const start = () => alertCardTesting({ storage, world, log: { warn: (fields) => void lines.push(fields) } });
  return {
    start,
    queued,
    lines,
    state,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

test('the technical contact gets a message and the log a line', async () => {
  const { start, queued, lines } = openProcesses();
  await start()(SHOP, SIGN);
  expect(queued).toMatchObject([
    {
      kind: 'card_testing',
      recipient: 'ops@shop.example',
      correlation: 'request-7',
      payload: { site: 'shop', setting: 'tokens_per_minute', limit: 3000 },
    },
  ]);
  expect(lines).toEqual([
    { alert: 'card_testing', site: 'shop', setting: 'tokens_per_minute', limit: 3000, request_id: 'request-7' },
  ]);
});

test('at most once in three hours per site, across processes', async () => {
  const { start, queued, lines, state, pass } = openProcesses();
  const [one, other] = [start(), start()];
  for (let n = 0; n < 100; n += 1) await one(SHOP, SIGN);
  await other(SHOP, { ...SIGN, setting: 'attempts_per_card' });
  expect([queued.length, lines.length, state.transactions]).toEqual([1, 1, 2]);
  await one({ ...SHOP, id: 'b', subdomain: 'b', technical_contact: 'b@shop.example' }, SIGN);
  expect([queued.length, lines.length]).toEqual([2, 2]);
  pass(3 * HOURS);
  await other(SHOP, SIGN);
  await one(SHOP, SIGN);
  expect([queued.length, lines.length]).toEqual([3, 3]);
});

test('support is told about a site without a technical contact', async () => {
  const { start, queued } = openProcesses();
  await start()({ ...SHOP, technical_contact: null }, SIGN);
  expect(queued).toMatchObject([{ recipient: 'support' }]);
});

test('a message that cannot be queued is still logged, and is retried a minute later', async () => {
  const { start, queued, lines, state, pass } = openProcesses();
  const alert = start();
  state.broken = true;
  await alert(SHOP, SIGN);
  await alert(SHOP, SIGN);
  expect(lines).toEqual([expect.objectContaining({ alert: 'card_testing', not_queued: 'no database' })]);
  state.broken = false;
  pass(60_000);
  await alert(SHOP, SIGN);
  expect([queued.length, lines.length]).toEqual([1, 2]);
});
