import { failedWork } from '@service/billing/queries/work/due.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../../src/adapters/storage/storage.ts';
import { dueTool } from '../../src/cli/due.ts';
import { payoutTool } from '../../src/cli/payout.ts';
import { runTool } from '../../src/cli/tool.ts';
import { openWorld } from '../../src/runtime/world.ts';
import { openStripeShop, SECRETS, type StripeShop } from './stripe-shop.ts';
import { cardInfo } from './subscription-shop.ts';
import { type Watched, watchedOnFiles } from './what-is-kept.ts';

const DAY = 86_400;

let watched: Watched;
let shop: StripeShop;
beforeAll(async () => {
  watched = await watchedOnFiles(SECRETS);
  shop = await openStripeShop(watched);
  await shop.addStripe('cards');
});
afterAll(async () => {
  await shop?.close();
  await watched?.close();
});

const tool = (which: typeof payoutTool, command: string, ...args: string[]) =>
  runTool(which, [command, shop.site.subdomain, ...args], watched.env, {
    world: () => openWorld(watched.service.clock),
    open: openStorage,
  });
/** Lets days pass, with the due work of each night. */
const pass = async (days: number) => {
  for (let day = 0; day < days; day += 1) {
    watched.service.clock.advance({ days: 1 });
    await shop.simulator.advance(DAY * 1000);
    await watched.service.dueWork();
  }
};
const recorded = async () => {
  const all = await shop.records().payouts.dated({ from: 0, to: 9e9 }, undefined, 9);
  return all.map(({ amount_in_cents, recorded_by }) => `${amount_in_cents} ${recorded_by}`);
};
const failed = () => failedWork(watched.service.service.opened)(shop.site);

test('payouts are fetched every night from now on, once each', async () => {
  const on = await tool(payoutTool, 'schedule', 'cards', 'on');
  expect(on).toMatchObject({
    ...{ status: 0, text: 'The payouts of cards are fetched next at 2026-11-21T00:00:00Z.' },
  });
  expect((await tool(payoutTool, 'schedule', 'cards', 'on')).text).toBe(on.text);
  await shop.buy(await shop.account(), cardInfo());
  await pass(3);
  expect(await recorded()).toEqual([]);
  shop.simulator.trigger({ type: 'payout' });
  await pass(1);
  const fee = Math.round(900 * 0.029) + 30;
  expect(await recorded()).toEqual([`${900 - fee} worker`]);
  await pass(2);
  expect(await recorded()).toHaveLength(1);
  expect(await shop.records().payouts.findFetch('cards')).toMatchObject({ running_until_ms: null, left_out: [] });
  const entries = await shop.records().auditLog.list({ action: 'payout' }, 50);
  const actions = entries.map(({ action, subject }) => `${action} ${subject}`);
  expect(actions.filter((action) => action.includes('fetch_'))).toEqual(['payout.fetch_scheduled cards']);
});

test('a gateway that does not answer is asked again, and then waits for an operator; nothing is lost', async () => {
  await shop.buy(await shop.account(), cardInfo());
  await pass(2);
  shop.simulator.trigger({ type: 'payout' });
  await shop.addStripe('dead', 'http://127.0.0.1:9');
  expect((await tool(payoutTool, 'schedule', 'dead', 'on')).status).toBe(0);
  await pass(1);
  expect(await recorded()).toHaveLength(2);
  expect(await failed()).toMatchObject([
    { kind: 'payout_fetch', id: 'dead', status: 'waiting', error: expect.stringContaining('dead did not answer') },
  ]);
  for (let attempt = 2; attempt <= 8; attempt += 1) {
    watched.service.clock.advance({ seconds: 3700 });
    await watched.service.dueWork();
  }
  expect(await failed()).toMatchObject([{ id: 'dead', status: 'parked', failures: 8 }]);
  // The other account is asked all the same, and that one again once an operator says so.
  await shop.buy(await shop.account(), cardInfo());
  await pass(2);
  shop.simulator.trigger({ type: 'payout' });
  await pass(1);
  expect(await recorded()).toHaveLength(3);
  expect((await tool(dueTool, 'retry', 'payout_fetch', 'dead')).status).toBe(0);
  await watched.service.dueWork();
  expect(await failed()).toMatchObject([{ id: 'dead', status: 'waiting', failures: 1 }]);
});

test('it is turned off, and ends with its account', async () => {
  const off = await tool(payoutTool, 'schedule', 'cards', 'off');
  expect(off.text).toBe('The payouts of cards are not fetched every night any more.');
  await shop.gateway('remove', 'dead');
  expect(await shop.records().payouts.fetches()).toEqual([]);
  await watched.service.dueWork();
  expect(await failed()).toEqual([]);
});

test('only a gateway that tells its payouts is fetched from', async () => {
  expect((await shop.gateway('add', 'sandbox', '--adapter', 'test')).status).toBe(0);
  expect(await tool(payoutTool, 'schedule', 'sandbox', 'on')).toMatchObject({
    ...{ status: 1, text: expect.stringContaining('sandbox tells programs nothing of its payouts. Import a file') },
  });
  expect(await tool(payoutTool, 'schedule', 'none', 'on')).toMatchObject({
    ...{ status: 1, text: expect.stringContaining('none') },
  });
  expect(await tool(payoutTool, 'schedule', 'cards', 'maybe')).toMatchObject({ status: 2 });
});
