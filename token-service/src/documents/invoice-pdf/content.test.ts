import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import type { ShownCreditPayment } from '@service/billing/domain/invoices/credit-payment.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { describe, expect, it } from 'vitest';
import { anAccount, aTransaction, NOON } from '../../adapters/storage/testing/samples.ts';
import { aCreditPayment, anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { invoiceWords as german } from '../messages/de/invoice.ts';
import { invoiceWords } from '../messages/en/invoice.ts';
import { formatsFor } from '../messages/formats.ts';
import { contentOf, type InvoiceContent, type InvoiceToPrint } from './content.ts';

/** A site without a seller. */
const unnamed = { company: null, company_address: [], company_vat_number: null };

const account = anAccount(1);
const site = { subdomain: 'tideline-books', seller_country: 'US', ...unnamed };
const line = (changes: Partial<ShownAdjustment> = {}): ShownAdjustment => ({
  ...anAdjustment(1, account),
  account_code: 'buyer',
  invoice: '1001',
  ...changes,
});
const payment = (changes: Partial<ShownTransaction> = {}): ShownTransaction => {
  const made = aTransaction(1, account, { action: 'purchase', status: 'success', currency: 'USD' });
  const card = { type: 'credit_card', card_type: 'Visa', first_six: '411111', last_four: '1111' };
  const details = { account: { ...made.details.account, billing_info: card } } as ShownTransaction['details'];
  return { ...made, details, invoice: '1001', subscription_id: null, created_at: NOON, ...changes };
};
const credit = (changes: Partial<ShownCreditPayment> = {}): ShownCreditPayment => ({
  ...aCreditPayment(1, account),
  account_code: 'buyer',
  original_invoice: '1000',
  applied_to_invoice: '1001',
  ...changes,
});
const printed = (
  changes: Partial<ShownInvoice> = {},
  parts: Partial<InvoiceToPrint> = {},
  words = invoiceWords,
): InvoiceContent => {
  const invoice = {
    ...anInvoice(1001, account, { closed_at: NOON, due_on: NOON + 30 * 86_400 }),
    account_code: 'buyer',
    parent_account_code: null,
    ...changes,
  };
  const all = { site, originals: [], lines: [line()], transactions: [], creditPayments: [], ...parts, invoice };
  return contentOf(all, words, formatsFor('en-US', invoice.currency, 'UTC'));
};
const pairs = (all: readonly { readonly label: string; readonly value: string }[]): string[] =>
  all.map(({ label, value }) => `${label}: ${value}`);

describe('what is printed on an invoice', () => {
  it('names the account that a line is for, where another one pays', () => {
    const details = (changes: Partial<ShownAdjustment>) =>
      printed({}, { lines: [line({ discount_in_cents: 0, ...changes })] }, german).lines.map((one) => one.details);
    expect(details({ invoice_account_code: 'guild' })).toEqual([['Für Konto buyer']]);
    expect(details({ invoice_account_code: 'buyer' })).toEqual([[]]);
    expect(details({ invoice_account_code: null })).toEqual([[]]);
  });

  it('adds up from the lines to the total', () => {
    const { heading, seller, lines, sums, total } = printed();
    expect([heading, seller]).toEqual(['Invoice 1001', 'Tideline Books']);
    expect(lines).toEqual([
      {
        description: 'Oilskins',
        details: ['Discount −$1.00'],
        quantity: '2',
        unit: '$5.00',
        amount: '$10.00',
      },
    ]);
    expect(pairs([...sums, total])).toEqual([
      'Subtotal: $10.00',
      'Discount: −$1.00',
      'CA sales tax (8.75%): $0.79',
      'Total: $9.79',
    ]);
  });

  it('states the tax in the currency of its country, with the rates', () => {
    // 0.79 USD at 1.16 USD and 4.23 PLN for one euro: 0.79 / 1.16 * 4.23 = 2.8807…
    const tax_conversion = { currency: 'PLN', day: '2026-02-27', rates: { from: '1.16', to: '4.23' } };
    expect(pairs(printed({ tax_conversion }).sums).at(-1)).toMatch(
      /^1 EUR = 1\.16 USD = 4\.23 PLN \(2026-02-27\): PLN\s2\.88$/,
    );
  });

  it('shows the exact quantity of a fraction, with the price of one unit', () => {
    // Stored as one unit of its amount: 2.5 x 3.33 = 8.325, so 8.33.
    const fraction = { quantity: 1, unit_amount_in_cents: 833, quantity_decimal: '2.5', discount_in_cents: 0 };
    const charge = line({ ...fraction, price_of_unit_in_cents: 333 });
    const { lines } = printed({}, { lines: [charge] });
    expect(lines[0]).toMatchObject({ quantity: '2.5', unit: '$3.33', amount: '$8.33' });
    // A line of an earlier release has no price of a unit.
    const older = printed({}, { lines: [line({ ...fraction, price_of_unit_in_cents: null })] });
    expect(older.lines[0]).toMatchObject({ quantity: '1', unit: '$8.33', amount: '$8.33' });
    expect(formatsFor('de', 'EUR', 'UTC').quantity('1234.000000005')).toBe('1.234,000000005');
  });

  it('says what a price includes, with sums without tax', () => {
    // 10.00 less 1.00, of which 0.72 are tax: 0.08 of the discount too.
    const included = line({
      tax_inclusive: true,
      taxes: [{ type: 'usst', region: 'CA', rate: '0.0875', amount: 72 }],
      total_in_cents: 900,
    });
    const net = {
      subtotal_before_discount_in_cents: 920,
      discount_in_cents: 92,
      subtotal_in_cents: 828,
      tax_in_cents: 72,
      total_in_cents: 900,
    };
    const { lines, sums, total } = printed(net, { lines: [included] });
    expect(lines[0]).toMatchObject({
      details: ['Discount −$1.00', 'Includes CA sales tax (8.75%): $0.72'],
      amount: '$10.00',
    });
    expect(pairs([...sums, total])).toEqual([
      'Subtotal: $9.20',
      'Discount: −$0.92',
      'CA sales tax (8.75%): $0.72',
      'Total: $9.00',
    ]);
  });

  it('translates what the service wrote of a line, and nothing that the merchant wrote', () => {
    const lines = [
      line({ origin: 'setup_fee', description: 'Tideline: setup fee' }),
      line({ origin: 'add_on', description: 'Tide tables (1001 and up)' }),
      line({ origin: 'gift_card', type: 'credit', description: 'Gift card' }),
      line({ origin: 'debit', description: 'Tideline: setup fee' }),
    ];
    const described = (words: typeof invoiceWords) =>
      printed({}, { lines }, words).lines.map(({ description }) => description);
    expect(described(invoiceWords)).toEqual(lines.map(({ description }) => description));
    expect(described(german)).toEqual([
      'Tideline: Einrichtungsgebühr',
      'Tide tables (ab 1001)',
      'Geschenkgutschein',
      'Tideline: setup fee',
    ]);
  });

  it('shows the seller, its address and its VAT number', () => {
    const seller = {
      company: 'Tideline GmbH',
      company_address: ['Pier 1', '1010 Wien'],
      company_vat_number: 'ATU12345678',
    };
    const { parties, seller: name } = printed({}, { site: { ...site, ...seller } });
    expect([name, ...(parties[0]?.lines ?? [])]).toEqual([
      'Tideline GmbH',
      'Tideline GmbH',
      'Pier 1',
      '1010 Wien',
      'United States',
      'VAT number ATU12345678',
    ]);
  });

  it('adds up each tax over all lines', () => {
    const gst = { type: 'ca', region: 'GST', rate: '0.05', amount: 5 };
    const qst = { type: 'ca', region: 'QST', rate: '0.09975', amount: 10 };
    const vat = { type: 'vat', region: 'FR', rate: '0.2', amount: 20 };
    const lines = [line({ taxes: [gst, qst] }), line({ taxes: [gst, vat] })];
    expect(pairs(printed({ discount_in_cents: 0, tax_in_cents: 40 }, { lines }).sums).slice(1)).toEqual([
      'GST (5%): $0.10',
      'QST (9.975%): $0.10',
      'VAT FR (20%): $0.20',
    ]);
  });

  it('shows the days of a line’s period', () => {
    const [shown] = printed({}, { lines: [line({ start_date: NOON, end_date: NOON + 86_400 })] }).lines;
    expect(shown?.details[0]).toBe('Mar 1, 2026 – Mar 2, 2026');
  });

  it.each<[Partial<ShownInvoice>, string[]]>([
    [{ state: 'paid' }, ['Total', '$9.79', 'Paid on March 1, 2026', 'good']],
    [{ state: 'past_due', balance_in_cents: 500 }, ['Amount due', '$5.00', 'Past due since March 31, 2026', 'bad']],
    [{ state: 'pending', balance_in_cents: 979 }, ['Amount due', '$9.79', 'Due on receipt', 'plain']],
    [
      { state: 'pending', balance_in_cents: 979, net_terms: 30 },
      ['Amount due', '$9.79', 'Due on March 31, 2026', 'plain'],
    ],
    [{ state: 'failed' }, ['Total', '$9.79', 'No longer collected', 'bad']],
    [
      { state: 'open', type: 'credit', total_in_cents: -979, balance_in_cents: -500 },
      ['Credit', '$9.79', '$5.00 left to spend', 'good'],
    ],
    [
      { state: 'closed', type: 'credit', total_in_cents: -979 },
      ['Credit', '$9.79', 'Settled on March 1, 2026', 'plain'],
    ],
  ])('opens with the state and the amount: %j', (changes, expected) => {
    const { label, amount, state, tone } = printed(changes).headline;
    expect([label, amount, state, tone]).toEqual(expected);
  });

  it('shows how it was paid: from credit first, then with money', () => {
    const { payments, balance } = printed(
      { total_in_cents: 979, balance_in_cents: 379 },
      {
        transactions: [
          payment({ amount_in_cents: 500 }),
          payment({ status: 'failed', amount_in_cents: 979 }),
          payment({ status: 'void', amount_in_cents: 979 }),
        ],
        creditPayments: [credit(), credit({ voided_at: NOON })],
      },
    );
    expect(pairs([...payments, ...(balance ? [balance] : [])])).toEqual([
      'Credit from credit invoice 1000: −$1.00',
      'Visa ending in 1111, Mar 1, 2026: −$5.00',
      'Balance due: $3.79',
    ]);
  });

  it('shows the uses of credit', () => {
    const content = printed(
      { type: 'credit', state: 'closed', total_in_cents: -700 },
      {
        originals: ['FR1001'],
        transactions: [payment({ action: 'refund', amount_in_cents: 500, created_at: NOON + 9000 })],
        creditPayments: [
          credit({ original_invoice: '1001', applied_to_invoice: '1002' }),
          credit({ original_invoice: '1001', applied_to_invoice: null, action: 'reduction' }),
        ],
      },
    );
    expect(content.heading).toBe('Credit invoice 1001');
    expect(pairs(content.facts)).toEqual(['Number: 1001', 'Date: March 1, 2026', 'For invoice: FR1001']);
    expect(pairs(content.payments)).toEqual([
      'Paid invoice 1002: $1.00',
      'Credit removed: $1.00',
      'Refunded to Visa ending in 1111, Mar 1, 2026: $5.00',
    ]);
  });

  it('does not show written-off or refunded amounts as paid', () => {
    const writtenOff = { action: 'write_off', original_invoice: '1002', applied_to_invoice: '1001' } as const;
    const failed = printed({ state: 'failed' }, { creditPayments: [credit(writtenOff)] });
    expect(pairs(failed.payments)).toEqual(['Written off by credit invoice 1002: −$1.00']);
    const [type, originals] = ['credit', ['1001']] as const;
    const writeOff = printed({ type, state: 'closed' }, { originals, creditPayments: [credit(writtenOff)] });
    expect(pairs(writeOff.payments)).toEqual(['Taken off invoice 1001: $1.00']);
    const back = { original_invoice: '1002', applied_to_invoice: '1001' };
    const refund = printed({ type, state: 'closed' }, { originals, creditPayments: [credit(back)] });
    expect(pairs(refund.payments)).toEqual(['Taken off invoice 1001: $1.00']);
  });

  it('shows only the brand and the last four digits of a card', () => {
    expect(JSON.stringify(printed({}, { transactions: [payment()] }))).not.toContain('411111');
  });

  it('formats addresses by country, and leaves out missing parts', () => {
    const blank = { first_name: null, last_name: null, name_on_account: null, company: null, phone: null };
    const place = (changes: object) => {
      const address = { ...blank, address1: '1 Quay', address2: null, city: 'C', state: 'S', zip: 'Z', ...changes };
      return printed({ address: address as ShownInvoice['address'] }).parties[1]?.lines;
    };
    expect(place({ country: 'US' })).toEqual(['1 Quay', 'C, S Z', 'United States']);
    expect(place({ country: 'GB' })).toEqual(['1 Quay', 'C', 'S', 'Z', 'United Kingdom']);
    expect(place({ country: 'DE', state: null })).toEqual(['1 Quay', 'Z C', 'Germany']);
    expect(place({ country: 'Atlantis', zip: null })).toEqual(['1 Quay', 'C', 'S', 'Atlantis']);
    expect(place({ country: null, city: null, state: null, zip: null, company: 'Engines' })).toEqual([
      'Engines',
      '1 Quay',
    ]);
  });

  it('shows purchase order number, terms and notes', () => {
    const content = printed({
      po_number: 'PO-7',
      collection_method: 'manual',
      net_terms: 30,
      vat_number: 'IE1',
      customer_notes: 'Thank you.',
      terms_and_conditions: 'Pay.',
    });
    expect(pairs(content.facts).slice(2)).toEqual(['Due: March 31, 2026', 'PO number: PO-7']);
    expect(content.parties[1]?.lines.at(-1)).toBe('VAT number IE1');
    expect(content.notes).toEqual([
      { label: 'Notes', text: 'Thank you.' },
      { label: 'Terms', text: 'Pay.' },
    ]);
  });

  it('states reverse charge, even if the merchant adds no notes', () => {
    expect(printed({ vat_reverse_charge_notes: '' }).notes).toEqual([{ label: 'Reverse charge', text: '' }]);
    expect(printed({ vat_reverse_charge_notes: 'Article 196.' }).notes).toEqual([
      { label: 'Reverse charge', text: 'Article 196.' },
    ]);
    expect(printed({ vat_reverse_charge_notes: null }).notes).toEqual([]);
  });
});

describe('amounts', () => {
  it.each([
    ['de', 'EUR', 123456, '1.234,56 €'],
    ['fr', 'EUR', -123456, '−1 234,56 €'],
    ['en-US', 'JPY', 2900, '¥2,900'],
    ['en-US', 'KWD', 1234, 'KWD 1.234'],
    ['es', 'USD', 100, '1,00 US$'],
  ])('in %s: %s', (locale, currency, cents, text) => {
    expect(formatsFor(locale, currency, 'UTC').money(cents).replaceAll('\u00a0', ' ')).toBe(text);
  });
});
