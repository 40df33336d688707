import { ceiling, decimalFraction, type Fraction, fraction, rounded, times } from '../../values/money/fraction.ts';
import { plainDecimal } from '../../values/money/plain-decimal.ts';
import type { AdjustmentRecord } from './record.ts';

/**
 * Returns quantity and unit price as a line stores them, from a price in cents and a quantity above 0 as decimal text.
 * Whole units keep their price; a fraction is one unit of its amount, which is rounded once, so that every line costs
 * `quantity` times `unit_amount_in_cents`.
 */
export const countedUnits = (
  price: number,
  quantity_decimal: string,
): Pick<AdjustmentRecord, 'quantity' | 'unit_amount_in_cents'> & { readonly quantity_decimal: string } =>
  !isFraction(quantity_decimal)
    ? { quantity: Number(quantity_decimal), quantity_decimal, unit_amount_in_cents: price }
    : {
        quantity: 1,
        quantity_decimal,
        unit_amount_in_cents: rounded(times(decimalFraction(quantity_decimal), fraction(price))),
      };

type Priced = Pick<AdjustmentRecord, 'type' | 'price_of_unit_in_cents'> &
  Partial<Pick<AdjustmentRecord, 'computation'>>;

type Counted = Pick<
  AdjustmentRecord,
  | 'type'
  | 'quantity'
  | 'quantity_remaining'
  | 'quantity_decimal'
  | 'quantity_decimal_remaining'
  | 'unit_amount_in_cents'
  | 'price_of_unit_in_cents'
  | 'computation'
>;

/**
 * Returns the quantities and the unit price of a line as they were counted: of a fraction its exact quantity, that
 * quantity rounded, and the price of one unit. Lines of earlier releases without a price of their own keep the stored
 * ones.
 */
export const shownUnits = (line: Counted) => {
  const exact = exactQuantity(line);
  const left = plainDecimal(countedOf(line, unitsLeft(line)));
  const counted = {
    quantity_decimal: exact,
    quantity_decimal_remaining: left,
    ...(isFraction(left) ? { quantity_remaining: wholeOf(left) } : {}),
  };
  const price = priceOfUnit(line);
  return price === undefined || !isFraction(exact)
    ? counted
    : { ...counted, quantity: wholeOf(exact), quantity_remaining: wholeOf(left), unit_amount_in_cents: price };
};

/**
 * Returns the quantity of a line as decimal text, and the price of one unit: of a fraction its exact quantity, unless
 * the price of a unit is not known.
 */
export const exactUnits = (
  line: Quantities & Priced & Pick<AdjustmentRecord, 'unit_amount_in_cents'>,
): { readonly quantity: string; readonly unit_amount_in_cents: number } => {
  const exact = exactQuantity(line);
  const price = priceOfUnit(line);
  return price === undefined || !isFraction(exact)
    ? { quantity: String(line.quantity), unit_amount_in_cents: line.unit_amount_in_cents }
    : { quantity: exact, unit_amount_in_cents: price };
};

type Quantities = Pick<AdjustmentRecord, 'quantity' | 'quantity_decimal'>;

const exactQuantity = ({ quantity, quantity_decimal }: Quantities): string => quantity_decimal ?? String(quantity);

/** Returns the quantity that stored units of a line were counted as: of a fraction, one unit is all of it. */
export const countedOf = (line: Quantities, units: Fraction): Fraction => times(units, countedInUnit(line));

/** Returns the stored units of a line that a counted quantity is. */
export const unitsOf = (line: Quantities, counted: Fraction): Fraction => {
  const { numerator, denominator } = countedInUnit(line);
  return times(counted, { numerator: denominator, denominator: numerator });
};

/** Returns the quantity that one stored unit of a line was counted as. An unused line has no units. */
const countedInUnit = (line: Quantities): Fraction =>
  line.quantity === 0 ? fraction(1) : times(decimalFraction(exactQuantity(line)), fraction(1, line.quantity));

type Remaining = Pick<AdjustmentRecord, 'quantity_remaining' | 'quantity_decimal_remaining'>;

/** Returns the stored units of a line that no refund took: a fraction after a refund of a part of one. */
export const unitsLeft = (line: Quantities & Remaining): Fraction =>
  line.quantity_decimal_remaining === null
    ? fraction(line.quantity_remaining)
    : unitsOf(line, decimalFraction(line.quantity_decimal_remaining));

/** Returns what a line stores of the units that are left: a part of one counts as one, and is kept beside it. */
export const remainingUnits = (line: Quantities, left: Fraction): Remaining => ({
  quantity_remaining: ceiling(left),
  quantity_decimal_remaining: left.denominator === 1n ? null : plainDecimal(countedOf(line, left)),
});

/** Returns the price of one counted unit; undefined where it is not known. */
export const priceOfUnit = ({ type, price_of_unit_in_cents, computation }: Priced): number | undefined => {
  if (price_of_unit_in_cents !== null) return price_of_unit_in_cents;
  const unit = computation?.usage?.unit ?? undefined;
  return unit === undefined || type === 'charge' ? unit : 0 - unit;
};

/** Whether a decimal text without trailing zeros is no whole number. */
export const isFraction = (text: string): boolean => text.includes('.');

const wholeOf = (text: string): number => rounded(decimalFraction(text));
