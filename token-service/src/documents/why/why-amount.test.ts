import { blankLine } from '@service/billing/domain/adjustments/line.ts';
import type { AdjustmentRecord } from '@service/billing/domain/adjustments/record.ts';
import { describe, expect, it } from 'vitest';
import { formatsFor } from '../messages/formats.ts';
import { invoiceWordsByLanguage } from '../messages/invoice-words.ts';
import { whyAmount, whyText } from './why-amount.ts';
import type { WhyLanguage } from './why-line.ts';

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
const MARCH = at('2027-03-01');
const APRIL = at('2027-04-01');
const months = { interval_unit: 'months', interval_length: 1, anchor_at: MARCH } as const;

type Language = keyof typeof invoiceWordsByLanguage;
const languageOf = (language: Language): WhyLanguage => ({
  words: invoiceWordsByLanguage[language],
  formats: formatsFor(language === 'en' ? 'en-US' : language, 'USD', 'UTC'),
  locale: language === 'en' ? 'en-US' : language,
});
const line = (changes: Partial<AdjustmentRecord>): AdjustmentRecord => ({
  ...blankLine({ uuid: () => 'line', at: MARCH, account_id: 'account', currency: 'USD' }),
  description: 'Gold',
  ...changes,
});
const rowsOf = (changes: Partial<AdjustmentRecord>, language: Language = 'en', coupons = new Map<string, string>()) =>
  whyAmount({ lines: [line(changes)], coupons, charges: new Map() }, languageOf(language)).lines[0]?.rows.map(
    ({ label, value }) => (label ? `${label}: ${value}` : value),
  );

/** 14 of 31 days of 20.00 are 9.03, less 10 %: 8.13, with 8.75 % tax: 8.84. */
const PRORATED: Partial<AdjustmentRecord> = {
  start_date: at('2027-03-18'),
  end_date: APRIL,
  unit_amount_in_cents: 903,
  discount_in_cents: 90,
  tax_in_cents: 71,
  total_in_cents: 884,
  discounts: [{ redemption: 'spring', amount: 90, off: { percent: 10 }, of: 903 }],
  taxes: [{ type: 'usst', region: 'CA', rate: '0.0875', amount: 71 }],
  computation: { proration: '14/31', whole_in_cents: 2000, quantity: 2, unit_amount_in_cents: 1000, ...months },
};

describe('why an amount is what it is', () => {
  it('says price, time, discount and tax of a prorated charge', () => {
    expect(rowsOf(PRORATED, 'en', new Map([['spring', 'SPRING']]))).toEqual([
      'Full price: 2 × $10.00 = $20.00',
      'Time: Mar 18, 2027 – Apr 1, 2027 (14 days)',
      'For this time: $20.00 × 14 days ÷ 31 days = $9.03',
      'Coupon SPRING: 10% × $9.03 = −$0.90',
      'CA sales tax (8.75%): $0.71',
      'Total: $8.84',
    ]);
  });

  it('says no equation where a line has another part of the discount than its percentage comes to', () => {
    // 50 % of two lines of 9.99 are 5.00 and 4.99.
    const rows = (amount: number) =>
      rowsOf({ ...PRORATED, discounts: [{ redemption: 'spring', amount, off: { percent: 50 }, of: 999 }] });
    expect(rows(500)).toContain('Discount: 50% × $9.99 = −$5.00');
    expect(rows(499)).toContain('Discount: 50% × $9.99: −$4.99');
  });

  it('says it in the language of the customer, with its amounts and dates', () => {
    expect(rowsOf(PRORATED, 'de')?.slice(0, 4)).toEqual([
      'Voller Preis: 2 × 10,00\u00a0$ = 20,00\u00a0$',
      'Zeitraum: 18.03.2027 – 01.04.2027 (14 Tage)',
      'Für diesen Zeitraum: 20,00\u00a0$ × 14 Tage ÷ 31 Tage = 9,03\u00a0$',
      'Rabatt: 10\u00a0% × 9,03\u00a0$ = −0,90\u00a0$',
    ]);
  });

  it('says what a change costs more, a tier, and a coupon of the whole invoice', () => {
    expect(
      rowsOf({
        end_date: APRIL,
        unit_amount_in_cents: 1000,
        total_in_cents: 500,
        discounts: [{ redemption: 'x', amount: 500, off: { amount: 800 }, of: 1000 }],
        computation: {
          proration: '1/1',
          whole_in_cents: 1000,
          instead_of_in_cents: 2000,
          tier: { from: 11, to: null },
          ...months,
        },
      }),
    ).toEqual([
      'Difference: $30.00 instead of $20.00: $10.00',
      'Price for units from 11 on',
      'Discount: $8.00 off the whole invoice, of which this line: −$5.00',
      'Total: $5.00',
    ]);
  });

  it.each([
    [{ amount: '10.5', unit: 25, percentage: null }, 263, 'Usage: 10.5 × $0.25 = $2.63', '1,234.5'],
    [{ amount: '10.5', unit: 25, percentage: null }, 262, 'Usage: 10.5 × $0.25: $2.62', '1,234.5'],
    // Of a percentage, the usage is cents.
    [{ amount: '10000', unit: null, percentage: '2.36' }, 236, 'Usage: 2.36% × $100.00 = $2.36', '$12.34'],
    [
      { amount: '12', unit: 300, percentage: null },
      300,
      'Usage: Price of the step that 12 units reach: $3.00',
      '1,234.5',
    ],
  ])('says the usage %j', (usage, gross, text, before) => {
    const computation = {
      proration: '1/1',
      whole_in_cents: gross,
      usage: { ...usage, measured_unit_id: 1, before: usage.unit === null ? '1234' : '1234.5' },
      ...months,
    };
    expect(rowsOf({ end_date: APRIL, unit_amount_in_cents: gross, total_in_cents: gross, computation })).toEqual([
      text,
      `Recorded late; ${before} already billed.`,
      `Total: $${(gross / 100).toFixed(2)}`,
    ]);
  });

  it('says which charge and which time a credit is for', () => {
    const charge = { ...line({ uuid: 'charge', unit_amount_in_cents: 2000 }), invoice: '1001' };
    const credit = line({
      type: 'credit',
      created_at: at('2027-03-18'),
      end_date: APRIL,
      unit_amount_in_cents: -903,
      total_in_cents: -903,
      original_adjustment_uuid: 'charge',
      computation: { proration: '14/31', whole_in_cents: 2000, ...months },
    });
    const why = whyAmount(
      { lines: [credit], coupons: new Map(), charges: new Map([['charge', charge]]) },
      languageOf('en'),
    );
    expect(whyText(why).sections[0]?.sentences).toEqual([
      'Credit for “Gold” on invoice 1001: $20.00',
      'Time not used: Mar 18, 2027 – Apr 1, 2027 (14 days)',
      'For this time: $20.00 × 14 days ÷ 31 days = $9.03',
      'Credited: $9.03',
    ]);
  });

  /** 14 of 31 days of 20.00 are 9.03, less 0.90 of the discount, with 0.71 of the tax: 8.84, as above. */
  const CREDITED = {
    type: 'credit',
    created_at: at('2027-03-18'),
    end_date: APRIL,
    unit_amount_in_cents: -903,
    discount_in_cents: -90,
    tax_in_cents: -71,
    total_in_cents: -884,
    discounts: [{ redemption: 'spring', amount: -90, off: { percent: 10 }, of: 2000 }],
    taxes: [{ type: 'usst', region: 'CA', rate: '0.0875', amount: -71 }],
    computation: { proration: '14/31', whole_in_cents: 2000, ...months },
  } as const satisfies Partial<AdjustmentRecord>;

  it('says the discount and the tax of a credit, which add up to what is credited', () => {
    expect(rowsOf(CREDITED, 'en', new Map([['spring', 'SPRING']]))).toEqual([
      'Time not used: Mar 18, 2027 – Apr 1, 2027 (14 days)',
      'For this time: $20.00 × 14 days ÷ 31 days = $9.03',
      'Coupon SPRING: −$0.90',
      'CA sales tax (8.75%): $0.71',
      'Credited: $8.84',
    ]);
  });

  it('says the amount of a refund by which its tax is computed, and a tax that prices include', () => {
    const refund = { ...CREDITED, computation: null };
    expect(rowsOf(refund)?.[0]).toBe('Amount: $9.03');
    expect(rowsOf({ ...refund, tax_inclusive: true, total_in_cents: -813 })?.slice(2)).toEqual([
      'Includes CA sales tax (8.75%): $0.71',
      'Credited: $8.13',
    ]);
  });

  it('says no product for the credit of a line of which a unit was refunded before, only its share and amount', () => {
    const terminated = { ...CREDITED, unit_amount_in_cents: -452, discount_in_cents: 0, discounts: [] };
    const taxed = { ...terminated, tax_in_cents: -40, taxes: [{ ...CREDITED.taxes[0], amount: -40 }] };
    expect(rowsOf({ ...taxed, total_in_cents: -492 })?.slice(1)).toEqual([
      'For this time: 14 days ÷ 31 days',
      'Amount: $4.52',
      'CA sales tax (8.75%): $0.40',
      'Credited: $4.92',
    ]);
    expect(rowsOf({ ...terminated, tax_in_cents: 0, taxes: [], total_in_cents: -452 })?.slice(1)).toEqual([
      'For this time: 14 days ÷ 31 days',
      'Credited: $4.52',
    ]);
  });

  it('says no product for a prorated charge that has another amount', () => {
    expect(rowsOf({ ...PRORATED, unit_amount_in_cents: 900 })?.slice(2, 4)).toEqual([
      'For this time: 14 days ÷ 31 days',
      'Amount: $9.00',
    ]);
  });

  it('says a time as exactly as its price needs', () => {
    const JUNE = at('2027-06-01');
    const JULY = at('2027-07-01');
    const changed = JUNE + 20 * 60;
    const computation = { proration: '2159/2160', whole_in_cents: 10_000, ...months, anchor_at: JUNE };
    const time = 'Jun 1, 2027 – Jul 1, 2027 (29 days 23 hours 40 minutes)';
    const price = 'For this time: $100.00 × 29 days 23 hours 40 minutes ÷ 30 days = $99.95';
    const charge = { start_date: changed, end_date: JULY, unit_amount_in_cents: 9995, computation };
    expect(rowsOf(charge)?.slice(1, 3)).toEqual([`Time: ${time}`, price]);
    const credit = { ...charge, type: 'credit', created_at: changed, unit_amount_in_cents: -9995 } as const;
    expect(rowsOf(credit)?.slice(0, 2)).toEqual([`Time not used: ${time}`, price]);
  });

  it('says the tax of a credit of usage that was corrected', () => {
    const usage = { amount: '-10', unit: 25, percentage: null, measured_unit_id: 1 };
    expect(
      rowsOf({
        ...CREDITED,
        unit_amount_in_cents: -250,
        discounts: [],
        tax_in_cents: -22,
        total_in_cents: -272,
        taxes: [{ ...CREDITED.taxes[0], amount: -22 }],
        computation: { proration: '1/1', whole_in_cents: -250, usage, ...months },
      }),
    ).toEqual(['Usage: -10 × $0.25 = −$2.50', 'CA sales tax (8.75%): $0.22', 'Credited: $2.72']);
  });

  it('explains some of many lines, and says so', () => {
    const lines = [line({}), line({}), line({})];
    const why = whyAmount({ lines, coupons: new Map(), charges: new Map() }, languageOf('en'), 2);
    expect([why.lines.length, why.notes]).toEqual([2, ['The other lines are computed in the same way.']]);
  });

  it.each(Object.keys(invoiceWordsByLanguage) as Language[])('is whole in %s', (language) => {
    const text = JSON.stringify(rowsOf(PRORATED, language, new Map([['spring', 'SPRING']])));
    expect(text).not.toMatch(/undefined|null|NaN|\[object/);
    expect(text).toContain('SPRING');
  });
});
