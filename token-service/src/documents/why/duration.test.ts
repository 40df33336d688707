import { expect, it } from 'vitest';
import { durationIn } from './duration.ts';

const [DAY, HOUR, MINUTE] = [86_400, 3600, 60];

it.each([
  [14 * DAY + 12 * HOUR, '14 days 12 hours'],
  [14 * DAY + 12 * HOUR + 20 * MINUTE, '14 days 12 hours'],
  [30 * DAY - 1, '30 days'],
  [DAY - 1, '1 day'],
  [2 * HOUR + 30 * MINUTE + 30, '2 hours 31 minutes'],
  [90, '1 minute 30 seconds'],
  [1, '1 second'],
])('%d seconds are %s', (seconds, text) => expect(durationIn('en-US', seconds)).toBe(text));

it.each([
  [2, '30 days'],
  [3, '29 days 23 hours 40 minutes'],
  [4, '29 days 23 hours 39 minutes 59 seconds'],
])('a duration of %d units is %s', (units, text) =>
  expect(durationIn('en-US', 30 * DAY - 20 * MINUTE - 1, units)).toBe(text),
);

it('has the digits of invoices in a country that prefers others', () => {
  expect(durationIn('ar-EG', 14 * DAY + 12 * HOUR)).toBe('14 يومًا 12 ساعة');
});
