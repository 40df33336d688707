import { expect, it } from 'vitest';
import { underWay } from './under-way.ts';

it('waits for the purchase of an account, also for one that fails, and for no other account', async () => {
  const purchases = underWay();
  const { promise, reject } = Promise.withResolvers<never>();
  const events: string[] = [];
  const bought = purchases.run('ada', () => promise).catch(() => events.push('declined'));
  const seen = purchases.settled('ada').then(() => events.push('seen'));
  await purchases.settled('grace');
  expect(events).toEqual([]);
  reject(new Error('declined'));
  await Promise.all([bought, seen]);
  expect(events.toSorted()).toEqual(['declined', 'seen']);
  await purchases.settled('ada');
});
