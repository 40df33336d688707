import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import { CHARGE_STATES, CREDIT_STATES } from '@service/billing/resources/invoice.ts';
import { describe, expect, it } from 'vitest';
import { anAccount, aTransaction, NOON } from '../../adapters/storage/testing/samples.ts';
import { aCreditPayment, anAdjustment, anInvoice } from '../../adapters/storage/testing/selling-samples.ts';
import { documentLanguage } from '../messages/document-language.ts';
import { formatsFor } from '../messages/formats.ts';
import { invoiceWordsByLanguage } from '../messages/invoice-words.ts';
import { contentOf, type InvoiceContent, type InvoiceToPrint } from './content.ts';

const account = anAccount(1);
const DAY = 86_400;

/** Names, which are the same in every language. */
const seller = { company: 'Pianola', company_address: ['Via Po 7'], company_vat_number: 'IT1' };
const site = { subdomain: 'pianola', seller_country: 'IT', ...seller };
const address = {
  ...{ first_name: 'Ada', last_name: 'Byron', name_on_account: null, company: null, phone: null },
  ...{ address1: 'Rua 1', address2: null, city: 'Wien', state: null, zip: '1010', country: 'AT' },
};
const NAMES = 'Pianola Via Po IT Ada Byron Rua Wien AT Oilskins CA GST Visa FR PO'.split(' ');

const line = { ...anAdjustment(1, account), account_code: 'ada', invoice: '1001', description: 'Oilskins' };
const taxes = [
  { type: 'usst', region: 'CA', rate: '0.0875', amount: 79 },
  { type: 'vat', region: 'AT', rate: '0.2', amount: 20 },
  { type: 'ca', region: 'GST', rate: '0.05', amount: 5 },
];
const method = (payment_method: string, billing_info: object | null, action = 'purchase'): ShownTransaction => {
  const made = aTransaction(1, account, { status: 'success', currency: 'EUR', amount_in_cents: 100 });
  const details = { account: { ...made.details.account, billing_info } } as ShownTransaction['details'];
  const named = { details, payment_method, action: action as ShownTransaction['action'] };
  return { ...made, ...named, invoice: '1001', subscription_id: null, created_at: NOON };
};
const payments = (action: string): ShownTransaction[] => [
  method('credit_card', { type: 'credit_card', card_type: 'Visa', last_four: '1111' }, action),
  method('credit_card', { type: 'credit_card', card_type: 'Unknown', last_four: '2222' }, action),
  method('eft', { type: 'bank_account', last_four: '3333' }, action),
  ...['credit_card', 'paypal', 'eft', 'wire_transfer', 'money_order', 'check', 'other'].map((name) =>
    method(name, null, action),
  ),
];
const credit = { ...aCreditPayment(1, account), account_code: 'ada', original_invoice: '1000', voided_at: null };

/** An invoice with everything that can be on it. */
const printed = (acceptLanguage: string, changes: Partial<ShownInvoice> = {}): InvoiceContent => {
  const { locale, words } = documentLanguage(acceptLanguage);
  const invoice: ShownInvoice = {
    ...anInvoice(1001, account, { closed_at: NOON, due_on: NOON + 30 * DAY, currency: 'EUR', po_number: 'PO-7' }),
    ...{ customer_notes: 'Ada', vat_reverse_charge_notes: 'Ada', terms_and_conditions: 'Ada', vat_number: 'AT1' },
    ...{ address, shipping_address: address as unknown as ShownInvoice['shipping_address'] },
    ...{ collection_method: 'manual', account_code: 'ada', parent_account_code: null },
    ...changes,
  };
  const type = invoice.type === 'credit' ? 'credit' : 'charge';
  const isCredit = type === 'credit';
  const parts: Omit<InvoiceToPrint, 'invoice'> = {
    site,
    originals: isCredit ? ['FR1000'] : [],
    lines: [
      { ...line, start_date: NOON, end_date: NOON + DAY, taxes },
      { ...line, type, description: '' },
    ],
    transactions: payments(isCredit ? 'refund' : 'purchase'),
    creditPayments: isCredit
      ? ['1002', 'FR1000', null].map((applied_to_invoice) => ({ ...credit, applied_to_invoice }))
      : [
          { ...credit, applied_to_invoice: '1001' },
          { ...credit, applied_to_invoice: '1001', action: 'write_off' },
        ],
  };
  const tax_in_cents = parts.lines.flatMap((one) => one.taxes).reduce((sum, { amount }) => sum + amount, 0);
  return contentOf({ ...parts, invoice: { ...invoice, tax_in_cents } }, words, formatsFor(locale, 'EUR', 'UTC'));
};

const everyInvoice: readonly Partial<ShownInvoice>[] = [
  ...CHARGE_STATES.map((state) => ({ type: 'charge' as const, state })),
  { type: 'charge', state: 'pending', net_terms: 0 },
  { type: 'charge', state: 'pending', net_terms: 30 },
  ...CREDIT_STATES.map((state) => ({ type: 'credit' as const, state })),
];
const texts = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : Object.values(part ?? {}).flatMap((inner) => texts(inner));
/** All words of all invoices; what is not a word of a language (a tone) is left out. */
const vocabulary = (language: string): Set<string> => {
  const all = everyInvoice.flatMap((changes) => {
    const { headline, ...rest } = printed(language, changes);
    return texts([rest, headline.label, headline.amount, headline.state]);
  });
  const { page } = documentLanguage(language).words;
  return new Set([...all, page(1, 2)].flatMap((text) => text.match(/\p{L}+/gu) ?? []));
};
const bothSay = (language: string): string[] => {
  const english = vocabulary('en');
  return [...vocabulary(language)].filter((word) => english.has(word) && !NAMES.includes(word));
};

describe('an invoice is in one language', () => {
  it('has no English word in German', () => {
    // A loan word.
    expect(bothSay('de')).toEqual(['Wallet']);
    const { heading, headline, facts, parties } = printed('de', { state: 'paid', net_terms: 30 });
    expect([heading, headline.state]).toEqual(['Rechnung 1001', 'Bezahlt am 1. März 2026']);
    expect(facts[2]).toEqual({ label: 'Fällig', value: '31. März 2026' });
    expect(parties[1]?.lines.at(-2)).toBe('Österreich');
  });

  it('has no English word in Brazilian Portuguese', () => {
    // Two are Portuguese too, and the third explains its translation to those who know only that name.
    expect(bothSay('pt-BR').sort()).toEqual(['Subtotal', 'Total', 'VAT']);
    const { headline, sums } = printed('pt-BR', { state: 'past_due', balance_in_cents: 123456 });
    expect([headline.amount, headline.state]).toEqual(['€\u00a01.234,56', 'Vencida desde 31 de março de 2026']);
    expect(sums.map(({ label }) => label)).toContain('Imposto sobre vendas CA (8,75%)');
  });

  it('has the formats of Austria with the words of German', () => {
    const { headline, sums } = printed('de-AT', { state: 'past_due', balance_in_cents: 123456 });
    expect([headline.label, headline.amount]).toEqual(['Zu zahlen', '€\u00a01.234,56']);
    expect(sums.map(({ label }) => label)).toContain('USt. AT (20\u00a0%)');
  });

  it('is English throughout when there are no words of the language that is asked for', () => {
    for (const changes of everyInvoice) expect(printed('th', changes)).toEqual(printed('en-US', changes));
    expect(printed('th, ro;q=0.5, en-GB;q=0.1').headline.state).toBe(printed('en-GB').headline.state);
  });
});

describe.each(Object.keys(invoiceWordsByLanguage))('in %s', (language) => {
  const states = (wanted: string) => everyInvoice.map((changes) => printed(wanted, changes).headline.state);

  it('every state has words of its own', () => {
    for (const state of states(language)) expect(state).toMatch(/\p{L}{2}/u);
    // Five of a charge, four of a credit; processing reads the same on both, pending differs with the terms: 5 + 4 - 1
    // + 1.
    expect(new Set(states(language)).size).toBe(9);
    const english = language === 'en' ? [] : states('en');
    expect(states(language).filter((state) => english.includes(state))).toEqual([]);
  });
});
