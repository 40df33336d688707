/** The common parts of random carts and random selections. */
import fc from 'fast-check';
import type { TaxRate } from '../cart.ts';

/** The seed of all random values here; a failing test names the values that failed. */
export const SEED = 20_190_401;

/** Decimals by ISO 4217. For some of these, lists made for display have fewer. */
export const MINOR_UNITS: Readonly<Record<string, number>> = {
  USD: 2,
  EUR: 2,
  RSD: 2,
  LBP: 2,
  JPY: 0,
  KRW: 0,
  CLP: 0,
  KWD: 3,
  TND: 3,
  IQD: 3,
};

export const currency = fc.constantFrom(...Object.keys(MINOR_UNITS));

/** Round amounts and small ones make for ties and halves. */
export const cents = (most: number) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }).map((number) => number * 25) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
  );

export const percent = fc.oneof(fc.constantFrom(10, 15, 50, 100), fc.integer({ min: 1, max: 100 }));

const rate: fc.Arbitrary<TaxRate> = fc.record({
  type: fc.constantFrom('usst', 'vat', 'ca'),
  region: fc.constantFrom('CA', 'NY', 'DE', 'GST'),
  rate: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('0.0875', '0.05', '0.09975', '0.19', '0.27', '0.005', '0', '1') },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 1, max: 99_999 }).map((number) => `0.${String(number).padStart(5, '0')}`),
    },
  ),
});

/** The rates of one address: none to three. */
export const rates = fc.uniqueArray(rate, {
  maxLength: 3,
  selector: ({ type, region, rate }) => `${type} ${region} ${rate}`,
});

/** A feature of generated values, and the least share that must have it. */
export type Features<Value> = Readonly<Record<string, readonly [least: number, has: (value: Value) => boolean]>>;

/** Names the features that fewer of the values have than must, with their share. */
export const missedShares = <Value>(values: readonly Value[], features: Features<Value>): string[] =>
  Object.entries(features).flatMap(([name, [least, has]]) => {
    const share = values.filter(has).length / values.length;
    return share < least ? [`${name}: ${share}, not ${least}`] : [];
  });

/** Freezes a value deeply. */
export const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
};
