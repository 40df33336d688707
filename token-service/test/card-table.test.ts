import { ISSUERS, slugOf } from '@service/billing/values/card/issuer.ts';
import creditCardType from 'credit-card-type';
import { expect, test } from 'vitest';

const SLUGS: Readonly<Record<string, string>> = {
  mastercard: 'master',
  'american-express': 'american_express',
  'diners-club': 'diners_club',
  unionpay: 'union_pay',
  naranja: 'tarjeta_naranja',
};

/**
 * Intended differences of the table: our brand, that of the library, and the prefixes in which they may differ. Troy,
 * Mir, Verve and Hiper have no name in the browser library; the others are ranges that the table does not list.
 */
const DIFFERENCES: readonly (readonly [ours: string, library: string, prefixes: RegExp])[] = [
  ['discover', 'troy', /^65/],
  ['elo', 'troy', /^650923/],
  ['unknown', 'troy', /^9792/],
  ['unknown', 'mir', /^220[0-4]/],
  ['maestro', 'verve', /^50(6|7[89])/],
  ['maestro', 'hiper', /^637/],
  ['unknown', 'jcb', /^(1800|2131)/],
  ['hipercard', 'diners_club', /^3841/],
  ['unknown', 'diners_club', /^39/],
  ['visa', 'tarjeta_naranja', /^402918/],
  ['master', 'tarjeta_naranja', /^527572/],
  ['visa', 'maestro', /^493698/],
  ['unknown', 'maestro', /^59/],
  ['union_pay', 'maestro', /^62/],
];

/** The first and last six digits of a range, and those just outside of it. */
const edges = (low: string, high: string): number[] => {
  const [first, last] = [Number(low.padEnd(6, '0').slice(0, 6)), Number(high.padEnd(6, '9').slice(0, 6))];
  return [first - 1, first, Math.floor((first + last) / 2), last, last + 1];
};

const ourEdges = ISSUERS.flatMap(({ prefixes }) =>
  prefixes.split(' ').flatMap((range) => {
    const [low = '', end = ''] = range.split('-');
    return edges(low, low.slice(0, low.length - end.length) + end);
  }),
);
const libraryEdges = Object.values(creditCardType.types).flatMap((type) =>
  creditCardType.getTypeInfo(type).patterns.flatMap((pattern) => {
    const [low, high] = Array.isArray(pattern) ? pattern : [pattern, pattern];
    return edges(String(low), String(high));
  }),
);
const prefixes = [...new Set([...ourEdges, ...libraryEdges])].map(String).filter((prefix) => /^\d{6}$/.test(prefix));

const LENGTHS = [16, 15, 14, 19, 13, 12];
const ours = (prefix: string): string =>
  LENGTHS.map((length) => slugOf(prefix.padEnd(length, '0'))).find((slug) => slug !== 'unknown') ?? 'unknown';
const library = (prefix: string): string => {
  const type = creditCardType(prefix)[0]?.type ?? 'unknown';
  return SLUGS[type] ?? type;
};
const isListed = (prefix: string): boolean =>
  DIFFERENCES.some(([a, b, where]) => a === ours(prefix) && b === library(prefix) && where.test(prefix));

test('brands are those of credit-card-type at the edges of every range, but for the listed differences', () => {
  expect(prefixes.length).toBeGreaterThan(400);
  const differing = prefixes.filter((prefix) => ours(prefix) !== library(prefix));
  const unlisted = differing.filter((prefix) => !isListed(prefix));
  expect(unlisted.map((prefix) => [prefix, ours(prefix), library(prefix)])).toEqual([]);
});

test.each(DIFFERENCES)('a listed difference still exists: %s where the library finds %s', (mine, theirs, where) => {
  const found = prefixes.filter((each) => where.test(each) && ours(each) === mine && library(each) === theirs);
  expect(found).not.toEqual([]);
});
