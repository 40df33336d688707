import { expect, test } from 'vitest';
import { serviceDays } from './service-days.ts';

const at = (text: string) => Date.parse(text) / 1000;
const vienna = { time_zone: 'Europe/Vienna' };

test('two periods in a row that turn over at noon share no day of service', () => {
  const [first, second] = [
    { start_date: at('2026-11-27T11:00:00Z'), end_date: at('2026-12-27T11:00:00Z') },
    { start_date: at('2026-12-27T11:00:00Z'), end_date: at('2027-01-27T11:00:00Z') },
  ].map((line) => serviceDays(line, vienna));
  expect(first).toEqual({ service_from: '2026-11-27', service_to: '2026-12-26' });
  expect(second).toEqual({ service_from: '2026-12-27', service_to: '2027-01-26' });
});

test('days are those of the time zone, a period within a day has that day, and a moment has no last one', () => {
  const start_date = at('2026-11-30T23:30:00Z');
  expect(serviceDays({ start_date, end_date: at('2026-12-31T23:30:00Z') }, vienna)).toEqual({
    service_from: '2026-12-01',
    service_to: '2026-12-31',
  });
  expect(serviceDays({ start_date, end_date: at('2026-12-01T05:00:00Z') }, vienna).service_to).toBe('2026-12-01');
  expect(serviceDays({ start_date, end_date: null }, vienna).service_to).toBeNull();
});
