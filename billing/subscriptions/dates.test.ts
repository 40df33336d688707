import { describe, expect, it } from 'vitest';
import type { PlanRecord } from '../plans/record.ts';
import { isoTime, LAST_MOMENT, readTime } from '../time.ts';
import { startDates } from './dates.ts';
import type { WishedSubscription } from './requested.ts';

const at = (text: string): number => readTime(text) as number;
const NOON = at('2026-11-20T12:00:00Z');

const dates = (plan: Partial<PlanRecord>, wish: Partial<WishedSubscription> = {}, now = NOON) =>
  startDates({
    at: now,
    plan: {
      plan_interval_unit: 'months',
      plan_interval_length: 1,
      trial_interval_unit: 'months',
      trial_interval_length: 0,
      total_billing_cycles: null,
      ...plan,
    } as PlanRecord,
    wish: wish as WishedSubscription,
    freeTrial: undefined,
  });
const termEnds = (...input: Parameters<typeof dates>) => {
  const found = dates(...input);
  return 'symbol' in found ? found : isoTime(found.termEnds);
};

describe('the dates of a new subscription', () => {
  it('end its term after all of its cycles', () => {
    expect(termEnds({})).toBe('2026-12-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 12 })).toBe('2027-11-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 12 }, { total_billing_cycles: 2 })).toBe('2027-01-20T12:00:00Z');
    // A trial of a month goes before the term; a first period that is cut short is its first cycle.
    expect(termEnds({ total_billing_cycles: 2, trial_interval_length: 1 })).toBe('2027-02-20T12:00:00Z');
    expect(termEnds({ total_billing_cycles: 2 }, { first_bill_date: at('2026-12-01') })).toBe('2027-01-01T00:00:00Z');
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
    expect(dates({ total_billing_cycles: 3 }, { first_bill_date: at('9999-11-15') })).toEqual({ ...issue, count: 2 });
  });

  it('are refused where not even one cycle fits', () => {
    expect(dates({}, { starts_at: at('9999-12-01') })).toEqual({ field: 'starts_at', symbol: 'invalid' });
    expect(dates({}, {}, LAST_MOMENT)).toEqual({ field: 'starts_at', symbol: 'invalid' });
    const tooLong = { field: 'trial_ends_at', symbol: 'invalid' };
    expect(dates({}, { trial_ends_at: at('9999-12-15') })).toEqual(tooLong);
    expect(dates({ trial_interval_length: 2 }, {}, at('9999-12-01'))).toEqual(tooLong);
  });
});
