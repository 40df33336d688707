import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  billedBefore,
  earnedBefore,
  type RecognitionMethod,
  recognitionMethodOf,
  type ScheduledLine,
} from './recognition.ts';

/** Days are counted from the first of a month of thirty days. */
const line = (given: Partial<ScheduledLine>): ScheduledLine => ({
  method: 'evenly',
  start_day: 0,
  end_day: 30,
  ended_day: null,
  billed: [{ day: 0, net_in_cents: 3000 }],
  ...given,
});

/** Returns what each of some consecutive periods earns. */
const earnedIn = (one: ScheduledLine, ends: readonly number[]): number[] =>
  ends.map((end, place) => earnedBefore(one, end) - earnedBefore(one, ends[place - 1] ?? -10));

describe('the revenue of a line is earned', () => {
  test('evenly by day, from the first day of the service to the last', () => {
    expect(earnedIn(line({}), [0, 1, 10, 30, 31])).toEqual([0, 100, 900, 2000, 0]);
  });

  test('to the cent, where the days do not divide the amount', () => {
    const uneven = line({ end_day: 3, billed: [{ day: 0, net_in_cents: 100 }] });
    expect(earnedIn(uneven, [1, 2, 3])).toEqual([33, 34, 33]);
  });

  test('on the first day, on the last one, with the invoice, or never', () => {
    const billed = [{ day: 2, net_in_cents: 3000 }];
    const days = [1, 2, 3, 5, 6, 29, 30, 90];
    const given = { start_day: 5, billed };
    expect(earnedIn(line({ ...given, method: 'at_range_start' }), days)).toEqual([0, 0, 0, 0, 3000, 0, 0, 0]);
    expect(earnedIn(line({ ...given, method: 'at_range_end' }), days)).toEqual([0, 0, 0, 0, 0, 0, 3000, 0]);
    expect(earnedIn(line({ ...given, method: 'at_invoice' }), days)).toEqual([0, 0, 3000, 0, 0, 0, 0, 0]);
    expect(earnedIn(line({ ...given, method: 'never' }), days)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  test('with the invoice, as far as the service was before it: usage is billed afterwards', () => {
    const usage = line({ billed: [{ day: 30, net_in_cents: 3000 }] });
    expect(earnedIn(usage, [30, 31, 60])).toEqual([0, 3000, 0]);
    const half = line({ billed: [{ day: 15, net_in_cents: 3000 }] });
    // On the day of the invoice, sixteen of thirty days are over.
    expect(earnedIn(half, [15, 16, 30])).toEqual([0, 1600, 1400]);
  });

  test('on the day that a service of less than a day begins', () => {
    expect(earnedIn(line({ end_day: 0 }), [0, 1, 2])).toEqual([0, 3000, 0]);
    expect(earnedIn(line({ end_day: 0, method: 'at_range_end' }), [0, 1, 2])).toEqual([0, 3000, 0]);
  });
});

describe('a credit', () => {
  test('of the time that is left ends what would have been earned in it', () => {
    const ended = line({ billed: [...line({}).billed, { day: 10, net_in_cents: -2000 }] });
    expect(earnedIn(ended, [10, 11, 30])).toEqual([1000, 0, 0]);
  });

  test('of a part is taken from what is still deferred, over the days that are left', () => {
    const reduced = line({ billed: [...line({}).billed, { day: 10, net_in_cents: -500 }] });
    // 30.00 - 5.00 - 10.00 earned = 15.00 over 20 days.
    expect(earnedIn(reduced, [10, 20, 30])).toEqual([1000, 750, 750]);
  });

  test('of more than is deferred reverses the difference on its day, and leaves the days before it as they were', () => {
    const refunded = line({ billed: [...line({}).billed, { day: 20, net_in_cents: -3000 }] });
    expect(earnedIn(refunded, [10, 20, 21, 30])).toEqual([1000, 1000, -2000, 0]);
    const late = line({ billed: [...line({}).billed, { day: 50, net_in_cents: -100 }] });
    expect(earnedIn(late, [30, 50, 51])).toEqual([3000, 0, -100]);
  });

  test('of all the service that is left ends it: no cent of its day stays deferred for the days that are left', () => {
    // Half of the day of the credit was used, of 1.00 a day: 30.00 - 10.00 earned - 19.50 = 0.50.
    const ended = line({ billed: [...line({}).billed, { day: 10, net_in_cents: -1950 }] });
    expect(earnedIn(ended, [10, 11, 12, 30])).toEqual([1000, 50, 0, 0]);
    const twice = line({
      billed: [...line({}).billed, { day: 10, net_in_cents: -1000 }, { day: 10, net_in_cents: -950 }],
    });
    expect(earnedIn(twice, [10, 11, 30])).toEqual([1000, 50, 0]);
  });

  test('on the day of the invoice earns nothing for the days before it', () => {
    const usage = line({
      end_day: 4,
      billed: [
        { day: 2, net_in_cents: 1500 },
        { day: 2, net_in_cents: -600 },
      ],
    });
    // Of 9.00 in four days, three are over at the end of the third.
    expect(earnedIn(usage, [2, 3, 4])).toEqual([0, 675, 225]);
  });

  test('without a line that it credits has a schedule of its own', () => {
    const own = line({ billed: [{ day: 0, net_in_cents: -3000 }] });
    expect(earnedIn(own, [10, 30])).toEqual([-1000, -2000]);
  });
});

describe('the end of a subscription', () => {
  test('earns all that was deferred, whatever the schedule: nothing more is owed to the customer', () => {
    expect(earnedIn(line({ ended_day: 10 }), [10, 11, 30])).toEqual([1000, 2000, 0]);
    expect(earnedIn(line({ ended_day: 10, method: 'at_range_end' }), [10, 11, 30])).toEqual([0, 3000, 0]);
    const ahead = line({ ended_day: 10, start_day: 20, method: 'at_range_start' });
    expect(earnedIn(ahead, [10, 11, 30])).toEqual([0, 3000, 0]);
    expect(earnedIn(line({ ended_day: 10, method: 'never' }), [11, 90])).toEqual([0, 0]);
  });

  test('earns what a refund of its day leaves, and a later refund is taken from what was earned', () => {
    const refunded = line({ ended_day: 10, billed: [...line({}).billed, { day: 10, net_in_cents: -500 }] });
    expect(earnedIn(refunded, [10, 11, 30])).toEqual([1000, 1500, 0]);
    const later = line({ ended_day: 10, billed: [...line({}).billed, { day: 15, net_in_cents: -500 }] });
    expect(earnedIn(later, [10, 11, 15, 16, 30])).toEqual([1000, 2000, 0, -500, 0]);
  });

  test('earns what is invoiced after it with the invoice, and changes nothing after the last day', () => {
    const usage = line({ ended_day: 10, billed: [{ day: 12, net_in_cents: 3000 }] });
    expect(earnedIn(usage, [11, 12, 13])).toEqual([0, 0, 3000]);
    expect(earnedIn(line({ ended_day: 40 }), [10, 30, 41])).toEqual([1000, 2000, 0]);
  });
});

test('a line without a schedule is earned over its period, and one without a period on its first day', () => {
  const given: [string | null, boolean, RecognitionMethod][] = [
    [null, true, 'evenly'],
    [null, false, 'at_range_start'],
    ['evenly', true, 'evenly'],
    ['evenly', false, 'at_range_start'],
    ['at_range_end', true, 'at_range_end'],
    ['at_range_end', false, 'at_range_start'],
    ['at_range_start', false, 'at_range_start'],
    ['at_invoice', true, 'at_invoice'],
    ['never', true, 'never'],
  ];
  for (const [schedule, hasEnd, method] of given) expect(recognitionMethodOf(schedule, hasEnd)).toBe(method);
});

describe('for any line with any credits', () => {
  const lines = fc
    .record({
      method: fc.constantFrom<RecognitionMethod>('evenly', 'at_invoice', 'at_range_start', 'at_range_end', 'never'),
      start_day: fc.integer({ min: 0, max: 40 }),
      length: fc.option(fc.integer({ min: 0, max: 400 })),
      net: fc.integer({ min: 1, max: 100_000 }),
      invoiced: fc.integer({ min: 0, max: 80 }),
      ended: fc.option(fc.integer({ min: 0, max: 450 })),
      credits: fc.array(fc.record({ after: fc.nat(200), percent: fc.integer({ min: 1, max: 100 }) }), { maxLength: 4 }),
    })
    .map(({ method, start_day, length, net, invoiced, ended, credits }): ScheduledLine => {
      let left = net;
      const taken = credits
        .toSorted((one, other) => one.after - other.after)
        .map(({ after, percent }) => {
          const cents = Math.floor((left * percent) / 100);
          left -= cents;
          return { day: invoiced + after, net_in_cents: -cents };
        });
      const end_day = length === null ? null : start_day + length;
      return { method, start_day, end_day, ended_day: ended, billed: [{ day: invoiced, net_in_cents: net }, ...taken] };
    });

  test('what is earned and what is deferred are what is billed, and neither is below nothing', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 700 }), (one, day) => {
        const [earned, billed] = [earnedBefore(one, day), billedBefore(one, day)];
        expect(earned).toBeGreaterThanOrEqual(0);
        expect(earned).toBeLessThanOrEqual(Math.max(billed, 0));
      }),
    );
  });

  test('a credit and an end leave every day before them as it was', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 700 }), (one, day) => {
        const ended_day = one.ended_day !== null && one.ended_day < day ? one.ended_day : null;
        const before = { ...one, ended_day, billed: one.billed.filter((each) => each.day < day) };
        for (let earlier = 0; earlier <= day; earlier += 7) {
          expect(earnedBefore(before, earlier)).toBe(earnedBefore(one, earlier));
        }
      }),
    );
  });

  test('a count day by day comes to the same, but for the rounding of the line and of each credit', () => {
    /**
     * Each day earns an equal part of what is left; a credit changes what the days after it share, and ends them where
     * it leaves less than its day had earned. Undefined where it leaves the same, so that roundings decide.
     */
    const counted = ({ start_day, end_day, ended_day, billed }: ScheduledLine, day: number): number | undefined => {
      const invoiced = billed[0]!.day;
      let [total, earned, waiting] = [0, 0, 0];
      for (let today = Math.min(start_day, invoiced); today < day; today++) {
        const last = Math.max(start_day, (end_day ?? 0) - 1);
        const isOver = today >= last || (ended_day !== null && today >= ended_day);
        const share = isOver ? 1 : today < start_day ? 0 : 1 / (last - today + 1);
        const ofDay = (total - earned) * share;
        for (const each of billed) if (each.day === today) total += each.net_in_cents;
        if (today < invoiced) waiting += (1 - waiting) * share;
        else {
          earned += total * waiting;
          waiting = 0;
          const isCredited = today > invoiced && billed.some((each) => each.day === today);
          if (isCredited && ofDay > 0 && Math.abs(total - earned - ofDay) < billed.length) return undefined;
          const isUsedUp = isCredited && total - earned < ofDay;
          earned = earned > total || isUsedUp ? total : earned + (total - earned) * share;
        }
      }
      return earned;
    };
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 700 }), (one, day) => {
        const evenly = { ...one, method: 'evenly' as const };
        const amount = counted(evenly, day);
        fc.pre(amount !== undefined);
        const difference = Math.abs((amount ?? 0) - earnedBefore(evenly, day));
        expect(difference).toBeLessThan(one.billed.length + 0.01);
      }),
      { numRuns: 3000 },
    );
  });

  test('in the end everything is earned, unless it never is', () => {
    fc.assert(
      fc.property(lines, (one) => {
        expect(earnedBefore(one, 10_000)).toBe(one.method === 'never' ? 0 : billedBefore(one, 10_000));
      }),
    );
  });

  test('nothing is deferred after the day on which the service or the subscription ends', () => {
    fc.assert(
      fc.property(lines, (one) => {
        const { method, start_day, end_day, ended_day, billed } = one;
        fc.pre(method !== 'never');
        const last = Math.max(start_day, (end_day ?? 0) - 1);
        const over = Math.max(Math.min(last, ended_day ?? last), billed[0]!.day) + 1;
        for (let day = over; day < over + 250; day += 5) {
          expect(earnedBefore(one, day)).toBe(billedBefore(one, day));
        }
      }),
    );
  });
});
