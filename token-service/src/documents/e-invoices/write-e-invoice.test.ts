import type { EInvoice } from '@service/billing/domain/e-invoices/e-invoice.ts';
import { E_INVOICE_FORMAT_NAMES, sentFormat } from '@service/billing/domain/e-invoices/formats.ts';
import { describe, expect, it } from 'vitest';
import { anEInvoice } from './e-invoice.fixture.ts';
import { brokenRules } from './published-rules.fixture.ts';
import { misplacedInUbl, validateCii } from './schemas.fixture.ts';
import { readTerms } from './terms.fixture.ts';
import { writeEInvoice } from './write-e-invoice.ts';

/** An e-invoice with every term that documents here can have. */
const everything = anEInvoice({
  notes: ['Thank you', 'See you'],
  purchase_order: 'PO-7',
  preceding: [{ number: '1000', issued: '2026-11-01' }],
  seller: { ...anEInvoice().seller, registration_number: 'HRB 1' },
  buyer: { ...anEInvoice().buyer, vat_number: 'DE987654321', contact: 'Ada Lovelace' },
  delivery: { address: anEInvoice().buyer.address, day: '2026-11-26' },
  period: { from: '2026-11-01', to: '2026-11-30' },
  payment: { code: '58', iban: 'DE89370400440532013000', card: null },
  payment_terms: 'Net 30',
  totals: { net: 700, vat: 133, gross: 833, paid: 33, due: 800 },
  vat: [{ category: 'S', percent: '19', taxable: 700, tax: 133, exemption: null }],
  lines: [
    {
      ...anEInvoice().lines[0]!,
      note: 'Blue',
      item_code: 'oilskins',
      quantity: '2.5',
      price: 1100,
      price_quantity: '2.5',
      discount: 100,
      net: 1000,
      period: { from: '2026-11-01', to: '2026-11-30' },
    },
    { ...anEInvoice().lines[0]!, number: 2, quantity: '-1', price: 330, discount: -30, net: -300 },
  ],
});

const EVERY: readonly (readonly [string, EInvoice])[] = [
  ['the least', anEInvoice()],
  ['everything', everything],
  ['a credit note', { ...everything, kind: 'credit_note', due: null }],
  ['a card', anEInvoice({ payment: { code: '54', iban: null, card: { last_four: '1111', brand: 'Visa' } } })],
  ['a SEPA debit', anEInvoice({ payment: { code: '59', iban: null, card: null } })],
];

describe.each(E_INVOICE_FORMAT_NAMES)('an e-invoice as %s', (format) => {
  it.each(EVERY)('follows schema and rules: %s', (_name, invoice) => {
    const xml = writeEInvoice(invoice, format);
    expect(brokenRules(xml)).toEqual([]);
    if (format.endsWith('ubl')) expect(misplacedInUbl(xml)).toEqual([]);
    else validateCii(xml);
  });

  it('escapes text, and leaves out characters that XML does not allow', () => {
    const name = 'Ropes & <Knots>\u0000\u{1f6a2}"';
    const { lines } = anEInvoice();
    const xml = writeEInvoice(anEInvoice({ lines: [{ ...lines[0]!, name }] }), format);
    expect(readTerms(xml).lines[0]?.['BT-153']).toBe('Ropes & <Knots>\u{1f6a2}"');
  });

  it('calls a SEPA debit what the profile allows without an IBAN', () => {
    const { header } = readTerms(
      writeEInvoice(anEInvoice({ payment: { code: '59', iban: null, card: null } }), format),
    );
    expect(header['BT-81']).toBe(format.startsWith('xrechnung') ? '49' : '59');
  });
});

describe('the rules of the tests', () => {
  // A checker that never objects proves nothing: each of these mistakes breaks the rules that are named.
  const broken: readonly (readonly [string, Partial<EInvoice>, readonly string[]])[] = [
    ['a wrong total', { totals: { ...anEInvoice().totals, gross: 1191 } }, ['BR-CO-15', 'BR-CO-16']],
    ['a wrong sum of lines', { totals: { net: 999, vat: 190, gross: 1189, paid: 0, due: 1189 } }, ['BR-CO-10']],
    [
      'a tax that is not its rate',
      {
        totals: { net: 1000, vat: 300, gross: 1300, paid: 0, due: 1300 },
        vat: [{ ...anEInvoice().vat[0]!, tax: 300 }],
      },
      ['BR-CO-17', 'BR-S-09'],
    ],
    ['an amount without a line', { vat: [{ ...anEInvoice().vat[0]!, taxable: 900, tax: 190 }] }, ['BR-S-08']],
    ['no VAT number', { seller: { ...anEInvoice().seller, vat_number: '' } }, ['BR-CO-26', 'BR-S-02', 'BR-DE-16']],
    ['a line that does not multiply', { lines: [{ ...anEInvoice().lines[0]!, price: 999 }] }, ['PEPPOL-EN16931-R120']],
    ['a transfer to nowhere', { payment: { code: '58', iban: null, card: null } }, ['BR-61', 'BR-DE-19', 'BR-DE-23']],
    ['no reference of the buyer', { buyer_reference: null }, ['BR-DE-15']],
    [
      'no reason for charging no VAT',
      {
        totals: { net: 1000, vat: 0, gross: 1000, paid: 0, due: 1000 },
        vat: [{ category: 'AE', percent: '0', taxable: 1000, tax: 0, exemption: null }],
        lines: [{ ...anEInvoice().lines[0]!, vat: { category: 'AE', percent: '0' } }],
      },
      ['BR-AE-02', 'BR-AE-10'],
    ],
  ];
  it.each(broken)('object to %s', (_name, changes, rules) => {
    for (const format of ['xrechnung_ubl', 'xrechnung_cii'] as const) {
      expect(brokenRules(writeEInvoice(anEInvoice(changes), format)).toSorted()).toEqual(rules.toSorted());
    }
  });

  it('object to elements out of order', () => {
    const xml = writeEInvoice(anEInvoice(), 'en16931_ubl');
    const moved = xml.replace(/( *<cbc:IssueDate>.*\n)( *<cbc:DueDate>.*\n)/, '$2$1');
    expect(misplacedInUbl(moved)).toEqual(['Invoice/IssueDate']);
    const cii = writeEInvoice(anEInvoice(), 'en16931_cii');
    expect(() => validateCii(cii.replace(/ *<ram:Name>Oilskins.*\n/, ''))).toThrow(/Name/);
  });
});

describe('the format of an e-invoice that is sent', () => {
  it('is XRechnung in Germany where it has all for it, else the plain standard', () => {
    expect(sentFormat(anEInvoice())).toBe('xrechnung_ubl');
    expect(sentFormat(anEInvoice({ buyer_reference: null }))).toBe('en16931_ubl');
    const { seller, buyer } = anEInvoice();
    const abroad = { seller: { ...seller, address: { ...seller.address, country: 'AT' } } };
    expect(sentFormat(anEInvoice(abroad))).toBe('xrechnung_ubl');
    const neither = { ...abroad, buyer: { ...buyer, address: { ...buyer.address, country: 'AT' } } };
    expect(sentFormat(anEInvoice(neither))).toBe('en16931_ubl');
  });
});
