import {
  type ReportColumn,
  type ReportLead,
  type ReportRow,
  whereOfLead,
} from '@service/billing/domain/reports/report.ts';
import { type OpenReport, reportFilters } from '@service/billing/queries/reports/open-report.ts';
import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { customerPath, invoicePath, subscriptionPath } from '../../parts/paths.ts';

const PAGES = { customer: customerPath, invoice: invoicePath, subscription: subscriptionPath };

/** Returns the path of the page that a value opens; undefined where it opens none. */
export const pathOfValue = (report: OpenReport, { name, opens, leads }: ReportColumn, row: ReportRow) => {
  const value = row[name] ?? null;
  if (value === null || value === 0) return undefined;
  if (leads) return leadPath(report, leads, row);
  return opens && PAGES[opens](String(value));
};

/** Returns the path of the rows of another report that a value adds up. */
const leadPath = (report: OpenReport, lead: ReportLead, row: ReportRow): string | undefined => {
  const { to, by } = lead;
  if (!isReportName(to)) return undefined;
  const known = reportFilters(REPORTS[to].columns);
  const kept = Object.entries(report.where).filter(([name]) => known.includes(name) && !by.includes(name));
  const query = new URLSearchParams({
    ...daysOfRow(report, row),
    ...Object.fromEntries(kept),
    ...whereOfLead(lead, row),
  });
  return `/reports/${to}?${query.toString()}`;
};

/** Returns the days of the report that a row is about: those of its month, if it has one. */
const daysOfRow = ({ from, to }: OpenReport, { month }: ReportRow) => {
  if (typeof month !== 'string') return { from, to };
  const begins = Temporal.PlainDate.from(`${month}-01`);
  const [first, last] = [begins.toString(), begins.with({ day: begins.daysInMonth }).toString()];
  return { from: first > from ? first : from, to: last < to ? last : to };
};
