import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { EVIDENCE_RESULTS, evidenceResult, needsEvidence } from '../../domain/reports/tax-evidence.ts';
import { treatmentOf } from '../../domain/reports/tax-treatment.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { linesIn, taxesInWords } from './reported-lines.ts';

export const TAX_EVIDENCE_COLUMNS: readonly ReportColumn[] = [
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice' },
  { name: 'invoice_date', label: 'Date', kind: 'day' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer', isSeveral: true },
  { name: 'customer', label: 'Customer', kind: 'text', personal: true },
  { name: 'description', label: 'Line', kind: 'text', detail: true },
  { name: 'country', label: 'Taxed in', kind: 'text', filters: true },
  { name: 'state', label: 'State', kind: 'text', detail: true },
  { name: 'billing_country', label: 'Billing address', kind: 'text' },
  { name: 'ip_country', label: 'IP address', kind: 'text' },
  { name: 'method_country', label: 'Card or bank', kind: 'text' },
  { name: 'evidence', label: 'Evidence', kind: 'text', filters: true, values: EVIDENCE_RESULTS },
  { name: 'treatment', label: 'Treatment', kind: 'text', detail: true },
  { name: 'taxes', label: 'Taxes', kind: 'text', detail: true, isList: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'net', label: 'Net', kind: 'cents' },
  { name: 'tax', label: 'Tax', kind: 'cents' },
];

/** Returns the lines whose place of supply depends on evidence, with what spoke for the customer's country. */
export async function* taxEvidenceRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for await (const line of linesIn(records, period)) {
    const treatment = treatmentOf(line);
    if (!needsEvidence(line, treatment)) continue;
    yield {
      invoice_number: line.invoice_number,
      invoice_date: dayIn(site.time_zone, line.invoiced_at),
      account_code: line.account_code,
      customer: line.customer,
      description: line.description,
      country: line.country,
      state: line.state,
      billing_country: line.billing_country,
      ip_country: line.ip_country,
      method_country: line.method_country,
      evidence: evidenceResult(line),
      treatment,
      taxes: taxesInWords(line),
      currency: line.currency,
      net: line.total_in_cents - line.tax_in_cents,
      tax: line.tax_in_cents,
    };
  }
}
