import { describe, expect, it, test } from 'vitest';
import { change } from './change.ts';
import { pause, resumeAt } from './pause.ts';
import { postpone } from './postpone.ts';
import type { SubscriptionRecord } from './record.ts';
import { resume } from './resume.ts';
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

const FEBRUARY = at('2024-02-10');
const active = sold('2024-01-31');
const pausedFor = (subscription: SubscriptionRecord, cycles: number, pastDue = false) =>
  pause(subscription, FEBRUARY, { cycles, pastDue });
const scheduled = pausedFor(active, 2).subscription;
const paused = until(scheduled, '2024-02-29');
const pauseOf = ({ state, paused_at, remaining_pause_cycles }: SubscriptionRecord) => [
  state,
  day(paused_at),
  remaining_pause_cycles,
];

describe('a request to pause', () => {
  test.each([
    ['active', active, 2, ['active', '2024-02-29', 2], 'scheduled_subscription_pause', '2024-04-30'],
    ['scheduled', scheduled, 3, ['active', '2024-02-29', 3], 'subscription_pause_modified', '2024-05-31'],
    ['scheduled', scheduled, 0, ['active', null, null], 'subscription_pause_canceled', null],
    ['paused', paused, 5, ['paused', '2024-02-29', 5], 'subscription_pause_modified', '2024-07-31'],
    ['paused', paused, 0, ['paused', '2024-02-29', 0], 'subscription_pause_modified', '2024-03-31'],
  ] as const)('%s, %#: for so many cycles', (_, subscription, cycles, expected, event, resumes) => {
    const changed = pausedFor(subscription, cycles);
    expect(pauseOf(changed.subscription)).toEqual(expected);
    expect(day(resumeAt(changed.subscription))).toBe(resumes);
    expect(eventTypes(changed)).toEqual([event]);
    expect([changed.charges, changed.credits]).toEqual([[], []]);
  });

  test.each([
    ['no pause is scheduled', active, 0, false],
    ['a trial runs', sold('2024-01-31', { plan: { trial_interval_length: 30 } }), 1, false],
    ['a gift has not converted', { ...active, started_with_gift: true }, 1, false],
    ['the account is past due', active, 1, true],
    ['the account is past due and a pause is scheduled', scheduled, 3, true],
  ])('is refused while %s', (_, subscription, cycles, pastDue) => {
    expect(() => pausedFor(subscription, cycles, pastDue)).toThrow('subscription_not_pausable');
  });

  it('is possible once a gift has converted, and a scheduled one is dropped while past due', () => {
    const converted = { ...active, started_with_gift: true, converted_at: at('2024-02-05') };
    expect(pausedFor(converted, 1).subscription.paused_at).toBe(at('2024-02-29'));
    expect(pausedFor(scheduled, 0, true).subscription.paused_at).toBeNull();
  });

  it('follows a postponement', () => {
    const postponed = postpone(scheduled, FEBRUARY, at('2024-03-15')).subscription;
    expect(pauseOf(postponed)).toEqual(['active', '2024-03-15', 2]);
    expect(pauseOf(until(postponed, '2024-03-15'))).toEqual(['paused', '2024-03-15', 2]);
  });

  it('that is scheduled is canceled by an immediate change', () => {
    const changed = change(scheduled, FEBRUARY, silver(scheduled));
    expect(pauseOf(changed.subscription)).toEqual(['active', null, null]);
    expect(eventTypes(changed)).toEqual(['subscription_pause_canceled', 'updated_subscription']);
  });
});

describe('a pause', () => {
  const run = (subscription: SubscriptionRecord, date: string) =>
    boundariesUntil(subscription, date).transitions.map((one) => [
      currentDays(one.subscription),
      one.subscription.state,
      one.subscription.remaining_pause_cycles,
      one.charges.map(({ kind }) => kind).join(),
      eventTypes(one).join(),
    ]);

  it('of two cycles counts 2, 1, and resumes at the third boundary', () => {
    expect(run(scheduled, '2024-05-31')).toEqual([
      ['2024-02-29..2024-03-31', 'paused', 2, '', 'subscription_paused'],
      ['2024-03-31..2024-04-30', 'paused', 1, '', 'paused_subscription_renewal'],
      ['2024-04-30..2024-05-31', 'active', null, 'period', 'subscription_resumed'],
      ['2024-05-31..2024-06-30', 'active', null, 'period', 'renewed_subscription'],
    ]);
  });

  it('of one cycle skips one period', () => {
    expect(run(pausedFor(active, 1).subscription, '2024-03-31').map(([period, state]) => [period, state])).toEqual([
      ['2024-02-29..2024-03-31', 'paused'],
      ['2024-03-31..2024-04-30', 'active'],
    ]);
  });

  it('that is cut to 0 ends at the next boundary', () => {
    const [next] = run(pausedFor(paused, 0).subscription, '2024-03-31');
    expect(next).toEqual(['2024-03-31..2024-04-30', 'active', null, 'period', 'subscription_resumed']);
  });

  it('shows when it is billed next', () => {
    expect([day(scheduled.next_bill_date), day(paused.next_bill_date)]).toEqual(['2024-02-29', '2024-04-30']);
    expect(day(pausedFor(paused, 1).subscription.next_bill_date)).toBe('2024-03-31');
  });

  it('bills the usage before it, and none while it lasts', () => {
    const calls = usageAddOn('calls');
    const subscription = pausedFor(sold('2024-01-31', { add_ons: [calls] }), 2).subscription;
    const { transitions } = boundariesUntil(subscription, '2024-04-30');
    expect(transitions[0]?.charges).toEqual([
      { kind: 'usage', period: { startedAt: at('2024-01-31'), endsAt: at('2024-02-29') }, addOns: [calls] },
    ]);
    expect(transitions.slice(1).map(({ charges }) => charges.map(({ kind }) => kind))).toEqual([[], ['period']]);
  });

  it('moves the term by whole periods once it is over, not while it lasts', () => {
    const year = pausedFor(sold('2024-01-31', { plan: { total_billing_cycles: 12 } }), 2).subscription;
    const terms = boundariesUntil(year, '2024-04-30').transitions.map(({ subscription }) => [
      day(subscription.current_term_ends_at),
      subscription.remaining_billing_cycles,
    ]);
    expect(terms).toEqual([
      ['2025-01-31', 11],
      ['2025-01-31', 11],
      ['2025-03-31', 10],
    ]);
  });

  test.each([
    ['starts a new term', true, 'active', '2024-05-31'],
    ['expires', false, 'expired', '2024-04-30'],
  ])('at the end of a term %s as it ends', (_, auto_renew, state, termEnds) => {
    const term = sold('2024-01-31', { plan: { total_billing_cycles: 1, auto_renew }, add_ons: [usageAddOn('calls')] });
    const { subscription, transitions } = boundariesUntil(pausedFor(term, 2).subscription, '2024-04-30');
    expect([subscription.state, day(subscription.current_term_ends_at)]).toEqual([state, termEnds]);
    expect(transitions.at(-1)?.charges.map(({ kind }) => kind)).toEqual(auto_renew ? ['period'] : []);
  });
});

describe('resuming early', () => {
  const year = until(
    pausedFor(sold('2024-01-31', { plan: { total_billing_cycles: 12 } }), 3).subscription,
    '2024-03-31',
  );
  const NOW = at('2024-04-10T12:00:00');

  it('bills a period that starts now, and computes the others from it', () => {
    const resumed = resume(year, NOW);
    expect(pauseOf(resumed.subscription)).toEqual(['active', null, null]);
    expect(resumed.charges).toMatchObject([
      { kind: 'period', period: { startedAt: NOW, endsAt: at('2024-05-10T12:00:00') }, setupFee: false, trial: false },
    ]);
    expect(eventTypes(resumed)).toEqual(['subscription_resumed']);
    // 11 of 12 cycles were left when the pause began.
    expect(resumed.subscription).toMatchObject({
      remaining_billing_cycles: 10,
      current_term_ends_at: at('2025-03-10T12:00:00'),
    });
    expect(currentDays(until(resumed.subscription, '2024-05-11'))).toBe('2024-05-10T12:00:00Z..2024-06-10T12:00:00Z');
  });

  it('applies the pending change first', () => {
    const pending = scheduleChange(year, at('2024-04-01'), silver(year, { total_billing_cycles: 12 }), 'bill_date');
    const resumed = resume(pending.subscription, NOW);
    expect(resumed.subscription).toMatchObject({ plan_code: 'silver', pending: null, remaining_billing_cycles: 10 });
    expect(eventTypes(resumed)).toEqual(['updated_subscription', 'subscription_resumed']);
  });

  it('happens with an immediate change, on the new terms and without a credit', () => {
    const resumed = change(year, NOW, silver(year, { interval_length: 3, total_billing_cycles: 12 }));
    expect(resumed).toMatchObject({
      subscription: { state: 'active', plan_code: 'silver', current_period_started_at: NOW, pending: null },
      charges: [{ kind: 'period', period: { startedAt: NOW, endsAt: at('2024-07-10T12:00:00') } }],
      credits: [],
    });
    expect(resumed.subscription).toMatchObject({
      remaining_billing_cycles: 11,
      current_term_ends_at: at('2027-04-10T12:00:00'),
    });
    expect(eventTypes(resumed)).toEqual(['updated_subscription', 'subscription_resumed']);
  });

  it('with a change resumes also where the old term is over and does not renew', () => {
    const over = until(
      pausedFor(sold('2024-01-31', { plan: { total_billing_cycles: 1, auto_renew: false } }), 3).subscription,
      '2024-03-31',
    );
    expect(resume(over, NOW).subscription.state).toBe('expired');
    expect(change(over, NOW, silver(over)).subscription).toMatchObject({
      state: 'active',
      auto_renew: false,
      current_term_ends_at: at('2024-05-10T12:00:00'),
    });
  });
});
