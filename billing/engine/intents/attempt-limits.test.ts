import { describe, expect, test } from 'vitest';
import type { PaymentResult } from '../../domain/payments/gateway-result.ts';
import type { Attempt, AttemptVerdict } from '../../ports/attempts.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Presented } from '../../ports/vault.ts';
import type { Site } from '../../resources/site.ts';
import { Failure } from '../../values/failure.ts';
import { openQueues } from '../../values/queues.ts';
import { askWithinLimits, attemptOf } from './attempt-limits.ts';

const caller = { site: { id: 'site' } as Site, correlation: 'request-1', address: '198.51.100.1' } as Caller;
const onFile = { first_six: '411111', last_four: '1111', ip_address: '203.0.113.9' };
const attempt = attemptOf(caller, 'ada', { reference: 'r' }, onFile);
const succeeded = { outcome: 'succeeded' } as PaymentResult;
const refused = (outcome: 'declined' | 'unknown', error_code: string) => ({ outcome, error_code }) as PaymentResult;

/** Returns the verdicts in turn, then repeats the last one, and collects the settled attempts. */
const limits = (...verdicts: readonly ('reserved' | 'reached' | 'busy')[]) => {
  const settled: boolean[] = [];
  const left = [...verdicts];
  let now = 0;
  const reserve = async (): Promise<AttemptVerdict> => {
    const outcome = (left.length > 1 ? left.shift() : left[0]) ?? 'reserved';
    if (outcome === 'busy') return { outcome, scope: 'card', freed: new Promise(() => {}) };
    if (outcome === 'reached') return { outcome, scope: 'card', retry_after: 60 };
    return { outcome, settle: async (declined) => void settled.push(declined) };
  };
  const world = {
    clock: { now: () => now, elapsed: () => now },
    ids: { uuid: () => '', secret: () => '' },
    queues: openQueues(),
    turn: async () => {},
    pause: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const deps = { attempts: { reached: async () => undefined, reserve }, world };
  return { settled, ask: (one: Attempt, call: () => Promise<PaymentResult>) => askWithinLimits(deps, one, call) };
};

describe('a gateway call within the limits', () => {
  test.each([
    ['succeeded', succeeded, false],
    ['declined', refused('declined', 'declined'), true],
    ['declined for its code', refused('declined', 'fraud_security_code'), true],
    ['not answered', refused('unknown', 'gateway_timeout'), false],
    ['declined by a broken gateway', refused('declined', 'gateway_error'), false],
  ])('that is %s is settled', async (_, answer, declined) => {
    const { ask, settled } = limits('reserved');
    expect(await ask(attempt, async () => answer)).toBe(answer);
    expect(settled).toEqual([declined]);
  });

  test('that fails is released', async () => {
    const { ask, settled } = limits('reserved');
    await expect(ask(attempt, () => Promise.reject(new Failure('token_invalid')))).rejects.toThrow(Failure);
    expect(settled).toEqual([false]);
  });

  test('is not made when a limit is reached', async () => {
    const { ask } = limits('reached');
    const reached = { outcome: 'reached', scope: 'card', retry_after: 60 };
    expect(await ask(attempt, () => Promise.reject(new Error('called')))).toEqual(reached);
  });

  test('waits for those under way', async () => {
    const { ask } = limits('busy', 'busy', 'busy', 'reserved');
    expect(await ask(attempt, async () => succeeded)).toBe(succeeded);
  });

  test('is not made when the attempts it waited for were declined', async () => {
    const { ask } = limits('busy', 'busy', 'reached');
    const reached = { outcome: 'reached', scope: 'card', retry_after: 60 };
    expect(await ask(attempt, () => Promise.reject(new Error('called')))).toEqual(reached);
  });

  test('waits no longer than two seconds without progress', async () => {
    const { ask } = limits('busy');
    await expect(ask(attempt, async () => succeeded)).rejects.toMatchObject({ symbol: 'simultaneous_request' });
  });
});

describe('an attempt', () => {
  const presented = (address: string | null) => ({ presented: { fingerprint: 'f', address } as Presented });

  test('with a presented card is counted by its fingerprint and the address its token was made from', () => {
    expect(attemptOf(caller, 'ada', presented('203.0.113.7'), onFile)).toMatchObject({
      card: 'f',
      address: '203.0.113.7',
      client_address: '198.51.100.1',
    });
  });

  test('with a raw card is counted by the address that the merchant names', () => {
    expect(attemptOf(caller, 'ada', presented(null), onFile).address).toBe('203.0.113.9');
  });

  test('with a stored card is counted by its first and last digits, and by no address', () => {
    expect(attempt).toMatchObject({ card: '411111 1111', address: null });
    const agreement = { first_six: null, last_four: null, ip_address: null };
    expect(attemptOf(caller, 'ada', { reference: 'r' }, agreement).card).toBe('r');
  });
});
