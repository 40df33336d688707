import {
  type ReportColumn,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  WITHOUT_VALUE,
} from '../../domain/reports/report.ts';
import { isInEcSalesList, listedVatNumber } from '../../domain/tax-returns/placements.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { type PartSum, partColumn, ratePercentOf, SOLD_LINES, sumColumns, summedParts } from './sold-parts.ts';

/** Customers that the address of their lines has room for. */
const MOST_CUSTOMERS = 40;

const customersOf = ({ account_codes }: ReportRow): readonly string[] =>
  String(account_codes ?? WITHOUT_VALUE).split(', ');

/** The lines of the customers with a number. */
const LINES: ReportLead = {
  ...SOLD_LINES,
  where: (row) => ({
    ...SOLD_LINES.where?.(row),
    ...(row.part === 'in_return' ? { account_code: customersOf(row).join(', ') } : {}),
  }),
  unless: (row) => customersOf(row).length > MOST_CUSTOMERS,
};

export const EC_SALES_COLUMNS: readonly ReportColumn[] = [
  partColumn(),
  { name: 'seller_country', label: 'Seller in', kind: 'text', detail: true },
  { name: 'country', label: 'Country', kind: 'text' },
  { name: 'vat_number', label: 'VAT number', kind: 'text', personal: true },
  { name: 'account_codes', label: 'Customer code', kind: 'text', isList: true },
  { name: 'region', label: 'Region', kind: 'text', detail: true },
  { name: 'rate_percent', label: 'Rate', kind: 'percent', detail: true },
  { name: 'treatment', label: 'Treatment', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  // What is listed has no tax, so it is in one row.
  ...sumColumns(LINES).map((column) => (column.name === 'net' ? { ...column, addsUpIn: 'in_return' } : column)),
];

/** Returns the rows of an EC sales list, one for each VAT number, country and currency, and what is not in it. */
export async function* ecSalesRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const rows = await summedParts(records, site, period, (part) => {
    const isIn = isInEcSalesList(part);
    const { seller_country, country, region, treatment, currency } = part;
    return {
      part: isIn ? 'in_return' : 'not_in_return',
      seller_country,
      country,
      vat_number: isIn ? listedVatNumber(part) : null,
      account_codes: isIn ? part.account_code : null,
      region,
      rate_percent: ratePercentOf(part),
      treatment,
      currency,
    };
  });
  type Row = (typeof rows)[number];
  const groups = Map.groupBy(rows, ({ account_codes, lines, net, tax, tax_written_off, ...values }: Row) =>
    // Without a number, customers are not known to be the same.
    JSON.stringify(values.vat_number === null ? { ...values, account_codes } : values),
  );
  for (const [first, ...others] of groups.values()) {
    if (!first) continue;
    const codes = [first, ...others].map(({ account_codes }) => account_codes);
    yield {
      ...first,
      account_codes: codes.every((code) => code === null) ? null : codes.join(', '),
      ...others.reduce<PartSum>(added, first),
    };
  }
}

const added = (one: PartSum, other: PartSum): PartSum => ({
  lines: one.lines + other.lines,
  net: one.net + other.net,
  tax: one.tax + other.tax,
  tax_written_off: one.tax_written_off + other.tax_written_off,
});
