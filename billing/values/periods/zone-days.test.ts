import { expect, test } from 'vitest';
import { lastDays } from './zone-days.ts';

const at = (text: string) => Date.parse(text) / 1000;

test('days begin at midnight of the zone, and end where the next one begins', () => {
  expect(lastDays(at('2026-11-26T23:30:00Z'), 'Europe/Vienna', 2)).toEqual([
    { day: '2026-11-26', from: at('2026-11-25T23:00:00Z'), to: at('2026-11-26T23:00:00Z') },
    { day: '2026-11-27', from: at('2026-11-26T23:00:00Z'), to: at('2026-11-27T23:00:00Z') },
  ]);
});

test('the day on which clocks are set back has 25 hours', () => {
  const [day] = lastDays(at('2026-10-25T12:00:00Z'), 'Europe/Vienna', 1);
  expect(day).toEqual({ day: '2026-10-25', from: at('2026-10-24T22:00:00Z'), to: at('2026-10-25T23:00:00Z') });
});
