import { expect, test } from 'vitest';
import { noticedAt } from './missed.ts';

const NOON = Date.parse('2027-03-01T12:00:00Z') / 1000;
const DAY = 86_400;

test.each([
  ['production', NOON - DAY, NOON - DAY],
  ['production', NOON - DAY - 1, NOON],
  ['sandbox', NOON - 40 * DAY, NOON - 40 * DAY],
] as const)('on a %s site, what was due at %d counts from %d', (mode, at, expected) => {
  expect(noticedAt({ mode, clock_offset: 0 }, { now: () => NOON * 1000 }, at)).toBe(expected);
});
