import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { EInvoice } from '@service/billing/domain/e-invoices/e-invoice.ts';
import { eInvoiceOf, type MadeEInvoice } from '@service/billing/domain/e-invoices/e-invoice-of.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { expect, it } from 'vitest';
import { anAccount, aSite, aTransaction } from '../../adapters/storage/testing/samples.ts';
import { aCreditPayment, anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { brokenRules } from './published-rules.fixture.ts';
import { writeEInvoice } from './write-e-invoice.ts';

const account = { ...anAccount(1), email: 'rathaus@town.example', company_name: 'Rathaus' };
const site = { ...aSite(1), seller_country: 'DE', company_vat_number: 'DE123456789', company_iban: null };

/** A charge of 10.00 with 19 % VAT. */
const line = (changes: Partial<ShownAdjustment> = {}): ShownAdjustment => ({
  ...anAdjustment(1, account),
  account_code: 'town',
  invoice: '1001',
  start_date: 1_800_000_000,
  end_date: null,
  quantity: 1,
  unit_amount_in_cents: 1000,
  discount_in_cents: 0,
  discount_tax_in_cents: 0,
  discounts: [],
  tax_in_cents: 190,
  total_in_cents: 1190,
  taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 190 }],
  ...changes,
});

const make = (
  changes: Partial<ShownInvoice> = {},
  parts: Partial<Omit<InvoiceParts, 'invoice'>> = {},
): MadeEInvoice => {
  const lines = parts.lines ?? [line()];
  const invoice: ShownInvoice = {
    ...anInvoice(1001, account),
    currency: 'EUR',
    state: 'pending',
    collection_method: 'manual',
    total_in_cents: lines.reduce((sum, one) => sum + one.total_in_cents, 0),
    balance_in_cents: lines.reduce((sum, one) => sum + one.total_in_cents, 0),
    vat_reverse_charge_notes: null,
    account_code: 'town',
    parent_account_code: null,
    ...changes,
    address: { ...anInvoice(1001, account).address, city: 'München', country: 'DE', ...changes.address },
  };
  return eInvoiceOf({
    site,
    account,
    preceding: [],
    parts: { transactions: [], creditPayments: [], ...parts, lines, invoice },
  });
};

const made = (...how: Parameters<typeof make>): EInvoice => {
  const result = make(...how);
  if (result.is === 'impossible') throw new Error(result.problems.join(' '));
  expect(brokenRules(writeEInvoice(result.invoice, 'en16931_ubl'))).toEqual([]);
  return result.invoice;
};
const problems = (...how: Parameters<typeof make>): readonly string[] => {
  const result = make(...how);
  return result.is === 'impossible' ? result.problems : [];
};

it('has a line that takes something back with a negative quantity', () => {
  const back = line({
    type: 'credit',
    unit_amount_in_cents: -300,
    discount_in_cents: -100,
    tax_in_cents: -38,
    total_in_cents: -238,
    taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: -38 }],
  });
  const { lines, totals } = made({}, { lines: [line(), back] });
  expect(lines[1]).toMatchObject({ quantity: '-1', price: 300, discount: -100, net: -200 });
  expect(totals).toEqual({ net: 800, vat: 152, gross: 952, paid: 0, due: 952 });
});

it('has days of service that the next period does not share, in both syntaxes', () => {
  const at = (text: string) => Date.parse(text) / 1000;
  // The site is in Vienna; periods turn over at noon.
  const turns = ['2026-11-27T11:00:00Z', '2026-12-27T11:00:00Z', '2027-01-27T11:00:00Z'].map(at);
  const [first, next] = [0, 1].map((index) => {
    const lines = [line({ start_date: turns[index]!, end_date: turns[index + 1]! })];
    const invoice = made({}, { lines });
    expect(invoice.lines.map(({ period }) => period)).toEqual([invoice.period]);
    return invoice;
  });
  expect(first!.period).toEqual({ from: '2026-11-27', to: '2026-12-26' });
  expect(next!.period).toEqual({ from: '2026-12-27', to: '2027-01-26' });
  expect(writeEInvoice(first!, 'en16931_ubl').match(/<cbc:EndDate>2026-12-26</g)).toHaveLength(2);
  expect(writeEInvoice(first!, 'en16931_cii').match(/<ram:EndDateTime>\s*<[^>]+>20261226</g)).toHaveLength(2);
});

it('takes VAT out of the price and out of the discount of a line that contains it', () => {
  // 11.90 less 1.19, of which 0.19 is VAT: 9.00 and 1.71.
  const inclusive = line({
    tax_inclusive: true,
    unit_amount_in_cents: 1190,
    discount_in_cents: 119,
    discount_tax_in_cents: 19,
    tax_in_cents: 171,
    total_in_cents: 1071,
    taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 171 }],
  });
  const { lines, vat } = made({}, { lines: [inclusive] });
  expect(lines[0]).toMatchObject({ price: 1000, discount: 100, net: 900 });
  expect(vat).toEqual([{ category: 'S', percent: '19', taxable: 900, tax: 171, exemption: null }]);
});

it('gives a line of nothing the category of the others, and a rate of zero its own', () => {
  const nothing = line({ unit_amount_in_cents: 0, tax_in_cents: 0, total_in_cents: 0, taxes: [] });
  expect(made({}, { lines: [nothing, line()] }).vat).toHaveLength(1);
  const zero = line({
    tax_in_cents: 0,
    total_in_cents: 1000,
    taxes: [{ type: 'vat', region: 'DE', rate: '0', amount: 0 }],
  });
  expect(made({}, { lines: [zero] }).vat).toMatchObject([{ category: 'Z', percent: '0', exemption: null }]);
});

it('still asks for what was written off', () => {
  const writeOff = {
    ...aCreditPayment(1, account, { action: 'write_off', amount_in_cents: 1190, voided_at: null }),
    account_code: 'town',
    original_invoice: '1002',
    applied_to_invoice: '1001',
  };
  const { totals } = made({ state: 'failed', balance_in_cents: 0 }, { creditPayments: [writeOff] });
  expect(totals).toMatchObject({ paid: 0, due: 1190 });
});

it.each([
  ['sepa', 'sepa', '59'],
  ['bacs', 'bacs', '49'],
  ['paypal', 'paypal', '68'],
  ['manual', 'check', '20'],
  ['manual', 'wire_transfer', '1'],
] as const)('was paid by %s, %s: %s', (type, payment_method, code) => {
  const paid = aTransaction(1, account, { action: 'purchase', status: 'success', currency: 'EUR', payment_method });
  const details = {
    account: { ...paid.details.account, billing_info: type === 'manual' ? null : { type } },
  } as unknown as ShownTransaction['details'];
  const transaction: ShownTransaction = { ...paid, details, invoice: '1001', subscription_id: null };
  expect(made({ balance_in_cents: 0, state: 'paid' }, { transactions: [transaction] }).payment.code).toBe(code);
});

it('says what the standard cannot express', () => {
  const salesTax = line({ taxes: [{ type: 'usst', region: 'CA', rate: '0.19', amount: 190 }] });
  expect(problems({}, { lines: [salesTax] })).toEqual([
    'A line has several taxes or another tax than VAT, which EN 16931 cannot express.',
  ]);
  expect(problems({ currency: 'KWD' })).toEqual([
    'Amounts in KWD have more than two decimals, which EN 16931 does not allow.',
  ]);
  expect(problems({ invoice_number: null })).toEqual(['The invoice has no number yet.']);
  expect(problems({ total_in_cents: 1191 })).toEqual(['The lines do not add up to the total of the invoice.']);
  const wrong = line({
    tax_in_cents: 400,
    total_in_cents: 1400,
    taxes: [{ type: 'vat', region: 'DE', rate: '0.19', amount: 400 }],
  });
  expect(problems({}, { lines: [wrong] })).toEqual(['The VAT of a rate is not that rate of its lines.']);
  const untaxed = line({ tax_in_cents: 0, total_in_cents: 1000, taxes: [] });
  expect(problems({ vat_reverse_charge_notes: '', vat_number: null }, { lines: [untaxed] })).toEqual([
    'The buyer owes the VAT and the invoice has no VAT number of theirs.',
  ]);
});

it('names the address of the template of the invoice as that of the seller', () => {
  const address = {
    address1: 'Mole 9',
    address2: null,
    city: 'Hamburg',
    state: null,
    zip: '20457',
    country: 'DE',
    phone: null,
  };
  const look = { header_image: null, footer_image: null, hide_line_dates: false, hide_zero_lines: false, text: null };
  expect(made({ look: { ...look, address } }).seller.address).toEqual({
    lines: ['Mole 9'],
    city: 'Hamburg',
    zip: '20457',
    state: null,
    country: 'DE',
  });
});
