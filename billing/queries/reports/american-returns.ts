import {
  type ReportColumn,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  WITHOUT_VALUE,
} from '../../domain/reports/report.ts';
import { type CanadianReturn, canadianReturn, isInAmericanReturns } from '../../domain/tax-returns/placements.ts';
import type { SoldPart } from '../../domain/tax-returns/sold-part.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { partColumn, placeColumns, placeOf, SOLD_LINES, sumColumns, summedParts, whereTaxed } from './sold-parts.ts';

/** The lines of a state: those that it taxes, or those of its customers without tax. */
const LINES_OF_STATE: ReportLead = {
  ...SOLD_LINES,
  where: (row) => {
    if (row.treatment === 'taxed') return whereTaxed(row);
    return row.part === 'in_return' ? { state: String(row.state ?? WITHOUT_VALUE) } : {};
  },
};

const STATE: ReportColumn = { name: 'state', label: 'State', kind: 'text' };

export const SALES_TAX_US_COLUMNS: readonly ReportColumn[] = [
  partColumn(),
  STATE,
  ...placeColumns('Region').map((column) => (column.name === 'region' ? { ...column, detail: true as const } : column)),
  ...sumColumns(LINES_OF_STATE),
];

/** Returns the rows of the returns of American states, by state and rate, and what is in none of them. */
export async function* salesTaxUsRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  yield* await summedParts(records, site, period, (part) => ({
    part: isInAmericanReturns(part) ? 'in_return' : 'not_in_return',
    // The address may write the state in another way than the tax does.
    state: stateOf(part),
    ...placeOf(part),
  }));
}

/** Returns the state of a part, as the tax writes it where there is one: the address may write it in another way. */
const stateOf = (part: SoldPart): string | null => {
  if (!isInAmericanReturns(part)) return null;
  return part.treatment === 'taxed' ? part.region : part.state;
};

const CANADIAN_RETURNS: readonly CanadianReturn[] = ['gst_hst', 'qst', 'pst', 'other_tax', 'untaxed', 'not_in_return'];

const LINES_OF_PROVINCE: ReportLead = { ...SOLD_LINES, by: [...SOLD_LINES.by, 'state'] };

export const SALES_TAX_CA_COLUMNS: readonly ReportColumn[] = [
  partColumn(CANADIAN_RETURNS),
  { ...STATE, label: 'Province' },
  ...placeColumns('Tax').map((column) => {
    if (column.name === 'region') return { ...column, isTaxName: true as const };
    return column.name === 'tax_type' ? { ...column, label: 'Type of tax' } : column;
  }),
  ...sumColumns(LINES_OF_PROVINCE),
];

/** Returns the rows of the returns of Canada, by province, tax and rate, and what is in none of them. */
export async function* salesTaxCaRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  yield* await summedParts(
    records,
    site,
    period,
    (part) => ({ part: canadianReturn(part), state: part.state, ...placeOf(part) }),
    CANADIAN_RETURNS,
  );
}
