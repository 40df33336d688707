import { expect, test } from 'vitest';
import { readTime } from '../time.ts';
import { cardMonth } from './card-month.ts';

test.each([
  ['2026-03-01T11:59:59Z', 2026, 2],
  ['2026-03-01T12:00:00Z', 2026, 3],
  ['2027-01-01T00:00:00Z', 2026, 12],
])('at %s it is month %i-%i for a card', (time, year, month) => {
  expect(cardMonth(readTime(time) ?? 0)).toEqual({ year, month });
});
