import { expect, test } from 'vitest';
import { isoTime } from '../../values/time.ts';
import { lastDayOf, monthAfter, monthBounds, monthOfMoment } from './period.ts';

const boundsOf = (month: string, zone: string) => {
  const bounds = monthBounds(month, zone);
  return bounds && [isoTime(bounds.begins_at), isoTime(bounds.ends_at)];
};

test('a month begins and ends at midnight of the time zone, also where the clocks change in it', () => {
  expect(boundsOf('2026-10', 'UTC')).toEqual(['2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z']);
  expect(boundsOf('2026-10', 'Europe/Vienna')).toEqual(['2026-09-30T22:00:00Z', '2026-10-31T23:00:00Z']);
  expect(boundsOf('2026-12', 'Pacific/Auckland')).toEqual(['2026-11-30T11:00:00Z', '2026-12-31T11:00:00Z']);
});

test('what is no month has no bounds', () => {
  for (const text of ['', '2026', '2026-13', '2026-00', '2026-1', 'October', '2026-10-01']) {
    expect(monthBounds(text, 'UTC'), text).toBeUndefined();
  }
});

test('months follow one another over the year, and end on their last day', () => {
  expect([monthAfter('2026-12'), monthAfter('2026-01', -1), monthAfter('2026-01', 14)]).toEqual([
    '2027-01',
    '2025-12',
    '2027-03',
  ]);
  expect(['2027-02', '2028-02', '2026-12'].map(lastDayOf)).toEqual(['2027-02-28', '2028-02-29', '2026-12-31']);
  expect(monthOfMoment(Date.parse('2026-10-31T23:30:00Z') / 1000, 'Europe/Vienna')).toBe('2026-11');
});
