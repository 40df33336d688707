import { allCurrencies } from '../../resources/currencies.ts';
import { minorDigits } from '../../values/money/currency.ts';

/** A comparison with an amount in whole units of any currency, kept as thousandths of a unit. */
export interface AmountComparison {
  readonly is: ':' | '>' | '<' | '>=' | '<=';
  readonly thousandths: number;
}

/** Amounts in the smallest unit of some currencies, both ends included. */
export interface AmountRange {
  /** All currencies whose units have the same number of decimals. */
  readonly currencies: readonly string[];
  readonly least: number;
  readonly most: number;
}

const AMOUNT = /^amount(:|=|>=|<=|>|<)(\d{1,10})(?:[.,](\d{1,3}))?$/i;
/** All currencies by the number of decimals that their units have. */
const BY_DIGITS = Map.groupBy(allCurrencies(), minorDigits);

/** More than any amount. */
const NO_LIMIT = 1e15;

const BARE = /^[$€£¥]?(\d{1,3}(?:,\d{3})+|\d{1,10})\.(\d{2,3})$/;

/** Reads an amount alone, such as `19.99` or `$1,250.00`: the whole amount. Undefined for anything else. */
export const readBareAmount = (text: string): AmountComparison | undefined => {
  const [, units, decimals = ''] = BARE.exec(text) ?? [];
  return units === undefined ? undefined : readAmountFilter(`amount:${units.replaceAll(',', '')}.${decimals}`);
};

/** Reads `amount>100`, `amount<=5` or `amount:19.99`. Undefined for anything else. */
export const readAmountFilter = (text: string): AmountComparison | undefined => {
  const [, is, units, decimals = ''] = AMOUNT.exec(text) ?? [];
  if (units === undefined) return undefined;
  const thousandths = Number(units) * 1000 + Number(decimals.padEnd(3, '0'));
  return { is: (is === '=' ? ':' : is) as AmountComparison['is'], thousandths };
};

/**
 * Returns the amounts that meet all comparisons, for each number of decimals that the currencies have: 19.99 are 1999
 * in dollars, 19990 in Kuwaiti dinars and no amount in yen. Amounts below zero meet none.
 */
export const amountRanges = (
  comparisons: readonly AmountComparison[],
  currencies: readonly string[],
): readonly AmountRange[] =>
  [...new Set(currencies.map(minorDigits))].sort().map((digits) => {
    let [least, most] = [0, NO_LIMIT];
    for (const { is, thousandths } of comparisons) {
      const amount = thousandths / 10 ** (3 - digits);
      if (is === ':' || is === '>=') least = Math.max(least, Math.ceil(amount));
      if (is === '>') least = Math.max(least, Math.floor(amount) + 1);
      if (is === ':' || is === '<=') most = Math.min(most, Math.floor(amount));
      if (is === '<') most = Math.min(most, Math.ceil(amount) - 1);
    }
    return { currencies: BY_DIGITS.get(digits) ?? [], least, most };
  });
