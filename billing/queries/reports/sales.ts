import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { treatmentOf } from '../../domain/reports/tax-treatment.ts';
import type { ReportedLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { serviceDays } from '../../values/periods/service-days.ts';
import type { ReportQuestion } from './report-question.ts';
import { correctedQuarterOf, linesIn, oneTaxInWords, sellerCountryOf, taxesInWords } from './reported-lines.ts';

export const SALES_COLUMNS: readonly ReportColumn[] = [
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'invoice_date', label: 'Date', kind: 'day' },
  { name: 'type', label: 'Type', kind: 'text', filters: true, values: ['charge', 'credit'] },
  { name: 'credited_invoice', label: 'Credits invoice', kind: 'text', opens: 'invoice', unlessZero: true },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer', isSeveral: true },
  { name: 'customer', label: 'Customer', kind: 'text', personal: true },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'state', label: 'State', kind: 'text' },
  { name: 'seller_country', label: 'Seller in', kind: 'text', detail: true },
  { name: 'vat_number', label: 'VAT number', kind: 'text', personal: true, detail: true },
  { name: 'description', label: 'Line', kind: 'text' },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true, detail: true },
  { name: 'origin', label: 'Origin', kind: 'text', detail: true },
  { name: 'invoice_origin', label: 'Origin of the invoice', kind: 'text', detail: true },
  { name: 'accounting_code', label: 'Accounting code', kind: 'text', detail: true },
  { name: 'revenue_gl_account_code', label: 'Revenue account', kind: 'text', detail: true },
  { name: 'service_from', label: 'Service from', kind: 'day', detail: true },
  { name: 'service_to', label: 'Service to', kind: 'day', detail: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'treatment', label: 'Treatment', kind: 'text', detail: true },
  { name: 'corrected_quarter', label: 'Corrects', kind: 'text', detail: true },
  { name: 'taxes', label: 'Taxes', kind: 'text', detail: true, isList: true },
  { name: 'net', label: 'Net', kind: 'cents' },
  { name: 'tax', label: 'Tax', kind: 'cents' },
  { name: 'gross', label: 'Gross', kind: 'cents' },
  { name: 'of_tax', label: 'Of this tax', kind: 'cents', onlyWith: 'taxes' },
];

/**
 * Returns every line of every invoice, charges and credits, with its net amount, tax and service period; where one tax
 * is asked for, with the part of it in the tax of the line.
 */
export async function* salesRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { where }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  for await (const line of linesIn(records, period)) {
    yield {
      invoice_number: line.invoice_number,
      invoice_date: dayIn(site.time_zone, line.invoiced_at),
      type: line.invoice_type,
      credited_invoice: line.original_invoice_number,
      account_code: line.account_code,
      customer: line.customer,
      country: line.country,
      state: line.state,
      seller_country: sellerCountryOf(line, site),
      vat_number: line.vat_number,
      description: line.description,
      plan_code: line.plan_code,
      origin: line.origin,
      invoice_origin: line.invoice_origin,
      accounting_code: line.accounting_code,
      revenue_gl_account_code: line.revenue_gl_account_code,
      ...serviceDays(line, site),
      currency: line.currency,
      treatment: treatmentOf(line),
      corrected_quarter: correctedQuarterOf(line, site, period),
      taxes: taxesInWords(line),
      net: line.total_in_cents - line.tax_in_cents,
      tax: line.tax_in_cents,
      gross: line.total_in_cents,
      ...(where.taxes !== undefined && { of_tax: centsOfTax(line, where.taxes) }),
    };
  }
}

/** Returns the cents of one tax, such as `GST 5 %`, in the tax of a line. */
const centsOfTax = ({ taxes }: ReportedLine, asked: string): number =>
  taxes.filter((tax) => oneTaxInWords(tax) === asked).reduce((sum, { amount }) => sum + amount, 0);
