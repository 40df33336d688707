import { describe, expect, test } from 'vitest';
import { countedUnits, shownUnits } from './counted-units.ts';
import { blankLine } from './line.ts';

const line = blankLine({ uuid: () => 'line', at: 0, account_id: 'ada', currency: 'USD' });

describe('a line', () => {
  test('of whole units keeps their price', () => {
    expect(countedUnits(333, '3')).toEqual({ quantity: 3, quantity_decimal: '3', unit_amount_in_cents: 333 });
  });

  test('of a fraction is one unit of its amount', () => {
    // 2.5 x 3.33 = 8.325, so 8.33
    expect(countedUnits(333, '2.5')).toEqual({ quantity: 1, quantity_decimal: '2.5', unit_amount_in_cents: 833 });
    expect(countedUnits(-333, '2.5').unit_amount_in_cents).toBe(-833);
  });

  test('shows a whole quantity as a decimal too', () => {
    expect(shownUnits({ ...line, quantity: 3, quantity_remaining: 2 })).toEqual({
      quantity_decimal: '3',
      quantity_decimal_remaining: '2',
    });
  });

  test('shows a fraction with the rounded quantity and the price of a unit', () => {
    const fraction = { ...line, ...countedUnits(333, '2.5'), price_of_unit_in_cents: 333 };
    const shown = { quantity: 3, unit_amount_in_cents: 333, quantity_decimal: '2.5' };
    expect(shownUnits(fraction)).toEqual({ ...shown, quantity_remaining: 3, quantity_decimal_remaining: '2.5' });
    expect(shownUnits({ ...fraction, quantity_decimal_remaining: '1.25' })).toMatchObject({
      quantity_remaining: 1,
      quantity_decimal_remaining: '1.25',
    });
    expect(shownUnits({ ...fraction, quantity_remaining: 0 })).toMatchObject({
      quantity_remaining: 0,
      quantity_decimal_remaining: '0',
    });
  });
});
