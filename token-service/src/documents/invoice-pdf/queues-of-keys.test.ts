import { expect, test } from 'vitest';
import { queuesOfKeys } from './queues-of-keys.ts';

/** A task that ends when it is told to. */
const task = (log: string[], name: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return {
    end: resolve,
    fail: reject,
    run: async (): Promise<string> => {
      log.push(name);
      await promise;
      return name;
    },
  };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('two tasks of a key run at the same time, the others follow in order, and other keys do not wait', async () => {
  const log: string[] = [];
  const inTurn = queuesOfKeys({ atOnce: 2, waiting: 9 });
  const tasks = ['a', 'b', 'c', 'd'].map((name) => task(log, name));
  const ended = tasks.map(({ run }) => inTurn('key', run));
  const other = task(log, 'other');
  const otherEnded = inTurn('other key', other.run);
  await settled();
  expect(log).toEqual(['a', 'b', 'other']);
  tasks[1]?.end();
  await settled();
  expect(log).toEqual(['a', 'b', 'other', 'c']);
  for (const { end } of [...tasks, other]) end();
  expect(await Promise.all([...ended, otherEnded])).toEqual(['a', 'b', 'c', 'd', 'other']);
});

test('a task that fails passes its turn on', async () => {
  const log: string[] = [];
  const inTurn = queuesOfKeys({ atOnce: 1, waiting: 9 });
  const [first, second] = [task(log, 'first'), task(log, 'second')];
  const failing = inTurn('key', first.run);
  const next = inTurn('key', second.run);
  first.fail(new Error('no paper'));
  second.end();
  await expect(failing).rejects.toThrow('no paper');
  expect(await next).toBe('second');
});

test('a key that has too many waiting is refused, until one of its tasks ends', async () => {
  const log: string[] = [];
  const inTurn = queuesOfKeys({ atOnce: 1, waiting: 1 });
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => task(log, name));
  const ended = [first, second].map((each) => inTurn('key', each!.run));
  await expect(inTurn('key', third!.run)).rejects.toMatchObject({ reason: 'full' });
  first!.end();
  await ended[0];
  ended.push(inTurn('key', fourth!.run));
  second!.end();
  fourth!.end();
  expect(await Promise.all(ended)).toEqual(['first', 'second', 'fourth']);
});
