import { expect, test } from 'vitest';
import type { ReportColumn } from '../../domain/reports/report.ts';
import { reportFilters } from './open-report.ts';
import { isReportName, REPORT_NAMES, REPORTS } from './reports.ts';

const RATE = 'a rate adds up nothing: the numbers that it divides have leads';
const TAX_RATE = 'it is the rate of the tax, and the taxed amount has a lead';
const GROUP = 'it names the group of the row';

/** The numbers that lead to no rows, by report and column, and why. */
const WITHOUT_LEAD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [...['tax', 'tax_oss', 'ec_sales', 'vat_uk', 'sales_tax_us', 'sales_tax_ca', 'gst_au', 'gst_nz']].map((name) => [
      `${name}.rate_percent`,
      TAX_RATE,
    ]),
  ),
  'payments.approval_percent': RATE,
  'payments.first_decline_count': 'the report of declined payments lists them by code',
  'declines.declined_percent': RATE,
  'recovery.step': GROUP,
  'recovery.recovered_percent': RATE,
  'recovery.recovered_so_far_percent': RATE,
  'recovery.recovered_amount_percent': RATE,
  'churn.customer_churn_percent': RATE,
  'churn.revenue_churn_percent': RATE,
  'churn.gross_retention_percent': RATE,
  'churn.net_retention_percent': RATE,
  'churn.trial_conversion_percent': RATE,
  'mrr_by_country.mrr_percent': RATE,
  'cohorts.months_after': GROUP,
};

const columnsOf = (name: keyof typeof REPORTS): readonly ReportColumn[] => REPORTS[name].columns;

/** Whether each row of a report is about one record, which it opens. */
const isOfRecords = (columns: readonly ReportColumn[]): boolean => columns.some(({ opens }) => opens !== undefined);

test('every number leads to the rows that it adds up, or is known not to', () => {
  const without = REPORT_NAMES.filter((name) => !isOfRecords(columnsOf(name))).flatMap((name) =>
    columnsOf(name)
      .filter(({ kind, leads }) => ['cents', 'count', 'percent'].includes(kind) && !leads)
      .map((column) => `${name}.${column.name}`),
  );
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_LEAD).toSorted());
});

test('every lead names a report, and filters that it has', () => {
  const leads = REPORT_NAMES.flatMap((name) =>
    columnsOf(name).flatMap(({ name: column, leads }) => (leads ? [{ of: `${name}.${column}`, ...leads }] : [])),
  );
  expect(leads.length).toBeGreaterThan(40);
  for (const { of, to, by } of leads) {
    expect(isReportName(to), of).toBe(true);
    const filters = isReportName(to) ? reportFilters(REPORTS[to].columns) : [];
    expect(
      by.filter((one) => !filters.includes(one)),
      of,
    ).toEqual([]);
  }
});
