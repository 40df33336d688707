import { decimalFraction, fraction, rounded, times } from '../../values/money/fraction.ts';
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
  const exact = line.quantity_decimal ?? String(line.quantity);
  const left =
    line.quantity_decimal_remaining ??
    (line.quantity_remaining === line.quantity ? exact : String(line.quantity_remaining));
  const price = priceOfUnit(line);
  const counted = { quantity_decimal: exact, quantity_decimal_remaining: left };
  return price === undefined || !isFraction(exact)
    ? counted
    : { ...counted, quantity: wholeOf(exact), quantity_remaining: wholeOf(left), unit_amount_in_cents: price };
};

const priceOfUnit = ({ type, price_of_unit_in_cents, computation }: Counted): number | undefined => {
  if (price_of_unit_in_cents !== null) return price_of_unit_in_cents;
  const unit = computation?.usage?.unit ?? undefined;
  return unit === undefined || type === 'charge' ? unit : 0 - unit;
};

/** Whether a decimal text without trailing zeros is no whole number. */
export const isFraction = (text: string): boolean => text.includes('.');

const wholeOf = (text: string): number => rounded(decimalFraction(text));
