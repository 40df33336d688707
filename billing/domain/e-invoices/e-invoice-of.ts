import { hasTwoDecimalsAtMost } from '../../values/money/currency.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { isEuropean } from '../../values/tax/places.ts';
import { isVatNumber } from '../../values/tax/vat-number.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import { invoiceName } from '../invoices/invoice-name.ts';
import type { InvoiceParts } from '../invoices/invoice-parts.ts';
import type { ShownInvoice } from '../invoices/record.ts';
import type { EInvoice, EInvoicePeriod, EInvoiceTotals, VatBreakdown } from './e-invoice.ts';
import { amountsOf, lineOfEInvoice, periodOfLine, vatOfLines } from './line-of-e-invoice.ts';
import { buyerOf, type SellingSettings, sellerOf, shippedToOf } from './parties.ts';
import { merchantIban, paymentInstructions } from './payment-instructions.ts';
import { isComputedTax, vatBreakdown } from './vat-breakdown.ts';

/** All that an e-invoice is made of. The lines of the invoice are complete. */
export interface EInvoiceSource {
  readonly site: SellingSettings;
  readonly account: AccountRecord;
  readonly parts: InvoiceParts;
  /** The charge invoices that a credit invoice credits. */
  readonly preceding: readonly Pick<ShownInvoice, 'invoice_number' | 'invoice_number_prefix' | 'created_at'>[];
}

/** An e-invoice; or the sentences that say why there is none, each with what to set where something is missing. */
export type MadeEInvoice =
  | { readonly is: 'made'; readonly invoice: EInvoice }
  | { readonly is: 'impossible'; readonly problems: readonly string[] };

/** The custom field of an account that holds the buyer's reference. */
export const BUYER_REFERENCE_FIELD = 'buyer_reference';

/** All but the invoices that are credited, with some lines of the invoice at least. */
type PartialSource = Omit<EInvoiceSource, 'preceding'>;

const signOf = ({ type }: ShownInvoice): 1 | -1 => (type === 'credit' ? -1 : 1);

/** Returns the lines that have a category of VAT, and the VAT by category and rate. */
const linesOf = ({ site, parts: { invoice, lines: all } }: PartialSource) => {
  const day = (at: Seconds): string => dayIn(site.time_zone, at);
  const counted = all.map((line) => ({ line, amounts: amountsOf(line, signOf(invoice)) }));
  const vats = vatOfLines(counted, invoice.vat_reverse_charge_notes !== null);
  const lines = counted.flatMap((one, index) => {
    const vat = vats[index];
    return vat ? [{ ...one.amounts, line: lineOfEInvoice(one, vat, index + 1, site), vat }] : [];
  });
  return { day, lines, vat: vatBreakdown(lines, invoice.vat_reverse_charge_notes) };
};

/**
 * Returns why there is no e-invoice of an invoice of which only the first lines were read. The lines after them, and
 * with them the amounts, can still rule one out.
 */
export const foreseenProblems = (source: PartialSource): readonly string[] => {
  const { lines, vat } = linesOf(source);
  return problemsBesideAmounts(source, lines, vat);
};

const problemsBesideAmounts = (
  source: PartialSource,
  lines: readonly unknown[],
  vat: readonly VatBreakdown[],
): readonly string[] => [
  ...problemsOfInvoice(source.parts.invoice),
  ...problemsOfSeller(source),
  ...problemsOfBuyer(source, vat),
  ...(merchantIban(source.site.company_iban) === undefined
    ? ['The setting company_iban is no IBAN: correct or remove it.']
    : []),
  ...(lines.length < source.parts.lines.length
    ? ['A line has several taxes or another tax than VAT, which EN 16931 cannot express.']
    : []),
];

/** Returns an invoice in the terms of EN 16931, if it has all that the standard demands. */
export const eInvoiceOf = (source: EInvoiceSource): MadeEInvoice => {
  const { site, account, parts, preceding } = source;
  const { invoice } = parts;
  const sign = signOf(invoice);
  const { day, lines, vat } = linesOf(source);
  const totals = totalsOf(parts, sign, vat);
  const iban = merchantIban(site.company_iban);
  const { seller } = sellerOf(site, parts);
  const buyer = buyerOf(parts, account);
  const problems = [
    ...problemsBesideAmounts(source, lines, vat),
    ...(lines.length < parts.lines.length ? [] : problemsOfAmounts(invoice, sign, totals, vat)),
  ];
  if (problems.length > 0) return { is: 'impossible', problems };
  const isCredit = invoice.type === 'credit';
  const shipped = shippedToOf(parts);
  const goods = vat.some(({ category }) => category === 'K');
  const address = shipped ?? (goods ? buyer.address : null);
  return {
    is: 'made',
    invoice: {
      kind: isCredit ? 'credit_note' : 'invoice',
      number: invoiceName(invoice),
      issued: day(invoice.created_at),
      due: isCredit ? null : day(invoice.due_on ?? invoice.created_at),
      currency: invoice.currency,
      notes: [invoice.look?.text, invoice.customer_notes].flatMap((text) => (text?.trim() ? [text.trim()] : [])),
      buyer_reference: referenceOf(account) ?? invoice.po_number ?? null,
      purchase_order: invoice.po_number ?? null,
      preceding: preceding.map((one) => ({ number: invoiceName(one), issued: day(one.created_at) })),
      seller,
      buyer,
      delivery: address && { address, day: day(invoice.created_at) },
      period: spanOf(parts.lines.flatMap((line) => periodOfLine(line, site) ?? [])),
      payment: paymentInstructions(parts, iban ?? null),
      payment_terms: isCredit
        ? 'What is not paid out stays on the account as credit.'
        : invoice.terms_and_conditions?.trim() || null,
      totals,
      vat,
      lines: lines.map(({ line }) => line),
    },
  };
};

const referenceOf = ({ custom_fields }: AccountRecord): string | null =>
  custom_fields.find(({ name }) => name === BUYER_REFERENCE_FIELD)?.value?.trim() || null;

const spanOf = (periods: readonly EInvoicePeriod[]): EInvoicePeriod | null => {
  const from = periods.map((one) => one.from).toSorted()[0];
  const to = periods
    .map((one) => one.to)
    .toSorted()
    .at(-1);
  return from !== undefined && to !== undefined ? { from, to } : null;
};

/** Returns the totals. What was written off is still due; whatever else the balance lacks was paid. */
const totalsOf = (
  { invoice, creditPayments }: InvoiceParts,
  sign: 1 | -1,
  vat: readonly VatBreakdown[],
): EInvoiceTotals => {
  const net = vat.reduce((sum, { taxable }) => sum + taxable, 0);
  const tax = vat.reduce((sum, one) => sum + one.tax, 0);
  const writtenOff = creditPayments
    .filter(({ action, voided_at }) => action === 'write_off' && voided_at === null)
    .reduce((sum, { amount_in_cents }) => sum + amount_in_cents, 0);
  const left = invoice.balance_in_cents === 0 ? 0 : sign * invoice.balance_in_cents;
  const due = invoice.type === 'credit' ? left : left + writtenOff;
  return { net, vat: tax, gross: net + tax, paid: net + tax - due, due };
};

const problemsOfInvoice = ({ invoice_number, type, state, currency }: ShownInvoice): string[] => [
  ...(invoice_number === null ? ['The invoice has no number yet.'] : []),
  ...(type === 'legacy' ? ['The invoice comes from an earlier system and has no lines to count.'] : []),
  ...(state === 'voided' ? ['The credit invoice is voided.'] : []),
  ...(hasTwoDecimalsAtMost(currency)
    ? []
    : [`Amounts in ${currency} have more than two decimals, which EN 16931 does not allow.`]),
];

const problemsOfSeller = ({ site, parts }: PartialSource): string[] => {
  const { seller, country } = sellerOf(site, parts);
  const { entity } = parts;
  const place = entity ? `of the business entity ${entity.code}` : 'of the site';
  if (!isEuropean(country)) {
    return [`The seller is in ${country}, outside the European Union: e-invoices need a seller in a member state.`];
  }
  const { lines, city } = seller.address;
  const number = entity ? 'default_vat_number' : 'company_vat_number';
  return [
    ...(seller.vat_number === '' ? [`The seller has no VAT number: set ${number} ${place}.`] : []),
    ...(seller.vat_number !== '' && !isVatNumber(site.mode, country, seller.vat_number)
      ? [`${seller.vat_number} is no VAT number of ${country}: correct ${number} ${place}.`]
      : []),
    ...(lines.length === 0 && !city
      ? [`The seller has no address: set ${entity ? 'invoice_display_address' : 'company_address'} ${place}.`]
      : []),
    ...(!entity && !site.company?.trim() ? ['The seller has no name: set company of the site.'] : []),
  ];
};

const problemsOfBuyer = ({ parts, account }: PartialSource, vat: readonly VatBreakdown[]): string[] => {
  const { country } = parts.invoice.address;
  const buyer = buyerOf(parts, account);
  if (!country) return ["The buyer's address has no country: complete the billing address of the account."];
  if (!isEuropean(country)) {
    return [`The buyer is in ${country}, outside the European Union: e-invoices need a buyer in a member state.`];
  }
  const isCharged = vat.some(({ category }) => category === 'AE' || category === 'K');
  return [
    ...(buyer.name === '' ? ['The buyer has no name: set company_name or the names of the account.'] : []),
    ...(isCharged && !buyer.vat_number ? ['The buyer owes the VAT and the invoice has no VAT number of theirs.'] : []),
  ];
};

/** The totals of the lines are those of the invoice, and the VAT is that of its rates. */
const problemsOfAmounts = (
  { total_in_cents, currency }: ShownInvoice,
  sign: 1 | -1,
  { gross }: EInvoiceTotals,
  vat: readonly VatBreakdown[],
): string[] => [
  ...(gross === sign * total_in_cents || (gross === 0 && total_in_cents === 0)
    ? []
    : ['The lines do not add up to the total of the invoice.']),
  ...(vat.every((one) => isComputedTax(one, currency)) ? [] : ['The VAT of a rate is not that rate of its lines.']),
];
