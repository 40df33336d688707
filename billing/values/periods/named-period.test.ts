import { expect, test } from 'vitest';
import { daysOfNamedPeriod, nameOfPeriod, quarterOfDay } from './named-period.ts';

test.each([
  ['2026-Q1', '2026-01-01', '2026-03-31'],
  ['2026-Q4', '2026-10-01', '2026-12-31'],
  ['2028-02', '2028-02-01', '2028-02-29'],
  ['2026-12', '2026-12-01', '2026-12-31'],
  ['2026', '2026-01-01', '2026-12-31'],
])('%s is from %s to %s, and has its name', (name, from, to) => {
  expect(daysOfNamedPeriod(name)).toEqual({ from, to });
  expect(nameOfPeriod({ from, to })).toBe(name);
});

test.each(['', '2026-Q5', '2026-Q0', '2026-13', '26-Q1', '2026-q1', '2026-1', 'Q1-2026'])('%j is none', (name) => {
  expect(daysOfNamedPeriod(name)).toBeUndefined();
});

test('other periods have no name, and every day has a quarter', () => {
  expect(nameOfPeriod({ from: '2026-01-01', to: '2026-02-28' })).toBeUndefined();
  expect(['2026-03-31', '2026-04-01', '2026-12-31'].map(quarterOfDay)).toEqual(['2026-Q1', '2026-Q2', '2026-Q4']);
});
