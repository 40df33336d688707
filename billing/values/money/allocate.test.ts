import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, spread, sumOf } from './allocate.ts';
import { rounded } from './fraction.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const weight = ({ weight }: { weight: number }) => weight;

describe('largest remainder', () => {
  test.each([
    [1000, [1, 1, 1], [334, 333, 333]],
    [1000, [6000, 2500], [706, 294]],
    [2, [1, 1, 1], [1, 1, 0]],
    [0, [0, 0], [0, 0]],
    [5, [0, 1], [0, 5]],
  ])('%d over %j', (amount, weights, parts) => {
    const named = weights.map((weight, place) => ({ name: String(place), weight }));
    expect(allocate(amount, named, weight, byName)).toEqual(parts);
  });

  test('equal claims go by the comparison, not by the order given', () => {
    const parts = ['c', 'a', 'b'].map((name) => ({ name, weight: 1 }));
    expect(allocate(1000, parts, weight, byName)).toEqual([333, 334, 333]);
  });

  test('there must be something to spread over', () => {
    expect(() => allocate(1, [{ name: 'a', weight: 0 }], weight, byName)).toThrow(RangeError);
  });
});

const parts = fc
  .uniqueArray(fc.record({ name: fc.string({ minLength: 1, maxLength: 3 }), weight: fc.nat(10_000_000) }), {
    selector: ({ name }) => name,
    minLength: 1,
    maxLength: 20,
  })
  .filter((all) => all.some(({ weight }) => weight > 0));

test('nothing is lost, and no part is a cent away from its share', () => {
  fc.assert(
    fc.property(parts, fc.nat(1_000_000_000), (all, amount) => {
      const spread = allocate(amount, all, weight, byName);
      expect(sum(spread)).toBe(amount);
      const total = BigInt(sum(all.map(weight)));
      spread.forEach((part, place) => {
        const off = BigInt(part) * total - BigInt(amount) * BigInt(all[place]!.weight);
        expect(off > -total && off < total).toBe(true);
      });
    }),
  );
});

test('each part gets the same wherever it stands', () => {
  const shuffled = parts.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, fc.nat(1_000_000), ([all, other], amount) => {
      const named = (each: typeof all) => {
        const spread = allocate(amount, each, weight, byName);
        return Object.fromEntries(each.map(({ name }, place) => [`=${name}`, spread[place]]));
      };
      expect(named(other)).toEqual(named(all));
    }),
  );
});

test('a sum that is rounded once is spread whole', () => {
  const shares = fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { maxLength: 30 });
  fc.assert(
    fc.property(shares, fc.bigInt({ min: 100n, max: 10n ** 6n }), (numerators, denominator) => {
      const amount = rounded({ numerator: sumOf(numerators), denominator });
      const parts = spread(amount, numerators, denominator);
      const twice = 2n * numerators.reduce((total, each) => total + each, 0n);
      const moved = 2n * BigInt(sum(parts)) * denominator - twice;
      expect(moved > -denominator && moved <= denominator).toBe(true);
      parts.forEach((part, place) => {
        const off = BigInt(part) * denominator - numerators[place]!;
        expect(off > -denominator && off < denominator).toBe(true);
      });
    }),
  );
});
