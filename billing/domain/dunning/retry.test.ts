import { describe, expect, test } from 'vitest';
import { allowsAttempt, type FailedAttempt, nextRetry, retryWithoutAttempt } from './retry.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const INVOICED = 1_800_000_000;
const limits = { invoicedAt: INVOICED, endsAt: INVOICED + 28 * DAY };
const FAR = { invoicedAt: INVOICED, endsAt: INVOICED + 365 * DAY };

const attempt = (at: number, error_code: string, more: Partial<FailedAttempt> = {}): FailedAttempt => ({
  at,
  error_code,
  network_advice: null,
  byBank: false,
  method_reference: null,
  backup: false,
  ...more,
});

/** The hours at which an invoice is attempted when every attempt has the same result, within these limits. */
const hours = (error_code: string, within = limits): number[] => {
  const attempts: FailedAttempt[] = [];
  for (let at: number | null = INVOICED; at !== null; at = nextRetry(attempts, within, at))
    attempts.push(attempt(at, error_code));
  return attempts.map(({ at }) => (at - INVOICED) / HOUR);
};
const days = (error_code: string, within = limits): number[] => hours(error_code, within).map((hour) => hour / 24);

describe('an invoice is attempted again', () => {
  test.each([
    // 3, 5, 7 and 7 days after the one before; the next would come after the final action of day 28.
    ['declined', [0, 3, 8, 15, 22]],
    ['insufficient_funds', [0, 3, 8, 15, 22]],
    // Every second day, until the seventh decline.
    ['try_again', [0, 2, 4, 6, 8, 10, 12]],
    // A failure of the gateway is not a decline: the limits are the end of dunning and 15 attempts in 30 days.
    ['gateway_error', [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26]],
    ['issuer_unavailable', [0, 3, 6, 9, 12, 15, 18]],
    ['processor_unavailable', [0, 3, 6, 9, 12, 15, 18, 21, 24, 27]],
  ])('after %s on the days %j', (code, expected) => {
    expect(days(code)).toEqual(expected);
  });

  test('after trouble at the gateway twice within four hours each, then daily six times, then every three days', () => {
    const firstDay = [0, 4, 8, 12, 16, 20];
    const daily = [1, 2, 3, 4, 5, 6].map((day) => 32 + 24 * day);
    const seldom = [1, 2, 3, 4, 5, 6].map((count) => 32 + 24 * (6 + 3 * count));
    // Fifteen that count: those of the first day do not.
    expect(hours('gateway_timeout')).toEqual([...firstDay, 24, 28, 32, ...daily, ...seldom]);
    expect(hours('no_gateway').slice(0, 4)).toEqual([0, 4, 8, 12]);
  });

  test('at most 15 times in 30 days, 20 times in all, until 60 days after the invoice', () => {
    const long = days('gateway_error', FAR);
    // 15 attempts until day 28; the sixteenth waits until the first is 30 days old.
    expect(long.slice(14, 17)).toEqual([28, 30, 32]);
    // The first does not count.
    expect(long).toHaveLength(21);
    const trouble = hours('gateway_timeout', FAR).filter((hour) => hour >= 24);
    for (const at of trouble) {
      expect(trouble.filter((one) => one > at - 30 * 24 && one <= at).length).toBeLessThanOrEqual(15);
    }
    expect(days('issuer_unavailable', FAR)).toHaveLength(7);
    const late = [attempt(INVOICED + 58 * DAY, 'declined')];
    expect(nextRetry(late, FAR, INVOICED + 58 * DAY)).toBeNull();
    expect(nextRetry(late, FAR, INVOICED + 57 * DAY)).toBe(INVOICED + 60 * DAY);
  });

  test.each([
    'declined_card_number',
    'fraud_gateway',
    'duplicate_transaction',
    'api_error',
    'never heard of',
    'three_d_secure_action_required',
  ])('not before new billing info after %s', (code) => {
    expect(days(code)).toEqual([0]);
  });

  test.each([
    ['do_not_retry', null],
    ['update_details', null],
    ['retry_later', INVOICED + 3 * DAY],
  ] as const)('as the card network advises: %s', (network_advice, expected) => {
    expect(nextRetry([attempt(INVOICED, 'declined_saveable', { network_advice })], limits, INVOICED)).toBe(expected);
  });

  test('on the soft schedule once new billing info turned a hard decline into a soft one', () => {
    const hard = attempt(INVOICED, 'declined_card_number');
    const soft = attempt(INVOICED + 2 * DAY, 'declined');
    expect(nextRetry([hard, soft], limits, soft.at)).toBe(soft.at + 3 * DAY);
  });

  test('a day after a bank returned a debit, twice', () => {
    const debit = (day: number) => attempt(INVOICED + day * DAY, 'ach_return', { byBank: true });
    expect(nextRetry([debit(0)], limits, INVOICED + 3 * DAY)).toBe(INVOICED + 4 * DAY);
    expect(nextRetry([debit(0), debit(4)], limits, INVOICED + 7 * DAY)).toBe(INVOICED + 8 * DAY);
    expect(nextRetry([debit(0), debit(4), debit(8)], limits, INVOICED + 11 * DAY)).toBeNull();
  });

  test('a day after an attempt that reached no gateway, unless there is no billing info', () => {
    expect(retryWithoutAttempt('no_gateway', limits, INVOICED)).toBe(INVOICED + DAY);
    expect(retryWithoutAttempt('no_gateway', limits, INVOICED + 27 * DAY)).toBeNull();
    expect(retryWithoutAttempt('no_billing_information', limits, INVOICED)).toBeNull();
  });

  test('before its turn only while there is room for it', () => {
    const daily = (count: number) =>
      Array.from({ length: count }, (_, day) => attempt(INVOICED + day * DAY, 'declined'));
    expect(allowsAttempt([], INVOICED)).toBe(true);
    expect(allowsAttempt(daily(14), INVOICED + 14 * DAY)).toBe(true);
    expect(allowsAttempt(daily(15), INVOICED + 29 * DAY)).toBe(false);
    expect(allowsAttempt(daily(15), INVOICED + 30 * DAY)).toBe(true);
    expect(allowsAttempt(daily(20), INVOICED + 99 * DAY)).toBe(false);
  });
});
