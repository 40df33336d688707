import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, fraction } from '../money/fraction.ts';
import {
  type Credit,
  type CreditableLine,
  creditAmount,
  creditableTotal,
  creditNet,
  creditShare,
  netLeft,
  uncredited,
} from './credit.ts';
import { refundAmount, refundQuantity, refundRest } from './refund.ts';

const line = (gross: number, discount = 0, tax = 0, inclusive = false): CreditableLine => ({
  inclusive,
  gross,
  discount,
  tax,
  credited: { gross: 0, discount: 0, tax: 0 },
  share: fraction(0),
});

const after = (before: CreditableLine, { gross, discount, tax, share }: Credit): CreditableLine => ({
  ...before,
  share,
  credited: {
    gross: before.credited.gross + gross,
    discount: before.credited.discount + discount,
    tax: before.credited.tax + tax,
  },
});

/** 100.00 less 10 %, with 8.75 % of tax: 97.88. */
const C = line(100_00, 10_00, 7_88);

describe('worked examples', () => {
  test('C: a third of a month is left', () => {
    expect(creditShare(C, fraction(1, 3))).toMatchObject({
      gross: 3333,
      discount: 333,
      net: 3000,
      tax: 263,
      total: 3263,
    });
  });

  test('terminating C credits all of it, or the rest of its month', () => {
    expect(refundRest(C).total).toBe(9788);
    expect(refundQuantity(C, 1, 1, fraction(10, 30)).total).toBe(3263);
  });

  test('E: three of ten, with a discount', () => {
    expect(creditShare(line(10_00, 2_00), fraction(3, 10))).toMatchObject({
      gross: 300,
      discount: 60,
      net: 240,
      total: 240,
    });
  });

  test('an amount of C, tax included', () => {
    // Backwards from the rate it would be 45.98 and 4.02. Of the stored 90.00 and 7.88 it is 45.975 and 4.025; the tax
    // rounds up, the net is the rest.
    expect(refundAmount([C], 50_00, () => 0)).toMatchObject([{ net: 4597, tax: 403, total: 5000 }]);
  });

  test('the rest of C after that amount', () => {
    const rest = after(C, creditAmount(C, 50_00));
    expect(creditAmount(rest, 47_88)).toMatchObject({
      gross: 4892,
      discount: 489,
      net: 4403,
      tax: 385,
      share: fraction(1),
    });
  });

  test('10.00 over lines of 60.00 and 25.00', () => {
    expect(refundAmount([line(60_00), line(25_00)], 10_00, () => 0).map(({ total }) => total)).toEqual([706, 294]);
  });
});

describe('a price that contains its tax', () => {
  // 120.00 less 30.00 is 90.00, of which 15.00 are tax: 75.00.
  const D = line(120_00, 30_00, 15_00, true);

  test('a third of a month', () => {
    expect(creditShare(D, fraction(1, 3))).toMatchObject({
      gross: 4000,
      discount: 1000,
      net: 2500,
      tax: 500,
      total: 3000,
    });
  });

  test('an amount with tax, an amount before tax, and the rest', () => {
    // Half of 90.00, then 10.00 of the remaining 37.50 with their 20 %, then 33.00 of which 5.50 are tax.
    const half = after(D, creditAmount(D, 45_00));
    expect(half.credited).toEqual({ gross: 6000, discount: 1500, tax: 750 });
    const net = creditNet(half, 10_00);
    expect(net).toMatchObject({ net: 1000, tax: 200, total: 1200, gross: 1600, discount: 400 });
    expect(refundRest(after(half, net))).toMatchObject({ net: 2750, tax: 550, total: 3300, share: fraction(1) });
  });
});

test('equal claims to a cent go by the comparison', () => {
  const named = ['b', 'a'].map((name) => ({ ...line(10_00), name }));
  const credits = refundAmount(named, 3, (a, b) => (a.name < b.name ? -1 : 1));
  expect(credits.map(({ total }) => total)).toEqual([1, 2]);
});

test('more than is left is refused', () => {
  expect(() => creditShare(C, fraction(4, 3))).toThrow(RangeError);
  expect(() => creditShare(C, fraction(-1, 3))).toThrow(RangeError);
  expect(() => creditAmount(C, 97_89)).toThrow(RangeError);
  expect(() => creditAmount(C, -1)).toThrow(RangeError);
  const half = after(C, creditShare(C, fraction(1, 2)));
  expect(() => creditShare(half, fraction(2, 3))).toThrow(RangeError);
  expect(() => refundAmount([half, line(10)], 49_05, () => 0)).toThrow(RangeError);
});

test('a line that cost nothing can be credited too', () => {
  expect(refundRest(line(10_00, 10_00))).toMatchObject({ gross: 1000, discount: 1000, net: 0, total: 0 });
});

const invoiced = fc
  .record({
    unit: fc.oneof(fc.nat(50_000), fc.nat(20)),
    quantity: fc.integer({ min: 1, max: 12 }),
    off: fc.nat(100),
    rate: fc.nat(120),
    inclusive: fc.boolean(),
  })
  .map(({ unit, quantity, off, rate, inclusive }) => {
    const gross = unit * quantity;
    const discount = Math.round((gross * off) / 100);
    const tax = Math.round(((gross - discount) * rate) / (inclusive ? 100 + rate : 100));
    return { quantity, line: line(gross, discount, tax, inclusive) };
  });

const isWithin = (credit: Credit, before: CreditableLine): void => {
  const { credited } = before;
  for (const part of ['gross', 'discount', 'tax'] as const) {
    expect(credit[part], part).toBeGreaterThanOrEqual(0);
    expect(credit[part], part).toBeLessThanOrEqual(before[part] - credited[part]);
  }
  expect(credit.net).toBeGreaterThanOrEqual(0);
  expect(credit.net).toBeLessThanOrEqual(netLeft(before));
  expect(credit.total).toBe(credit.net + credit.tax);
  expect(before.inclusive ? credit.total : credit.net).toBe(credit.gross - credit.discount);
};

const isSpent = (rest: CreditableLine): void => {
  expect(rest.credited).toEqual({ gross: rest.gross, discount: rest.discount, tax: rest.tax });
  expect(creditableTotal(rest)).toBe(0);
};

describe('whatever was credited before', () => {
  test('unit by unit comes to the whole, each at its own price', () => {
    fc.assert(
      fc.property(invoiced, ({ line: start, quantity }) => {
        let rest = start;
        for (let unit = 0; unit < quantity; unit++) {
          const credit = refundQuantity(rest, 1, quantity);
          isWithin(credit, rest);
          expect(credit.gross).toBe(start.gross / quantity);
          rest = after(rest, credit);
        }
        isSpent(rest);
        expect(() => refundQuantity(rest, 1, quantity)).toThrow(RangeError);
      }),
    );
  });

  test('amounts and shares in any order never credit more than the line, and the remainder is exact', () => {
    const step = fc.record({
      kind: fc.constantFrom('share', 'amount', 'net', 'cent'),
      of: fc.integer({ min: 1, max: 1000 }),
    });
    fc.assert(
      fc.property(invoiced, fc.array(step, { maxLength: 12 }), ({ line: start }, steps) => {
        let rest = start;
        for (const { kind, of } of steps) {
          const share = fraction(of, 3000);
          const most = kind === 'net' ? netLeft(rest) : creditableTotal(rest);
          const amount = kind === 'cent' ? Math.min(1, most) : Math.floor((most * of) / 1000);
          if (kind !== 'share' && amount === 0) continue;
          if (kind === 'share' && compare(uncredited(rest), share) < 0) continue;
          const credit = (() => {
            if (kind === 'share') return creditShare(rest, share);
            return kind === 'net' ? creditNet(rest, amount) : creditAmount(rest, amount);
          })();
          isWithin(credit, rest);
          expect(compare(credit.share, rest.share)).toBeGreaterThanOrEqual(0);
          if (kind !== 'share') expect(kind === 'net' ? credit.net : credit.total).toBe(amount);
          rest = after(rest, credit);
        }
        const last = refundRest(rest);
        isWithin(last, rest);
        isSpent(after(rest, last));
      }),
      { numRuns: 1000 },
    );
  });

  test('cent by cent comes to the whole, of which some cents fall on the tax alone', () => {
    const small = invoiced.filter(({ line: { gross } }) => gross <= 2000);
    fc.assert(
      fc.property(small, ({ line: start }) => {
        let rest = start;
        while (creditableTotal(rest) > 0) {
          const credit = creditAmount(rest, 1);
          isWithin(credit, rest);
          expect(credit.total).toBe(1);
          rest = after(rest, credit);
        }
        if (creditableTotal(start) > 0) isSpent(rest);
      }),
      { numRuns: 200 },
    );
  });

  test('an amount across several lines is credited to the cent', () => {
    const many = fc.array(invoiced, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(many, fc.nat(1000), (lines, of) => {
        const numbered = lines.map(({ line: each }, position) => ({ ...each, position }));
        const left = numbered.reduce((sum, each) => sum + creditableTotal(each), 0);
        const amount = Math.floor((left * of) / 1000);
        const credits = refundAmount(numbered, amount, (a, b) => a.position - b.position);
        credits.forEach((credit, place) => {
          isWithin(credit, numbered[place]!);
        });
        expect(credits.reduce((sum, { total }) => sum + total, 0)).toBe(amount);
      }),
    );
  });
});
