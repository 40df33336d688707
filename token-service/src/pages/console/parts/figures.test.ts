import { expect, it } from 'vitest';
import { aSite } from '../../../adapters/storage/testing/samples.ts';
import type { Markup } from '../../../documents/html.ts';
import { momentOf, moneysOf } from './figures.ts';

const textOf = (content: Markup | string): string =>
  (typeof content === 'string' ? content : content.text).replaceAll(/<[^>]*>/g, '');

it('leaves out amounts of nothing beside others, and shows one where there is no other', () => {
  const written = (amounts: Readonly<Record<string, number>>) => textOf(moneysOf(amounts));
  expect(written({ USD: 0, EUR: 9039, GBP: 12_000 })).toBe('£120.00, €90.39');
  expect(written({ USD: 0, EUR: 0 })).toBe('$0.00');
  expect(written({})).toBe('–');
});

it.each([
  [20, 'in 20 seconds'],
  [3590, 'in 1 hour'],
  [-5400, '1 hour ago'],
  [86_000, 'tomorrow'],
  // From three in the afternoon to one in the afternoon, two and to midnight, three days later.
  [2 * 86_400 - 7200, 'in 2 days'],
  [2 * 86_400 + 9 * 3600, 'in 3 days'],
  [-86_400 * 29, '29 days ago'],
  [86_400 * 31, '1 Apr 2027'],
])('writes a moment %i seconds away as %s', (seconds, expected) => {
  const from = Date.parse('2027-03-01T15:00:00Z') / 1000;
  const site = { ...aSite(1), time_zone: 'UTC' };
  expect(textOf(momentOf({ site, now: from * 1000 }, from + seconds))).toBe(expected);
});
