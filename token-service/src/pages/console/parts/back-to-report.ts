import { isReportName, REPORTS } from '@service/billing/queries/reports/reports.ts';
import { fieldsOf } from '../../../http/query.ts';

/** Longer links back are left out: an address has to fit everywhere. */
const LONGEST_LINK = 1_500;

const REPORT_PATH = /^\/reports\/([a-z_]+)(?:\?(.*))?$/s;

/** Returns a path with the report that leads to it, for `backToReport`. */
export const fromReport = (path: string, report: string | undefined): string => {
  if (report === undefined || report.length > LONGEST_LINK) return path;
  return `${path}${path.includes('?') ? '&' : '?'}back=${encodeURIComponent(report)}`;
};

/** Returns the report that led to a page, with its days and filters; undefined where none did. */
export const backToReport = (querystring: string): { readonly href: string; readonly label: string } | undefined => {
  const [, name = '', query = ''] = REPORT_PATH.exec(fieldsOf(querystring).get('back') ?? '') ?? [];
  if (!isReportName(name)) return undefined;
  // Written anew, so that it is an address of that report whatever was sent.
  const days = new URLSearchParams(query).toString();
  return { href: `/reports/${name}${days && `?${days}`}`, label: REPORTS[name].title };
};
