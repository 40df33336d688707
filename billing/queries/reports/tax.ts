import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import { evidenceResult, needsEvidence, OPEN_EVIDENCE } from '../../domain/reports/tax-evidence.ts';
import { isSupply, percentOf, treatmentOf } from '../../domain/reports/tax-treatment.ts';
import { type TaxJurisdiction, taxPartsOf } from '../../domain/tax-returns/sold-part.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { ledgerSumOf } from './ledger-sums.ts';
import { linesIn, taxInWords, writtenOff } from './reported-lines.ts';

const LINES: ReportLead = {
  to: 'sales',
  by: ['country', 'state', 'currency', 'treatment'],
  where: ({ region, rate_percent }) =>
    region === null || rate_percent === null ? {} : { taxes: taxInWords(String(region), Number(rate_percent)) },
};

/** The lines among them whose place of supply is not proved. */
const UNPROVED: ReportLead = {
  ...LINES,
  to: 'tax_evidence',
  where: (row) => ({ ...LINES.where?.(row), evidence: [...OPEN_EVIDENCE].join(',') }),
};

export const TAX_COLUMNS: readonly ReportColumn[] = [
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'state', label: 'State', kind: 'text' },
  { name: 'region', label: 'Region', kind: 'text', detail: true },
  { name: 'tax_type', label: 'Tax', kind: 'text' },
  { name: 'rate_percent', label: 'Rate', kind: 'percent' },
  { name: 'treatment', label: 'Treatment', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'lines', label: 'Lines', kind: 'count', leads: LINES },
  { name: 'net', label: 'Net', kind: 'cents', overlaps: true, leads: LINES },
  { name: 'tax', label: 'Tax', kind: 'cents', leads: LINES },
  { name: 'tax_written_off', label: 'Tax in write-offs', kind: 'cents', unlessZero: true, leads: writtenOff(LINES) },
  {
    ...{ name: 'lines_unproved', label: 'Place not proved', kind: 'count', unlessZero: true, leads: UNPROVED },
    // A payment after the period is evidence of a sale in it.
    ofToday: true,
  },
];

interface TaxSum {
  lines: number;
  net: number;
  tax: number;
  /** The part of the tax that is in write-offs. */
  tax_written_off: number;
  /** The lines among them whose place of supply is not proved. */
  lines_unproved: number;
}

/**
 * Returns what was sold and taxed in each jurisdiction at each rate. A jurisdiction is a country with a state and a
 * type of tax, so that the state CA and the country CA are two. The net amount of a line with several taxes is in the
 * row of each of them. Gift cards are left out: what they pay for is in it when it is sold. So is what was
 * carried forward, which another system reports.
 */
export async function* taxReportRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const sums = new Map<string, TaxSum>();
  for await (const line of linesIn(records, period)) {
    const treatment = treatmentOf(line);
    if (!isSupply(treatment)) continue;
    const isUnproved = needsEvidence(line, treatment) && OPEN_EVIDENCE.has(evidenceResult(line));
    for (const [jurisdiction, tax] of taxPartsOf(line)) {
      const key = JSON.stringify(jurisdiction);
      const sum = sums.get(key) ?? { lines: 0, net: 0, tax: 0, tax_written_off: 0, lines_unproved: 0 };
      sum.lines += 1;
      if (isUnproved) sum.lines_unproved += 1;
      sum.net += line.total_in_cents - line.tax_in_cents;
      sum.tax += tax;
      if (line.invoice_origin === 'write_off') sum.tax_written_off += tax;
      sums.set(key, sum);
    }
  }
  const rows = [...sums].map(([key, sum]) => {
    const { rate, ...jurisdiction } = JSON.parse(key) as TaxJurisdiction;
    return { ...jurisdiction, rate_percent: rate === null ? null : percentOf(rate), ...sum };
  });
  yield* rows.sort((one, other) => orderOf(one).localeCompare(orderOf(other), 'en'));
}

/** Returns where the taxes of the report and of the ledger differ. */
export const taxDifferences = async (
  records: Records,
  period: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => {
  const posted = await ledgerSumOf(records.reports, period, 'tax', 'invoice.posted');
  return differingSums(
    'tax',
    sums.of('tax'),
    // The ledger credits what is owed to the authorities.
    new Map([...posted].map(([currency, cents]) => [currency, -cents])),
  );
};

const orderOf = ({ country, state, region, tax_type, rate_percent, treatment, currency }: ReportRow): string =>
  [country, state, region, tax_type, rate_percent, treatment, currency].map((part) => part ?? '').join('\n');
