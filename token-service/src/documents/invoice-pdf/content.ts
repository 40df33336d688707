import { exactUnits } from '@service/billing/domain/adjustments/counted-units.ts';
import type { ShownAdjustment } from '@service/billing/domain/adjustments/record.ts';
import { conversionText } from '@service/billing/domain/exchange-rates/exchange-rate.ts';
import type { ShownCreditPayment } from '@service/billing/domain/invoices/credit-payment.ts';
import { isDueOnReceipt } from '@service/billing/domain/invoices/due-date.ts';
import type { InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import type { InvoiceLook } from '@service/billing/domain/invoices/look.ts';
import { convertedAmounts } from '@service/billing/domain/taxes/tax-conversion.ts';
import type { ShownTransaction } from '@service/billing/domain/transactions/record.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { isBankDebit } from '@service/billing/values/bank/debits.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { cardInWords } from '../messages/card-in-words.ts';
import type { InvoiceWords } from '../messages/en/invoice.ts';
import type { Formats } from '../messages/formats.ts';
import { lineDescription } from '../messages/line-description.ts';
import { sellerName } from '../messages/seller-name.ts';
import { taxRows, taxRowsOfPrices } from '../messages/tax-rows.ts';
import { addressLines } from './address.ts';
import { printedSeller } from './printed-seller.ts';

/** All text printed on an invoice, in order. */
export interface InvoiceContent {
  /** Kind of document and number. */
  readonly heading: string;
  readonly seller: string;
  /** The amount due or paid. */
  readonly headline: { readonly label: string; readonly amount: string; readonly state: string; readonly tone: Tone };
  readonly facts: readonly PrintedPair[];
  readonly parties: readonly { readonly label: string; readonly lines: readonly string[] }[];
  /** The text of the invoice's template. */
  readonly text: string | null;
  readonly columns: readonly [string, string, string, string];
  readonly lines: readonly PrintedLine[];
  readonly sums: readonly PrintedPair[];
  readonly total: PrintedPair;
  readonly payments: readonly PrintedPair[];
  readonly balance: PrintedPair | undefined;
  readonly notes: readonly { readonly label: string; readonly text: string }[];
  /** Links to the merchant's own pages. */
  readonly links: readonly { readonly label: string; readonly address: string }[];
}

export type Tone = 'good' | 'bad' | 'plain';

export interface PrintedPair {
  readonly label: string;
  readonly value: string;
}

export interface PrintedLine {
  readonly description: string;
  /** Printed smaller, below the description. */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
}

/** The fields of a line that are printed. */
export type LineToPrint = {
  readonly [K in 'account_code' | 'invoice_account_code']?: ShownAdjustment[K] | undefined;
} & Pick<
  ShownAdjustment,
  | 'type'
  | 'origin'
  | 'description'
  | 'start_date'
  | 'end_date'
  | 'quantity'
  | 'quantity_decimal'
  | 'price_of_unit_in_cents'
  | 'unit_amount_in_cents'
  | 'discount_in_cents'
  | 'taxes'
  | 'tax_inclusive'
  | 'printed_text'
>;

export interface InvoiceToPrint extends Omit<InvoiceParts, 'lines'> {
  /** The lines; the price of a unit of usage is that of its computation, where the line has one. */
  readonly lines: readonly (LineToPrint & Partial<Pick<ShownAdjustment, 'computation'>>)[];
  readonly site: Pick<Site, 'subdomain' | 'seller_country' | 'company' | 'company_address' | 'company_vat_number'> &
    Partial<Pick<Site, 'shop_url' | 'privacy_url' | 'terms_url'>>;
  /** Numbers, with prefix, of the charge invoices that a credit invoice credits. */
  readonly originals: readonly string[];
}

/** Returns the text of an invoice in one language. */
export const contentOf = (request: InvoiceToPrint, words: InvoiceWords, formats: Formats): InvoiceContent => {
  const printed = { ...request, site: printedSeller(request) };
  const { invoice, lines, site } = printed;
  const { money } = formats;
  const credit = invoice.type === 'credit';
  const payments = credit ? spent(printed, words, formats) : paid(printed, words, formats);
  return {
    heading: `${credit ? words.title.credit : words.title.charge} ${numberOf(printed)}`,
    seller: sellerName(site),
    headline: headline(printed, words, formats),
    facts: facts(printed, words, formats),
    parties: parties(printed, words, formats),
    columns: [words.description, words.quantity, words.unitPrice, words.amount],
    text: invoice.look?.text ?? null,
    lines: shownLines(lines, invoice.look).map((line) => printedLine(line, invoice.look, words, formats)),
    sums: sums(printed, words, formats),
    total: { label: words.total, value: money(invoice.total_in_cents) },
    payments,
    balance:
      payments.length > 0
        ? {
            label: credit ? words.creditLeft : words.balance,
            value: money(credit ? Math.abs(invoice.balance_in_cents) : invoice.balance_in_cents),
          }
        : undefined,
    notes: [
      { label: words.notes, text: invoice.customer_notes },
      // The law requires this heading even if the merchant adds no text to it.
      { label: words.reverseCharge, text: invoice.vat_reverse_charge_notes, alone: true },
      { label: words.terms, text: invoice.terms_and_conditions },
    ].flatMap(({ label, text, alone = false }) =>
      text?.trim() || (alone && text !== null) ? [{ label, text: text?.trim() ?? '' }] : [],
    ),
    links: [
      { label: words.brand.backTo(sellerName(site)), address: site.shop_url },
      { label: words.brand.privacy, address: site.privacy_url },
      { label: words.brand.terms, address: site.terms_url },
    ].flatMap(({ label, address }) => (address ? [{ label, address }] : [])),
  };
};

const numberOf = ({ invoice }: InvoiceToPrint): string => `${invoice.invoice_number_prefix}${invoice.invoice_number}`;

/** Without a company, `tideline-books` is written `Tideline Books`. */
const headline = (
  { invoice }: InvoiceToPrint,
  words: InvoiceWords,
  { money, date }: Formats,
): InvoiceContent['headline'] => {
  const { state } = words;
  const total = invoice.total_in_cents;
  const closed = date(invoice.closed_at ?? invoice.created_at);
  const due = date(invoice.due_on ?? invoice.created_at);
  const owed = { label: words.amountDue, amount: money(invoice.balance_in_cents) };
  const settled = { label: words.totalPaid, amount: money(total) };
  const given = { label: words.credited, amount: money(Math.abs(total)) };
  switch (invoice.state) {
    case 'paid':
      return { ...settled, state: state.paid(closed), tone: 'good' };
    case 'past_due':
      return { ...owed, state: state.past_due(due), tone: 'bad' };
    case 'failed':
      return { ...settled, state: state.failed, tone: 'bad' };
    case 'open':
      return { ...given, state: state.open(money(Math.abs(invoice.balance_in_cents))), tone: 'good' };
    case 'closed':
      return { ...given, state: state.closed(closed), tone: 'plain' };
    case 'voided':
      return { ...given, state: state.voided, tone: 'plain' };
    case 'processing':
      return { ...(invoice.type === 'credit' ? given : owed), state: state.processing, tone: 'plain' };
    default:
      return {
        ...owed,
        state: isDueOnReceipt(invoice) ? state.pendingOnReceipt : state.pending(due),
        tone: 'plain',
      };
  }
};

const facts = (printed: InvoiceToPrint, words: InvoiceWords, { date }: Formats): PrintedPair[] => {
  const { invoice, originals } = printed;
  const due = isDueOnReceipt(invoice) ? words.onReceipt : date(invoice.due_on ?? invoice.created_at);
  const all: [string, string][] = [
    [words.number, numberOf(printed)],
    [words.issued, date(invoice.created_at)],
    [words.due, invoice.type === 'charge' && invoice.collection_method === 'manual' ? due : ''],
    [words.forInvoice, originals.join(', ')],
    [words.poNumber, invoice.po_number ?? ''],
  ];
  return all.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]));
};

const parties = (
  { invoice, site }: InvoiceToPrint,
  words: InvoiceWords,
  { country }: Formats,
): InvoiceContent['parties'] => {
  const billed = addressLines(invoice.address, country);
  if (invoice.vat_number) billed.push(words.vatNumber(invoice.vat_number));
  return [
    {
      label: words.from,
      lines: [
        sellerName(site),
        ...site.company_address,
        country(site.seller_country),
        ...(site.company_vat_number ? [words.vatNumber(site.company_vat_number)] : []),
      ],
    },
    { label: words.billedTo, lines: billed },
    { label: words.shippedTo, lines: invoice.shipping_address ? addressLines(invoice.shipping_address, country) : [] },
  ].filter(({ lines }) => lines.length > 0);
};

/** The lines but those of nothing, where the look hides them. An invoice of nothing else shows them. */
const shownLines = (lines: readonly LineToPrint[], look: InvoiceLook | null): readonly LineToPrint[] => {
  const charging = look?.hide_zero_lines ? lines.filter((line) => line.unit_amount_in_cents * line.quantity !== 0) : [];
  return charging.length > 0 ? charging : lines;
};

const printedLine = (
  line: LineToPrint,
  look: InvoiceLook | null,
  words: InvoiceWords,
  formats: Formats,
): PrintedLine => {
  const { money, quantity, period } = formats;
  const { quantity: exact, unit_amount_in_cents: unit } = exactUnits(line);
  const within = line.tax_inclusive ? taxRowsOfPrices([line], words, formats) : [];
  return {
    description: lineDescription(line, words) || words.unnamed[line.type],
    details: [
      forOther(line, words),
      line.end_date === null || look?.hide_line_dates ? '' : period(line.start_date, line.end_date),
      line.discount_in_cents === 0 ? '' : words.lineDiscount(money(-line.discount_in_cents)),
      ...within.map(({ label, value }) => `${label}: ${value}`),
      ...(line.printed_text ?? '').split('\n'),
    ].filter((detail) => detail !== ''),
    quantity: quantity(exact),
    unit: money(unit),
    amount: money(line.unit_amount_in_cents * line.quantity),
  };
};

/** Names the account that a line is for, where another one pays the invoice. */
const forOther = ({ account_code, invoice_account_code }: LineToPrint, words: InvoiceWords): string =>
  account_code && invoice_account_code && account_code !== invoice_account_code ? words.forAccount(account_code) : '';

/** The amounts between the lines and the total: subtotal, discount, and the tax of each jurisdiction. */
const sums = ({ invoice, lines }: InvoiceToPrint, words: InvoiceWords, formats: Formats): PrintedPair[] => {
  const { money } = formats;
  const taxes = allTaxes(invoice, lines, words, formats);
  if (invoice.discount_in_cents === 0 && taxes.length === 0) return [];
  const discount = { label: words.discount, value: money(-invoice.discount_in_cents) };
  return [
    { label: words.subtotal, value: money(invoice.subtotal_before_discount_in_cents) },
    ...(invoice.discount_in_cents === 0 ? [] : [discount]),
    ...taxes,
    ...convertedTax(invoice, formats),
  ];
};

/** Returns the tax in the currency of its country, with the rates: `EUR = 1.1 USD = 4.25 PLN (27 Nov 2026)`. */
const convertedTax = (
  { tax_conversion, tax_in_cents, currency, subtotal_in_cents }: InvoiceToPrint['invoice'],
  { moneyIn }: Formats,
): PrintedPair[] => {
  if (!tax_conversion) return [];
  const { currency: local, rates, day } = tax_conversion;
  const { tax_in_cents: tax } = convertedAmounts(tax_conversion, { subtotal_in_cents, tax_in_cents }, currency);
  return [{ label: `${conversionText(currency, local, rates)} (${day})`, value: moneyIn(local)(tax) }];
};

/**
 * Returns the tax of each jurisdiction; for a page that has the first lines only, the tax of the invoice in one row,
 * with the names that those lines have.
 */
const allTaxes = (
  { tax_in_cents }: InvoiceToPrint['invoice'],
  lines: InvoiceToPrint['lines'],
  words: InvoiceWords,
  formats: Formats,
): PrintedPair[] => {
  const rows = taxRows(lines, words, formats);
  const counted = lines.flatMap(({ taxes }) => taxes).reduce((sum, { amount }) => sum + amount, 0);
  if (counted === tax_in_cents || rows.length === 0) return rows;
  return [{ label: rows.map(({ label }) => label).join(', '), value: formats.money(tax_in_cents) }];
};

type Dated = PrintedPair & { readonly at: Seconds };

const inOrder = (rows: readonly Dated[]): PrintedPair[] =>
  rows.toSorted((a, b) => a.at - b.at).map(({ label, value }) => ({ label, value }));

/** Payments from credit come first. */
const paid = (
  { transactions, creditPayments }: InvoiceToPrint,
  words: InvoiceWords,
  formats: Formats,
): PrintedPair[] => {
  const { money, day } = formats;
  const credit = creditPayments.filter(inForce).map((one): Dated => {
    const { original_invoice: number } = one;
    const label = one.action === 'write_off' ? words.writtenOffBy(number) : words.creditFrom(number);
    return { label, value: money(-one.amount_in_cents), at: one.created_at };
  });
  const payments = (transactions ?? []).filter(moved).map((one): Dated => {
    const label = words.paidBy(methodOf(one, words), day(one.collected_at ?? one.created_at));
    return { label, value: money(-one.amount_in_cents), at: one.created_at };
  });
  return [...inOrder(credit), ...inOrder(payments)];
};

/** Uses of a credit invoice. Credit applied to the invoice that it credits is not a payment. */
const spent = (
  { transactions, creditPayments, originals }: InvoiceToPrint,
  words: InvoiceWords,
  formats: Formats,
): PrintedPair[] => {
  const { money, day } = formats;
  const credit = creditPayments.filter(inForce).map((one): Dated => {
    const { applied_to_invoice: number, amount_in_cents, created_at: at } = one;
    if (number === null) return { label: words.creditRemoved, value: money(amount_in_cents), at };
    const label = originals.includes(number) ? words.takenOff(number) : words.creditTo(number);
    return { label, value: money(amount_in_cents), at };
  });
  const refunds = (transactions ?? []).filter(moved).map((one): Dated => {
    const label = words.refundedTo(methodOf(one, words), day(one.created_at));
    return { label, value: money(one.amount_in_cents), at: one.created_at };
  });
  return inOrder([...credit, ...refunds]);
};

const inForce = ({ voided_at }: ShownCreditPayment): boolean => voided_at === null;

const moved = ({ status, action }: ShownTransaction): boolean =>
  status === 'success' && (action === 'purchase' || action === 'refund');

/** Brand and last four digits at most: a document never shows more of a card. */
const methodOf = ({ payment_method, details }: ShownTransaction, words: InvoiceWords): string => {
  const { type, card_type, last_four } = details.account.billing_info ?? {};
  const methods: Readonly<Record<string, string>> = words.methods;
  if (last_four && card_type) return cardInWords(card_type, last_four, words);
  if (last_four && isBankDebit(type)) return words.bankAccount(last_four);
  return methods[payment_method] ?? words.methods.other;
};
