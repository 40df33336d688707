import { expect, test, vi } from 'vitest';
import { deliver } from './callback.ts';
import { ServiceError } from './errors.ts';

const declined = new ServiceError('declined');

test('without a callback, the result is in a promise', async () => {
  expect(await deliver(undefined, async () => 7)).toBe(7);
});

test('the promise rejects with the error that a callback would get', async () => {
  await expect(deliver(undefined, () => Promise.reject(declined))).rejects.toBe(declined);
  await expect(deliver(undefined, () => Promise.reject(new TypeError('of a bug')))).rejects.toMatchObject({
    code: 'api-error',
    message: 'TypeError: of a bug',
  });
});

test('what an operation throws at once rejects the promise, and reaches the caller that has a callback', async () => {
  const run = () => {
    throw declined;
  };
  await expect(deliver(undefined, run)).rejects.toBe(declined);
  expect(() => deliver(() => {}, run)).toThrow(declined);
});

test('a callback is called once, later, and nothing is returned', async () => {
  const callback = vi.fn();
  expect(deliver(callback, async () => 7)).toBeUndefined();
  expect(callback).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(callback.mock.calls).toEqual([[null, 7]]));
});

test('anything else than a function is no callback', () => {
  for (const callback of [null, 'done', {}]) {
    expect(() => deliver(callback, async () => 7)).toThrow(expect.objectContaining({ code: 'missing-callback' }));
  }
});
