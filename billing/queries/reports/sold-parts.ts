import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { isSupply, percentOf, treatmentOf } from '../../domain/reports/tax-treatment.ts';
import { type SoldPart, taxPartsOf } from '../../domain/tax-returns/sold-part.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { correctedQuarterOf, linesIn, sellerCountryOf, taxInWords, writtenOff } from './reported-lines.ts';

/** The places of rows in a return. */
const IN_OR_NOT = ['in_return', 'not_in_return'] as const;

/** The sums of parts that have the same values, in cents. */
export type PartSum = {
  lines: number;
  net: number;
  tax: number;
  /** The part of the tax that is in write-offs. */
  tax_written_off: number;
};

/**
 * Adds up the lines of a period by the values that `valuesOf` returns for each of their parts, in the order of `parts`,
 * then of the other values. Gift cards are left out, as in the report about tax.
 */
export const summedParts = async <Values extends ReportRow & { readonly part: string }>(
  records: Records,
  site: Site,
  period: ReportPeriod,
  valuesOf: (part: SoldPart) => Values,
  parts: readonly string[] = IN_OR_NOT,
): Promise<readonly (Values & PartSum)[]> => {
  const sums = new Map<string, PartSum>();
  for await (const line of linesIn(records, period)) {
    if (!isSupply(treatmentOf(line))) continue;
    const net = line.total_in_cents - line.tax_in_cents;
    const common = {
      seller_country: sellerCountryOf(line, site),
      account_code: line.account_code,
      vat_number: line.vat_number,
      corrected_quarter: correctedQuarterOf(line, site, period),
      net,
    };
    for (const [jurisdiction, tax] of taxPartsOf(line)) {
      const key = JSON.stringify(valuesOf({ ...jurisdiction, ...common, tax }));
      const sum = sums.get(key) ?? { lines: 0, net: 0, tax: 0, tax_written_off: 0 };
      sum.lines += 1;
      sum.net += net;
      sum.tax += tax;
      if (line.invoice_origin === 'write_off') sum.tax_written_off += tax;
      sums.set(key, sum);
    }
  }
  return [...sums]
    .map(([key, sum]) => ({ ...(JSON.parse(key) as Values), ...sum }))
    .sort(
      (one, other) =>
        parts.indexOf(one.part) - parts.indexOf(other.part) || orderOf(one).localeCompare(orderOf(other), 'en'),
    );
};

const orderOf = ({ lines: _, net: __, tax: ___, tax_written_off: ____, ...values }: ReportRow): string =>
  Object.values(values)
    .map((part) => part ?? '')
    .join('\n');

/** Returns the percent of the rate of a part; null without one. */
export const ratePercentOf = ({ rate }: Pick<SoldPart, 'rate'>): number | null =>
  rate === null ? null : percentOf(rate);

/** Returns the filter of the taxes of the lines that a row adds up. */
export const whereTaxed = ({ region, rate_percent }: ReportRow): Readonly<Record<string, string>> =>
  region === null || rate_percent === null ? {} : { taxes: taxInWords(String(region), Number(rate_percent)) };

/** The lines that a row of a tax return adds up. */
export const SOLD_LINES: ReportLead = {
  to: 'sales',
  by: ['country', 'seller_country', 'currency', 'treatment'],
  where: whereTaxed,
};

/** Returns the first column of a tax return: the place of a row in it. */
export const partColumn = (values: readonly string[] = IN_OR_NOT): ReportColumn => ({
  name: 'part',
  label: 'Part',
  kind: 'text',
  values,
  filters: true,
});

/** Returns the columns of the place and the treatment of the rows of a tax return. */
export const placeColumns = (region: string): readonly ReportColumn[] => [
  { name: 'seller_country', label: 'Seller in', kind: 'text', detail: true },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'region', label: region, kind: 'text' },
  { name: 'tax_type', label: 'Tax', kind: 'text', detail: true },
  { name: 'rate_percent', label: 'Rate', kind: 'percent' },
  { name: 'treatment', label: 'Treatment', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
];

/** Returns the columns of the sums of a tax return, whose numbers lead to the lines that they add up. */
export const sumColumns = (leads: ReportLead = SOLD_LINES): readonly ReportColumn[] => [
  { name: 'lines', label: 'Lines', kind: 'count', leads },
  { name: 'net', label: 'Net', kind: 'cents', overlaps: true, leads },
  { name: 'tax', label: 'Tax', kind: 'cents', leads },
  { name: 'tax_written_off', label: 'Tax in write-offs', kind: 'cents', unlessZero: true, leads: writtenOff(leads) },
];

/** Returns the values of a row that `placeColumns` are of. */
export const placeOf = (part: SoldPart) => {
  const { seller_country, country, region, tax_type, treatment, currency } = part;
  return { seller_country, country, region, tax_type, rate_percent: ratePercentOf(part), treatment, currency };
};
