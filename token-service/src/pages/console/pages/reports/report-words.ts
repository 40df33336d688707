import type { ReportColumn, ReportRow } from '@service/billing/domain/reports/report.ts';
import { WITHOUT_VALUE } from '@service/billing/domain/reports/report.ts';
import { moneyOf } from '../../parts/figures.ts';
import { ledgerName } from '../../parts/ledger-names.ts';
import { countryName } from '../../parts/place-names.ts';
import { taxPlace, taxTypeName, taxWithPlace } from '../../parts/tax-names.ts';

/** Values of files and of the API, as pages say them. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  treatment: { not_taxed: 'not taxed here' },
  part: { gst_hst: 'GST/HST', qst: 'QST', pst: 'PST' },
  result: { only_gateway: 'only at the gateway' },
  kind: {
    opening: 'from before',
    churn_voluntary: 'canceled',
    churn_involuntary: 'not paid',
    transfer: 'changed plan',
    relocation: 'moved to another country',
    recovered: 'no longer past due',
  },
};

/** Columns with codes and names that are shown as they are. */
const AS_WRITTEN: readonly string[] = [
  'account_code',
  'account_codes',
  'campaign',
  'customer',
  'decline_code',
  'description',
  'event',
  'exchange_rate',
  'gateway',
  'payout',
  'plan_code',
  'reference',
  'subscription_uuid',
];

/** Returns the month of a row, and the days of it that are counted: `2026-11, until 26`. */
export const reportMonthText = ({ month, part }: ReportRow): string =>
  part ? `${month}, ${String(part).replaceAll(`${month}-`, '')}` : String(month);

/** Returns the text of a value of a report. */
export const reportValueText = (
  { name, kind, opens, currency: ofColumn }: ReportColumn,
  value: string | number | null,
  currency: string,
): string => {
  if (value === null) return WITHOUT_VALUE;
  if (kind === 'cents') return moneyOf(Number(value), ofColumn ?? currency);
  if (kind === 'percent') return `${value} %`;
  const text = String(value);
  if (name === 'tax_type') return taxTypeName(text);
  if (isOfCountries(name)) return countryName(text);
  if (name === 'account') return ledgerName(text);
  // Ids of one time begin alike.
  if (opens === 'subscription' || opens === 'payment') return `…${text.slice(-8)}`;
  return WORDS[name]?.[text] ?? (AS_WRITTEN.includes(name) ? text : text.replaceAll('_', ' '));
};

/** Whether a column has the codes of countries. */
export const isOfCountries = (name: string): boolean => name === 'country' || name.endsWith('_country');

/** Returns the text of a value among those of its row: a tax is named with its country or state, a region in words. */
export const reportCellText = (column: ReportColumn, row: ReportRow): string => {
  const { region = null, tax_type = null } = row;
  const type = tax_type === null ? null : String(tax_type);
  if (region !== null && column.name === 'region' && !column.isTaxName) return taxPlace(type, String(region));
  if (column.name === 'tax_type' && type !== null) return taxWithPlace(type, region === null ? null : String(region));
  return reportValueText(column, row[column.name] ?? null, String(row.currency));
};
