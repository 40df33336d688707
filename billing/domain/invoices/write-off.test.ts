import { describe, expect, it } from 'vitest';
import { fraction } from '../../values/money/fraction.ts';
import { creditShare } from '../../values/price/credit.ts';
import { refundRest } from '../../values/price/refund.ts';
import { creditLine, NO_UNITS, refundableLine } from '../adjustments/credit-line.ts';
import { blankLine } from '../adjustments/line.ts';
import type { ShownAdjustment } from '../adjustments/record.ts';
import { SITE_SELLS } from '../business-entities/seller.ts';
import { draftInvoice } from './draft-invoice.ts';
import type { InvoiceRecord } from './record.ts';
import { writeOff } from './write-off.ts';

let made = 0;
const uuid = () => `id-${++made}`;
const setting = { uuid, at: 1000, account_id: 'a', currency: 'USD' };

const line = (gross: number, discount: number, tax: number, quantity = 1): ShownAdjustment => ({
  ...blankLine(setting),
  account_code: 'ada',
  invoice: '1000',
  unit_amount_in_cents: gross / quantity,
  quantity,
  quantity_remaining: quantity,
  discounts: discount ? [{ redemption: 'r', amount: discount }] : [],
  discount_in_cents: discount,
  taxes: tax ? [{ type: 'usst', region: 'CA', rate: '0.0875', amount: tax }] : [],
  tax_in_cents: tax,
  total_in_cents: gross - discount + tax,
});

const posted = (lines: readonly ShownAdjustment[]): InvoiceRecord =>
  draftInvoice(
    {
      uuid: 'charge',
      at: 1000,
      account_id: 'a',
      currency: 'USD',
      origin: 'purchase',
      terms: {
        collection_method: 'manual',
        net_terms: 30,
        net_terms_type: 'net',
        po_number: 'PO 1',
        terms_and_conditions: null,
        customer_notes: 'Thank you.',
        credit_customer_notes: null,
        vat_reverse_charge_notes: null,
        gateway_code: null,
        billing_info_uuid: null,
      },
      address: {} as InvoiceRecord['address'],
      vat_number: null,
      reverseCharge: false,
      usedTaxService: null,
      shipping_address: null,
      seller: SITE_SELLS,
    },
    lines,
  ).invoice;

const uncredited = (lines: readonly ShownAdjustment[]) => lines.map((one) => refundableLine(one, []));

describe('a write-off', () => {
  it('leaves out what was credited before', () => {
    const lines = [line(6000, 600, 473), line(3000, 0, 0, 3), line(0, 0, 0)];
    const [half, whole, free] = uncredited(lines);
    if (!half || !whole || !free) throw new Error('There are three lines');
    const credits = [
      creditLine('half', 1500, { line: half, credit: creditShare(half, fraction(1, 2)), units: NO_UNITS }),
      creditLine('whole', 1500, { line: whole, credit: refundRest(whole), units: NO_UNITS }),
    ];
    const credited = lines.map((one, place) => {
      const own = credits.filter(({ original_adjustment_uuid }) => original_adjustment_uuid === one.uuid);
      return refundableLine({ ...one, credited_share: ['1/2', '1/1', null][place] ?? null }, own);
    });
    const charge = posted(lines);
    const { credit: given } = writeOff({ uuid, at: 2000 }, charge, credited);
    expect(given.lines.map((one) => one.original_adjustment_uuid)).toEqual([lines[0]?.uuid, lines[2]?.uuid]);
    for (const sum of ['total_in_cents', 'discount_in_cents', 'tax_in_cents'] as const) {
      expect(credits.reduce((total, one) => total + one[sum], given.invoice[sum]) + charge[sum], sum).toBe(0);
    }
  });

  it('credits every line, so that the two invoices sum to zero', () => {
    const lines = [line(6000, 600, 473), line(3000, 0, 0, 3), line(0, 0, 0)];
    const charge = posted(lines);
    const { credit: given, charges } = writeOff({ uuid, at: 2000 }, charge, uncredited(lines));
    for (const sum of ['total_in_cents', 'subtotal_in_cents', 'discount_in_cents', 'tax_in_cents'] as const) {
      expect(given.invoice[sum] + charge[sum], sum).toBe(0);
    }
    expect(given.lines.map((one) => one.original_adjustment_uuid)).toEqual(lines.map((one) => one.uuid));
    for (const one of given.lines) {
      const { unit_amount_in_cents: unit, quantity, discount_in_cents: discount, tax_in_cents: tax } = one;
      expect(one.total_in_cents).toBe(unit * quantity - discount + tax);
      expect(one.credit_reason_code).toBe('write_off');
    }
    expect(charges.map(({ quantity_remaining }) => quantity_remaining)).toEqual([0, 0, 0]);
    expect(given.lines[0]?.discounts).toEqual([{ redemption: 'r', amount: -600 }]);
  });

  it('is closed from the start, comes from the charge invoice and shows its terms', () => {
    const lines = [line(9788, 0, 0)];
    const { invoice } = writeOff({ uuid, at: 2000 }, posted(lines), uncredited(lines)).credit;
    expect(invoice).toMatchObject({
      type: 'credit',
      origin: 'write_off',
      state: 'closed',
      balance_in_cents: 0,
      closed_at: 2000,
      due_on: null,
      original_ids: ['charge'],
      po_number: 'PO 1',
      customer_notes: 'Thank you.',
    });
  });
});
