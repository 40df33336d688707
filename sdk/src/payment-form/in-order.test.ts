import { expect, test } from 'vitest';
import { createOrder } from './in-order.ts';

test('calls run one after the other, and one that fails holds up none', async () => {
  const { inOrder, settled } = createOrder();
  const log: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const call = inOrder(async (name: string) => {
    if (name === 'first') await promise;
    log.push(name);
    if (name === 'second') throw new Error('not this one');
  });
  const first = call('first');
  const second = call('second');
  call('third');
  expect(log).toEqual([]);
  resolve();
  await first;
  await expect(second).rejects.toThrow('not this one');
  await settled();
  expect(log).toEqual(['first', 'second', 'third']);
});
