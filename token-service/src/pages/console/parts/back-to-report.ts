import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { fieldsOf } from '../../../http/query.ts';

/** Longer links back are left out: an address has to fit everywhere. */
const LONGEST_LINK = 1_500;

const REPORT_PATH = /^\/reports\/([a-z_]+)(?:\?(.*))?$/s;

const MONTH_PATH = /^\/reports\/periods\/(\d{4}-\d\d)$/;

/** Returns a path with the report, or the month of the books, that leads to it, for `backToReport`. */
export const fromReport = (path: string, report: string | undefined): string => {
  if (report === undefined || report.length > LONGEST_LINK) return path;
  return `${path}${path.includes('?') ? '&' : '?'}back=${encodeURIComponent(report)}`;
};

interface Back {
  readonly href: string;
  readonly label: string;
}

/** Returns the report that led to a page, with its days and filters, or the month; undefined where none did. */
export const backToReport = (querystring: string): Back | undefined =>
  reportBehind(fieldsOf(querystring).get('back') ?? undefined);

/** Returns the report, or the month, that a form has sent along as `back`; undefined for any other address. */
export const reportBehind = (back = ''): Back | undefined => {
  const [, month] = MONTH_PATH.exec(back) ?? [];
  if (month !== undefined) return { href: back, label: month };
  const [, name = '', query = ''] = REPORT_PATH.exec(back) ?? [];
  if (!isReportName(name)) return undefined;
  // Written anew, so that it is an address of that report whatever was sent.
  const days = new URLSearchParams(query).toString();
  return { href: `/reports/${name}${days && `?${days}`}`, label: REPORTS[name].title };
};
