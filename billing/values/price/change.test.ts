import { describe, expect, test } from 'vitest';
import { fraction, shareOf } from '../money/fraction.ts';
import { shareLeft } from '../periods/period.ts';
import { readTime } from '../time.ts';
import { type TaxRate, USUAL_ORDER } from './cart.ts';
import { type ChangeableCharge, creditCharges, differenceOf } from './change.ts';
import { priceCart } from './price-cart.ts';

const flat = (unit: number, quantity = 1) => ({ price: { model: 'flat', unit } as const, quantity });

const charge = (whole: number, more: Partial<ChangeableCharge> = {}): ChangeableCharge => ({
  inclusive: false,
  gross: whole,
  discount: 0,
  tax: 0,
  credited: { gross: 0, discount: 0, tax: 0 },
  share: fraction(0),
  whole,
  open: whole,
  covered: fraction(1),
  ...more,
});

const at = (text: string) => readTime(text)!;

describe('worked examples', () => {
  test('C: a dearer plan, a coupon, tax', () => {
    const left = fraction(10, 30);
    const { credit, charge: more } = differenceOf(flat(100_00), flat(160_00), true);
    const [back] = creditCharges([charge(100_00, { discount: 10_00, tax: 7_88 })], credit, left);
    expect(back).toMatchObject({ gross: 3333, discount: 333, net: 3000, tax: 263, total: 3263 });

    const rates: TaxRate[] = [{ type: 'usst', region: 'CA', rate: '0.0875' }];
    const invoice = priceCart({
      currency: 'USD',
      lines: [{ kind: 'plan', code: 'gold', position: 0, gross: shareOf(more, left), plan: 'gold', rates }],
      discounts: [{ id: 'ten', off: { percent: 10 }, scope: { plans: 'all', items: [], charges: false } }],
      order: USUAL_ORDER,
    });
    expect(invoice).toMatchObject({ gross: 5333, discount: 533, subtotal: 4800, tax: 420, total: 5220 });
    expect(invoice.total - back!.total).toBe(1957);
  });

  test('D: seconds', () => {
    const july = { startedAt: at('2023-07-01'), endsAt: at('2023-08-01') };
    const left = shareLeft(july, at('2023-07-18T09:30:00'), { unit: 'months', length: 1 });
    const { credit, charge: more } = differenceOf(flat(30_00), flat(50_00), true);
    const [back] = creditCharges([charge(30_00)], credit, left);
    expect(back!.total).toBe(1317);
    expect(shareOf(more, left)).toBe(2194);
  });

  test('E: fewer of it, with a discount', () => {
    const { credit } = differenceOf(flat(1_00, 10), flat(1_00, 7));
    const [back] = creditCharges([charge(10_00, { discount: 2_00 })], credit, fraction(1));
    expect(back).toMatchObject({ gross: 300, discount: 60, net: 240 });
  });

  test('a first period that ends on 1 April', () => {
    const first = { startedAt: at('2024-03-10'), endsAt: at('2024-04-01') };
    expect(shareOf(30_00, shareLeft(first, first.startedAt, { unit: 'months', length: 1 }))).toBe(2129);
  });
});

describe('what a change bills', () => {
  const tiers = [
    { ending: 20, unit: 10_00 },
    { ending: 999_999_999, unit: 9_00 },
  ];
  const volume = (quantity: number) => ({ price: { model: 'volume', tiers } as const, quantity });

  test.each([
    ['quantity up', flat(1_00, 3), flat(1_00, 5), { credit: 0, charge: 200 }],
    ['quantity down', flat(1_00, 5), flat(1_00, 3), { credit: 200, charge: 0 }],
    ['price up', flat(1_00, 5), flat(1_50, 5), { credit: 0, charge: 250 }],
    ['price down', flat(1_50, 5), flat(1_00, 5), { credit: 250, charge: 0 }],
    ['price and quantity', flat(1_00, 5), flat(2_00, 6), { credit: 500, charge: 1200 }],
    ['added', undefined, flat(1_00, 2), { credit: 0, charge: 200 }],
    ['removed', flat(1_00, 2), undefined, { credit: 200, charge: 0 }],
    ['nothing', flat(1_00, 2), flat(1_00, 2), { credit: 0, charge: 0 }],
    ['one more that makes all of them cheaper', volume(20), volume(21), { credit: 1100, charge: 0 }],
  ])('%s', (_, before, after, difference) => {
    expect(differenceOf(before, after)).toEqual(difference);
  });

  test('with another plan, equal add-ons too', () => {
    expect(differenceOf(flat(1_00, 2), flat(1_00, 2), true)).toEqual({ credit: 200, charge: 200 });
  });
});

describe('which charges are credited', () => {
  test('the newest first, each for the share of it that is left', () => {
    // Five more were bought when half of the interval was left; now a quarter is.
    const later = charge(5_00, { gross: 2_50, covered: fraction(1, 2) });
    const credits = creditCharges([later, charge(10_00)], 8_00, fraction(1, 4));
    expect(credits.map(({ gross }) => gross)).toEqual([125, 75]);
    expect(credits[0]!.share).toEqual(fraction(1, 2));
  });

  test('what an earlier change took is not taken again', () => {
    const rest = charge(10_00, { open: 4_00, share: fraction(6, 10), credited: { gross: 600, discount: 0, tax: 0 } });
    expect(creditCharges([rest], 5_00, fraction(1))[0]).toMatchObject({ gross: 400, share: fraction(1) });
  });

  test('after a postponement no charge is credited more than its amount', () => {
    expect(creditCharges([charge(10_00)], 10_00, fraction(62, 31))[0]!.gross).toBe(1000);
  });
});
