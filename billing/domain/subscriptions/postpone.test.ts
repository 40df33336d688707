import { describe, expect, it, test } from 'vitest';
import { Invalid } from '../../values/failure.ts';
import { fraction } from '../../values/money/fraction.ts';
import { convertTrial } from './convert-trial.ts';
import { currentPeriod, inTrial, proration } from './periods.ts';
import { postpone } from './postpone.ts';
import { scheduleChange } from './schedule-change.ts';
import {
  at,
  boundariesUntil,
  currentDays,
  day,
  eventTypes,
  silver,
  sold,
  until,
  usageAddOn,
} from './testing/subscription.ts';

const year = sold('2024-01-31', { plan: { total_billing_cycles: 12 } });
const trial = sold('2024-01-31', {
  plan: { trial_interval_length: 29, total_billing_cycles: 12 },
  add_ons: [usageAddOn('calls')],
});

describe('postponing', () => {
  test.each([
    [
      'later',
      '2024-04-15',
      '2024-01-31..2024-04-15',
      '2025-03-15',
      ['2024-04-15..2024-05-15', '2024-05-15..2024-06-15'],
    ],
    [
      'earlier',
      '2024-02-15',
      '2024-01-31..2024-02-15',
      '2025-01-15',
      ['2024-02-15..2024-03-15', '2024-03-15..2024-04-15'],
    ],
    [
      'to the 31st',
      '2024-05-31',
      '2024-01-31..2024-05-31',
      '2025-04-30',
      ['2024-05-31..2024-06-30', '2024-06-30..2024-07-31'],
    ],
  ])('moves the bill date %s, and those after it', (_, date, period, termEnds, following) => {
    const postponed = postpone(year, at('2024-02-10'), at(date));
    expect(currentDays(postponed.subscription)).toBe(period);
    expect(postponed.subscription).toMatchObject({ next_bill_date: at(date), remaining_billing_cycles: 11 });
    expect(day(postponed.subscription.current_term_ends_at)).toBe(termEnds);
    expect(postponed).toMatchObject({ charges: [], credits: [] });
    expect(eventTypes(postponed)).toEqual(['updated_subscription']);
    const { transitions } = boundariesUntil(postponed.subscription, following[1]!.slice(0, 10));
    expect(transitions.map(({ subscription }) => currentDays(subscription))).toEqual(following);
  });

  it('moves the end of a trial with it', () => {
    const { subscription } = postpone(trial, at('2024-02-10'), at('2024-03-31'));
    expect(subscription).toMatchObject({ trial_ends_at: at('2024-03-31'), first_bill_date: at('2024-03-31') });
    expect(subscription.remaining_billing_cycles).toBe(12);
    expect(day(subscription.current_term_ends_at)).toBe('2025-03-31');
    expect(inTrial(subscription, at('2024-03-30'))).toBe(true);
    expect(currentDays(until(subscription, '2024-04-30'))).toBe('2024-04-30..2024-05-31');
  });

  it('refuses a date that is not in the future', () => {
    expect(() => postpone(year, at('2024-02-10'), at('2024-02-10'))).toThrow(Invalid);
  });
});

describe('the share of a regular interval that is left', () => {
  const march = until(sold('2024-01-31'), '2024-02-29');
  const left = (subscription: typeof march, date: string) =>
    proration(subscription, currentPeriod(subscription), at(date));

  test.each([
    ['all of a period that starts on a boundary, with the day of the anchor', march, '2024-02-29', fraction(1)],
    ['21 of 31 days', march, '2024-03-10', fraction(21, 31)],
    // 29 February to 29 March is 29 days: the interval from the period's own start.
    [
      'above 1 after a postponement',
      postpone(march, at('2024-03-05'), at('2024-04-20')).subscription,
      '2024-03-10',
      fraction(41, 29),
    ],
    [
      'of a whole month in a short first period',
      sold('2024-03-10', { requested: { first_bill_date: at('2024-04-01') } }),
      '2024-03-22',
      fraction(10, 31),
    ],
    ['nothing at the end', march, '2024-03-31', fraction(0)],
  ])('is %s', (_, subscription, date, expected) => {
    expect(left(subscription, date)).toEqual(expected);
  });
});

describe('converting a trial', () => {
  const NOW = at('2024-02-10T08:00:00');

  it('starts a paid period now, without a second setup fee, and shortens the term', () => {
    const converted = convertTrial(trial, NOW);
    expect(converted.charges).toMatchObject([
      { kind: 'period', period: { startedAt: NOW, endsAt: at('2024-03-10T08:00:00') }, trial: false, setupFee: false },
    ]);
    expect(converted.subscription).toMatchObject({
      trial_ends_at: NOW,
      converted_at: NOW,
      first_bill_date: NOW,
      anchor_at: NOW,
      remaining_billing_cycles: 11,
      current_term_started_at: at('2024-01-31'),
      current_term_ends_at: at('2025-02-10T08:00:00'),
    });
    expect(eventTypes(converted)).toEqual(['renewed_subscription']);
    expect(inTrial(converted.subscription, NOW)).toBe(false);
  });

  it('applies a change that was to come with the first bill', () => {
    const pending = scheduleChange(trial, at('2024-02-01'), silver(trial), 'bill_date').subscription;
    const converted = convertTrial(pending, NOW);
    expect(converted.subscription).toMatchObject({ plan_code: 'silver', pending: null });
    expect(eventTypes(converted)).toEqual(['updated_subscription', 'renewed_subscription']);
  });

  it('is refused once the trial is over', () => {
    expect(() => convertTrial(trial, at('2024-02-29'))).toThrow('not_in_trial');
  });
});
