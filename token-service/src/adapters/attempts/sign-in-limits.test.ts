import { expect, test } from 'vitest';
import { memoryAttempts } from './memory-attempts.ts';
import { MOST_FAILED_SIGN_INS, signInLimits } from './sign-in-limits.ts';

const open = () => {
  const at = { now: 1 };
  let count = 0;
  const limits = signInLimits({
    store: memoryAttempts({ elapsed: () => at.now }),
    fingerprint: (...parts) => parts.join('/'),
    ids: { uuid: () => `attempt-${count++}` },
  });
  const fail = async (email: string | undefined, address: string) => {
    const verdict = await limits.reserve({ email, address });
    if (verdict.outcome === 'reserved') await verdict.settle(true);
    return verdict.outcome;
  };
  return { limits, fail, at };
};

test('ten failures lock an operator for an hour, from wherever they come', async () => {
  const { limits, fail, at } = open();
  const outcomes = [];
  for (let n = 0; n < MOST_FAILED_SIGN_INS.operator; n += 1)
    outcomes.push(await fail('ada@example.com', `198.51.${n}.1`));
  expect(new Set(outcomes)).toEqual(new Set(['reserved']));
  expect(await limits.reserve({ email: 'ada@example.com', address: '203.0.113.1' })).toEqual({
    outcome: 'locked',
    retry_after: 3600,
  });
  expect(await fail('bob@example.com', '198.51.1.1')).toBe('reserved');
  at.now += 3_600_000;
  expect(await fail('ada@example.com', '203.0.113.1')).toBe('reserved');
});

test('fifty failures lock a network, also for passkeys, and no other network', async () => {
  const { fail } = open();
  for (let n = 0; n < MOST_FAILED_SIGN_INS.network; n += 1) await fail(`${n}@example.com`, `192.0.2.${n}`);
  expect(await fail('ada@example.com', '192.0.2.200')).toBe('locked');
  expect(await fail(undefined, '::ffff:192.0.2.9')).toBe('locked');
  expect(await fail('ada@example.com', '192.0.3.200')).toBe('reserved');
});

test('successes do not count, and attempts under way do', async () => {
  const { limits } = open();
  const attempt = { email: 'ada@example.com', address: '192.0.2.1' };
  for (let n = 0; n < 20; n += 1) {
    const verdict = await limits.reserve(attempt);
    if (verdict.outcome === 'reserved') await verdict.settle(false);
  }
  const verdicts = await Promise.all(Array.from({ length: 12 }, () => limits.reserve(attempt)));
  expect(verdicts.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(10);
});
