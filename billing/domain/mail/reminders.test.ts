import { expect, it } from 'vitest';
import { cardNoticeAt, endOfCard, monthAnnouncedBy } from './reminders.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

it('a card is valid to the end of its month, and announced 30 days before that', () => {
  expect(endOfCard(2026, 12)).toBe(at('2027-01-01T00:00:00Z'));
  expect(cardNoticeAt(2026, 12)).toBe(at('2026-12-02T00:00:00Z'));
});

it.each([
  ['2026-12-01T23:59:59Z', 2026, 11],
  ['2026-12-02T00:00:00Z', 2026, 12],
  ['2027-01-02T00:00:00Z', 2027, 1],
])('by %s, cards up to %d-%d are announced', (moment, year, month) => {
  expect(monthAnnouncedBy(at(moment))).toBe(year * 12 + month);
});

it('every card is announced by the end of time', () => {
  expect(monthAnnouncedBy(253_402_300_799)).toBe(9999 * 12 + 12);
});
