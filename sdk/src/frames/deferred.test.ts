import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ServiceError } from '../errors.ts';
import { deferred } from './deferred.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('is settled once, by the first call, and leaves no timer', async () => {
  const answer = deferred<number>('The card frame', 1000);
  answer.resolve(1);
  answer.resolve(2);
  answer.reject(new ServiceError('api-error'));
  expect(await answer.promise).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('can be rejected', async () => {
  const answer = deferred<number>('The card frame', 1000);
  answer.reject(new ServiceError('validation'));
  await expect(answer.promise).rejects.toMatchObject({ code: 'validation' });
  expect(vi.getTimerCount()).toBe(0);
});

test('rejects after its timeout', async () => {
  const answer = expect(deferred('The card frame', 1000).promise).rejects.toMatchObject({
    name: 'api-error',
    code: 'api-timeout',
    message: 'The card frame did not answer within 1000 ms.',
  });
  await vi.advanceTimersByTimeAsync(1000);
  await answer;
});
