import { describe, expect, it } from 'vitest';
import { isoTime, LAST_MOMENT, readTime } from '../../values/time.ts';
import type { Terms } from '../invoices/terms.ts';
import type { PlanRecord } from '../plans/record.ts';
import { startDates } from './dates.ts';
import { newSubscription } from './new-subscription.ts';
import type { RequestedSubscription } from './requested.ts';

const at = (text: string): number => readTime(text) as number;
const NOON = at('2026-11-20T12:00:00Z');

type Asked = [plan: Partial<PlanRecord>, requested?: Partial<RequestedSubscription>, now?: number];

const sources = (...[plan, requested = {}, now = NOON]: Asked) => ({
  at: now,
  plan: {
    plan_interval_unit: 'months',
    plan_interval_length: 1,
    trial_interval_unit: 'months',
    trial_interval_length: 0,
    total_billing_cycles: null,
    setup_fee_in_cents: {},
    ...plan,
  } as PlanRecord,
  requested: requested as RequestedSubscription,
  freeTrial: undefined,
});
const dates = (...args: Asked) => startDates(sources(...args));
const begun = (...args: Asked) => {
  const found = dates(...args);
  if ('symbol' in found) throw new Error(JSON.stringify(found));
  return newSubscription({
    ...sources(...args),
    uuid: 'one',
    account_id: 'ada',
    dates: found,
    ramp_intervals: [],
    unit: 1000,
    quantity: 1,
    currency: 'USD',
    add_ons: [],
    terms: {} as Terms,
    texts: {},
    shipping_address_key: null,
  });
};
const termEnds = (...args: Asked) => isoTime(begun(...args).subscription.current_term_ends_at ?? 0);

describe('the dates of a new subscription', () => {
  it('end its term after all of its cycles', () => {
    expect(termEnds({})).toBe('2026-12-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 12 })).toBe('2027-11-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 12 }, { total_billing_cycles: 2 })).toBe('2027-01-20T12:00:00Z');
    // A trial of a month goes before the term; a first period that is cut short is its first cycle.
    expect(termEnds({ total_billing_cycles: 2, trial_interval_length: 1 })).toBe('2027-02-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 2 }, { first_bill_date: at('2026-12-01') })).toBe('2027-01-01T00:00:00Z');
  });

  it('follow its own cycle count at renewals where the plan has none', () => {
    const renewal = (...args: Asked) => begun(...args).subscription.renewal_billing_cycles;
    expect(renewal({ total_billing_cycles: 12 }, { total_billing_cycles: 3 })).toBe(12);
    expect(renewal({}, { total_billing_cycles: 3 })).toBe(3);
    expect(renewal({}, { total_billing_cycles: 3, renewal_billing_cycles: 6 })).toBe(6);
    expect(renewal({})).toBeNull();
  });

  it('bill no cycle in a trial', () => {
    const remaining = (...args: Asked) => begun(...args).subscription.remaining_billing_cycles;
    expect(remaining({ total_billing_cycles: 12 })).toBe(11);
    expect(remaining({ total_billing_cycles: 12, trial_interval_length: 1 })).toBe(12);
  });

  it('are never after the year 9999: the issue names the most cycles that fit', () => {
    const late = at('9999-01-31T12:00:00Z');
    // From 31 January, the tenth month ends on 30 November and the eleventh on 31 December.
    expect(termEnds({ total_billing_cycles: 11 }, {}, late)).toBe('9999-12-31T12:00:00Z');
    const issue = { field: 'total_billing_cycles', symbol: 'less_than_or_equal_to' };
    expect(dates({ total_billing_cycles: 12 }, {}, late)).toEqual({ ...issue, count: 11 });
    const years = { plan_interval_length: 9999, total_billing_cycles: 9999 };
    // 833 years and 3 months each, nine times from 2026.
    expect(dates(years)).toEqual({ ...issue, count: 9 });
    expect(dates({ ...years, plan_interval_unit: 'days' })).toEqual({ ...issue, count: 291 });
    expect(dates({ total_billing_cycles: 3 }, { first_bill_date: at('9999-11-15') }, at('9999-10-01'))).toEqual({
      ...issue,
      count: 2,
    });
  });

  it('make a trial last until the first bill date, from which periods are computed', () => {
    const [first, end] = [at('2026-12-10T00:00:00Z'), at('2026-12-01T00:00:00Z')];
    const trial = { trial_interval_length: 1 };
    const expected = { start: NOON, trialEnds: first, anchor: first };
    expect(dates(trial, { first_bill_date: first })).toMatchObject(expected);
    expect(dates(trial, { next_bill_date: first })).toMatchObject(expected);
    expect(dates({}, { trial_ends_at: end, first_renewal_date: first })).toMatchObject(expected);
    // A trial that has ended is none: the first period is cut short.
    const none = dates(trial, { trial_ends_at: NOON, first_bill_date: first });
    expect(none).toMatchObject({ start: NOON, trialEnds: undefined, anchor: first });
    const tooLate = dates(trial, { next_bill_date: at('9999-12-20') });
    expect(tooLate).toEqual({ field: 'next_bill_date', symbol: 'invalid', reason: 'too_far_ahead' });
  });

  it('are refused where not even one cycle fits', () => {
    expect(dates({}, { starts_at: at('9999-12-01') })).toEqual({
      field: 'starts_at',
      symbol: 'invalid',
      reason: 'too_far_ahead',
    });
    expect(dates({}, {}, LAST_MOMENT)).toEqual({ field: 'starts_at', symbol: 'invalid', reason: 'beyond_calendar' });
    const tooLong = { field: 'trial_ends_at', symbol: 'invalid', reason: 'beyond_calendar' };
    expect(dates({}, { trial_ends_at: at('9999-12-15') })).toEqual({ ...tooLong, reason: 'too_far_ahead' });
    expect(dates({ trial_interval_length: 2 }, {}, at('9999-12-01'))).toEqual(tooLong);
  });
});
