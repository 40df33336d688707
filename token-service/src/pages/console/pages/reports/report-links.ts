import {
  type ReportColumn,
  type ReportLead,
  type ReportRow,
  whereOfLead,
} from '@service/billing/domain/reports/report.ts';
import { type OpenReport, reportFilters } from '@service/billing/queries/reports/open-report.ts';
import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { fromReport } from '../../parts/back-to-report.ts';
import {
  acceptPath,
  customerPath,
  invoicePath,
  paymentPath,
  subscriptionPath,
  withdrawPath,
} from '../../parts/paths.ts';
import { type ConsoleVisit, may } from '../../visit.ts';

/** The value of a report that opens a page. */
interface OpenedValue {
  readonly report: Pick<OpenReport, 'from'>;
  readonly column: string;
  readonly value: string;
  readonly row: ReportRow;
}

type OpenPath = (visit: ConsoleVisit, opened: OpenedValue) => string | undefined;

/** Opens a form about an item of the reconciliation, for operators who may change it. */
const payoutForm =
  (path: (gateway: string, item: string) => string): OpenPath =>
  (visit, { row: { gateway, line, reference } }) => {
    const item = line ?? reference;
    return may(visit, 'payouts.record') && item !== null ? path(String(gateway), String(item)) : undefined;
  };

/**
 * Returns the path of the postings to revenue of the invoice of a line, and of the credit invoices that credit it: of
 * those that an amount comes from. A line is a part of them.
 */
const revenuePostings = ({ report, column, row }: OpenedValue): string => {
  const { invoice_number, invoice_date, credited_by, credited_on, currency } = row;
  const [first, last] = [String(invoice_date), String(credited_on ?? invoice_date)];
  const dayBefore = Temporal.PlainDate.from(report.from).subtract({ days: 1 }).toString();
  const days = {
    from: column === 'billed' && report.from > first ? report.from : first,
    to: column === 'deferred_before' && dayBefore < last ? dayBefore : last,
  };
  const numbers = [invoice_number, credited_by].filter((one) => one !== null).join(', ');
  const where = { invoice_number: numbers, account: 'revenue', currency: String(currency) };
  return `/reports/postings?${new URLSearchParams({ ...days, ...where })}`;
};

const PAGES: Readonly<Record<NonNullable<ReportColumn['opens']>, OpenPath>> = {
  customer: (_, { value }) => customerPath(value),
  invoice: (_, { value }) => invoicePath(value),
  payment: (_, { value }) => paymentPath(value),
  subscription: (_, { value }) => subscriptionPath(value),
  revenue_postings: (_, opened) => revenuePostings(opened),
  payout_difference: payoutForm(acceptPath),
  payout_acceptance: payoutForm(withdrawPath),
};

/** A report on its page. */
export interface ShownReport extends OpenReport {
  /** The report that a link of which led to the page; undefined for none. */
  readonly back: string | undefined;
}

/** Returns the days of a report as its address has them. */
export const reportDays = ({ about, from, to }: OpenReport): Readonly<Record<string, string>> => ({
  ...(about === 'day' ? {} : { from }),
  to,
});

/** Returns the path of a report with the same days, and with these filters. */
export const reportPath = (report: ShownReport, where: Readonly<Record<string, string>> = report.where): string =>
  fromReport(
    `/reports/${report.name}?${new URLSearchParams({ ...reportDays(report), ...where }).toString()}`,
    report.back,
  );

/** Returns the path of some of the rows of a report, which leads back to those that are shown. */
export const narrowedPath = (report: ShownReport, where: Readonly<Record<string, string>>): string =>
  fromReport(
    `/reports/${report.name}?${new URLSearchParams({ ...reportDays(report), ...report.where, ...where }).toString()}`,
    reportPath(report),
  );

/** Returns the text of a value, with a link to what it opens or adds up, if there is any. */
export const reportValue = (
  visit: ConsoleVisit,
  report: ShownReport,
  column: ReportColumn,
  row: ReportRow,
  text: string,
): Markup | string => {
  const path = pathOfValue(visit, report, column, row);
  const value = REFERENCE.test(text) ? html`<span class="long">${text}</span>` : text;
  return path ? html`<a href="${visit.prefix}${fromReport(path, reportPath(report))}">${value}</a>` : value;
};

/** A reference, for example one of a gateway, which breaks nowhere by itself and would make a table too wide. */
const REFERENCE = /^\S{18,}$/;

/** Returns the path of the page that a value opens; undefined where it opens none. */
const pathOfValue = (
  visit: ConsoleVisit,
  report: OpenReport,
  { name, opens, leads }: ReportColumn,
  row: ReportRow,
): string | undefined => {
  const value = row[name] ?? null;
  if (value === null || value === 0) return undefined;
  if (leads) return leads.unless?.(row) ? undefined : leadPath(report, leads, row);
  return opens && PAGES[opens](visit, { report, column: name, value: String(value), row });
};

/** Returns the path of the rows of another report that a value adds up. */
const leadPath = (report: OpenReport, lead: ReportLead, row: ReportRow): string | undefined => {
  const { to, by } = lead;
  const days = lead.month ? daysOfMonth(report, lead.month(row)) : daysInSpan(lead, daysOfRow(report, row));
  if (!isReportName(to) || !days) return undefined;
  const known = reportFilters(REPORTS[to].columns);
  const kept = Object.entries(report.where).filter(([name]) => known.includes(name) && !by.includes(name));
  const query = new URLSearchParams({
    ...(REPORTS[to].about === 'day' ? { to: days.to } : days),
    ...Object.fromEntries(kept),
    ...whereOfLead(lead, row),
  });
  return `/reports/${to}?${query.toString()}`;
};

/** A day before everything that a site has recorded. */
const BEFORE_ALL = '1970-01-01';

/** Returns the days of the rows that a value adds up, by those of its own row. */
const daysInSpan = ({ span }: ReportLead, days: { readonly from: string; readonly to: string }) => {
  if (span === undefined) return days;
  const to = span === 'until' ? days.to : Temporal.PlainDate.from(days.from).subtract({ days: 1 }).toString();
  return { from: BEFORE_ALL, to };
};

/** Returns the days of the report that a row is about: those of its month, if it has one. */
const daysOfRow = ({ from, to }: OpenReport, { month }: ReportRow) => {
  if (typeof month !== 'string') return { from, to };
  const { first, last } = daysIn(month);
  return { from: first > from ? first : from, to: last < to ? last : to };
};

/** Returns the days of a month; undefined for one that the report cannot have known to its end. */
const daysOfMonth = ({ to, isCurrent }: OpenReport, month: string | undefined) => {
  if (month === undefined) return undefined;
  const { first, last } = daysIn(month);
  return last <= to || (isCurrent && first <= to) ? { from: first, to: last } : undefined;
};

const daysIn = (month: string): { readonly first: string; readonly last: string } => {
  const begins = Temporal.PlainDate.from(`${month}-01`);
  return { first: begins.toString(), last: begins.with({ day: begins.daysInMonth }).toString() };
};
