import { describe, expect, test } from 'vitest';
import { DEFAULT_CAMPAIGN } from './campaign.ts';
import { type Dunned, type Dunning, endOf, enterDunning, resumeDunning, stepDunning, stopDunning } from './dunning.ts';
import { DEFAULT_SCHEDULE, type DunningSchedule, scheduleIssues } from './schedule.ts';

const DAY = 86_400;
const START = 1_800_000_000;
const fresh: Dunned = { dunning: null, dunning_due_at: null };
const campaign = (changes: Partial<DunningSchedule> = {}, trial: DunningSchedule | null = null) => ({
  ...DEFAULT_CAMPAIGN,
  schedule: { ...DEFAULT_SCHEDULE, ...changes },
  trial_schedule: trial,
});
const entered = (changes: Partial<DunningSchedule> = {}) =>
  enterDunning(fresh, { campaign: campaign(changes), afterTrial: false }, START).invoice;
const dunningOf = ({ dunning }: Dunned): Dunning => {
  if (!dunning) throw new Error('not in dunning');
  return dunning;
};

describe('dunning', () => {
  test('has an event on each day of the schedule and a final one at the end', () => {
    const steps: (readonly [day: number, count: number, final: boolean])[] = [];
    let invoice = entered();
    expect([dunningOf(invoice).events_count, dunningOf(invoice).final]).toEqual([1, false]);
    for (let at = invoice.dunning_due_at; at !== null; at = invoice.dunning_due_at) {
      const step = stepDunning(invoice, dunningOf(invoice), at);
      expect(step.events).toEqual(['new_dunning_event']);
      invoice = step.invoice;
      const { events_count, final } = dunningOf(invoice);
      steps.push([(at - START) / DAY, events_count, final]);
    }
    expect(steps).toEqual([
      [3, 2, false],
      [7, 3, false],
      [14, 4, false],
      [21, 5, false],
      [28, 6, true],
    ]);
    expect(dunningOf(invoice).ended_at).toBe(START + 28 * DAY);
  });

  test('that has no day 0 begins without an event', () => {
    const eventsOf = (days: readonly number[]) => {
      const choice = { campaign: campaign({ days, final_day: 10 }), afterTrial: false };
      return enterDunning(fresh, choice, START).events;
    };
    expect([eventsOf([0, 5]), eventsOf([2, 5]), eventsOf([])]).toEqual([['new_dunning_event'], [], []]);
    const invoice = entered({ days: [2, 5], final_day: 10 });
    expect([dunningOf(invoice).events_count, invoice.dunning_due_at]).toEqual([0, START + 2 * DAY]);
    const bare = entered({ days: [], final_day: 4 });
    expect([dunningOf(bare).events_count, bare.dunning_due_at]).toEqual([0, START + 4 * DAY]);
  });

  test('of the first invoice after a trial follows a schedule of its own where the campaign has one', () => {
    const short: DunningSchedule = { days: [0, 1], final_day: 2, invoice: 'fail', subscription: 'expire' };
    const choice = { campaign: campaign({}, short), afterTrial: true };
    expect(endOf(dunningOf(enterDunning(fresh, choice, START).invoice))).toBe(START + 2 * DAY);
    const later = enterDunning(fresh, { ...choice, afterTrial: false }, START).invoice;
    expect(endOf(dunningOf(later))).toBe(START + 28 * DAY);
    const none = enterDunning(fresh, { campaign: campaign(), afterTrial: true }, START).invoice;
    expect(endOf(dunningOf(none))).toBe(START + 28 * DAY);
  });

  test('goes on with the next step after a bank returned a debit, at once when its end has passed', () => {
    const waiting = { ...entered(), dunning_due_at: null };
    expect(resumeDunning(waiting, START + 4 * DAY).dunning_due_at).toBe(START + 7 * DAY);
    expect(resumeDunning(waiting, START + 27 * DAY).dunning_due_at).toBe(START + 28 * DAY);
    const late = resumeDunning(waiting, START + 31 * DAY);
    expect(late.dunning_due_at).toBe(START + 31 * DAY);
    expect(dunningOf(stepDunning(late, dunningOf(late), START + 31 * DAY).invoice).final).toBe(true);
  });

  test('that was stopped has no step any more, and does not go on', () => {
    const invoice = { ...entered(), attempt_next_collection_at: START + DAY };
    const stopped = stopDunning(invoice, dunningOf(invoice), START + 9);
    expect(stopped).toMatchObject({ dunning_due_at: null, attempt_next_collection_at: null });
    expect(dunningOf(stopped).ended_at).toBe(START + 9);
    expect(resumeDunning(stopped, START + DAY).dunning_due_at).toBeNull();
  });
});

test.each([
  [{ days: [0, 3], final_day: 4 }, []],
  [{ days: [], final_day: 1 }, []],
  [{ days: [3, 3], final_day: 9 }, ['campaign.days invalid']],
  [{ days: [3, 1], final_day: 9 }, ['campaign.days invalid']],
  [{ days: [-1], final_day: 9 }, ['campaign.days invalid']],
  [{ days: [0, 9], final_day: 9 }, ['campaign.final_day greater_than']],
  [{ days: [], final_day: 366 }, ['campaign.final_day less_than_or_equal_to']],
  [{ days: Array.from({ length: 31 }, (_, n) => n), final_day: 40 }, ['campaign.days too_many']],
])('the schedule %j has the faults %j', (days, faults) => {
  const issues = scheduleIssues('campaign', { ...DEFAULT_SCHEDULE, ...days });
  expect(issues.map(({ field, symbol }) => `${field} ${symbol}`)).toEqual(faults);
});
