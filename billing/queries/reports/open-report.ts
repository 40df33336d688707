import {
  type MissingRate,
  type ReportColumn,
  type ReportDifference,
  type ReportKind,
  type ReportPeriod,
  type ReportRow,
  ReportSums,
  WITHOUT_VALUE,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { Invalid, type Issue, notFound, refuse } from '../../values/failure.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { daysOfNamedPeriod, type NamedDays, quarterOfDay } from '../../values/periods/named-period.ts';
import { beginningOfDay } from '../../values/periods/zone-days.ts';
import type { Seconds } from '../../values/time.ts';
import type { PinnedQueryDeps } from '../lists/site-query.ts';
import type { ReportDefinition } from './report-definition.ts';
import { isReportName, REPORTS, type ReportName } from './reports.ts';

/** The rows that one answer of the API may have. */
export const MOST_REPORT_ROWS = 10_000;

/** The sentence that stands for a file of a report that differs from the ledger. */
export const UNLIKE_LEDGER =
  'The report and the ledger differ, so its file is not to be used. Ask for JSON, which lists the differences, and tell the operator of the service.';

/** The sentence beside a tax return whose period is not over. */
export const PERIOD_NOT_OVER = 'The period is not over: what is sold until its end is still to come.';

/** The plans that a refusal names, at most. */
const MOST_PLANS = 50;

/** Days such as `2026-11-30`, in the time zone of the site, both included. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A quarter `2026-Q3`, a month `2026-09` or a year `2026`, in place of the days. */
  readonly period?: string | undefined;
  /** Only rows with these values, by the names of columns; `WITHOUT_VALUE` for those without one. */
  readonly where?: Readonly<Record<string, string>>;
}

/** A report that is ready to be read. */
export interface OpenReport
  extends Pick<
    ReportDefinition,
    'title' | 'definition' | 'about' | 'columns' | 'drawn' | 'grid' | 'agreement' | 'isReturn'
  > {
  readonly name: ReportName;
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  /** Whether the present is in it, so that no later day has changed what it is about. */
  readonly isCurrent: boolean;
  /** The filters, by the names of columns. */
  readonly where: Readonly<Record<string, string>>;
  /** Reads the rows, all of one moment, whatever changes meanwhile. */
  readonly rows: (reading?: ReportReading) => AsyncGenerator<ReportRow>;
  /** Whether it is compared with the ledger: it has all rows. */
  readonly isReconciled: boolean;
}

/** Receivers of what reading a report finds besides its rows. */
export interface ReportReading {
  /**
   * Receives the exchange rates that are not stored; the rows that need them lack the converted amounts. Without it,
   * `precondition_failed` is thrown.
   */
  readonly onMissingRates?: ((missing: readonly MissingRate[]) => void) | undefined;
  /** Receives, after the last row of a report that is compared, where it and the ledger differ. */
  readonly onDifferences?: ((differences: readonly ReportDifference[]) => void) | undefined;
}

/** The kinds of columns by whose values rows are filtered. */
const FILTERED: readonly ReportKind[] = ['text', 'day', 'month'];

/** Returns the columns by which the rows of a report are filtered: those with text, days or months, names excepted. */
export const filterColumns = (columns: readonly ReportColumn[]): readonly ReportColumn[] =>
  columns.filter(({ kind, personal, filters }) => (FILTERED.includes(kind) || filters) && !personal);

/** Returns the names by which the rows of a report are filtered. */
export const reportFilters = (columns: readonly ReportColumn[]): readonly string[] =>
  filterColumns(columns).map(({ name }) => name);

/** The names by which the rows of any report are filtered. */
export const ALL_REPORT_FILTERS: readonly string[] = [
  ...new Set(Object.values(REPORTS).flatMap(({ columns }) => reportFilters(columns))),
].sort();

/** Returns filters by their names, blank ones left out. Throws `Invalid` for one that is given twice. */
export const reportWhere = (given: Iterable<readonly [name: string, value: string]>): Record<string, string> => {
  const where = new Map<string, string>();
  for (const [name, value] of given) {
    if (value === '') continue;
    if (where.has(name)) throw new Invalid([{ field: `report.${name}`, symbol: 'too_many', count: 1 }]);
    where.set(name, value);
  }
  return Object.fromEntries(where);
};

/**
 * Returns a report of a site. Unless they are given, `to` is today, and `from` the first day of its month; in a report
 * about a year, of the month eleven months before; a tax return is about the latest quarter that is over. Throws
 * `not_found` for a name that no report has, and `Invalid` for what is no day, no period, all in the future, no filter
 * of the report, or no plan.
 */
export const openReport =
  ({ storage }: PinnedQueryDeps) =>
  async (
    { site, at }: { readonly site: Site; readonly at: Seconds },
    name: string,
    asked: AskedDays,
  ): Promise<OpenReport> => {
    if (!isReportName(name)) throw notFound('Report', 'name', name);
    const { rows, differences, ...report }: ReportDefinition = REPORTS[name];
    const records = storage.of(site.id) as Records;
    const where = asked.where ?? {};
    refuse(await issuesOfFilters(records, report.columns, where));
    const today = dayIn(site.time_zone, at);
    const isOfDay = report.about === 'day';
    const { from, to } = daysOf(report, asked, today);
    const period = periodOf(site, from, to);
    refuse([
      ...(isOfDay && asked.from !== undefined
        ? [{ field: 'report.from', symbol: 'present', reason: 'of_one_day' } satisfies Issue]
        : []),
      ...(!isOfDay && from > today
        ? [
            {
              field: asked.from === undefined ? 'report.to' : 'report.from',
              symbol: 'invalid',
              reason: 'in_future',
            } satisfies Issue,
          ]
        : []),
      ...(isOfDay && to > today
        ? [{ field: 'report.to', symbol: 'invalid', reason: 'in_future' } satisfies Issue]
        : []),
    ]);
    // Some of the rows have other sums than the ledger.
    const isReconciled = differences !== undefined && Object.keys(where).length === 0;
    return {
      ...report,
      columns: report.columns.filter(({ onlyWith }) => onlyWith === undefined || where[onlyWith] !== undefined),
      name,
      from,
      to,
      isCurrent: to >= today,
      where,
      rows: ({ onMissingRates, onDifferences } = {}) =>
        storage.snapshot(async function* ofOneMoment(snapshot) {
          const read = snapshot.of(site.id) as Records;
          const sums = new ReportSums(report.columns);
          for await (const row of only(
            rows(read, site, period, { at, where, onMissingRates }),
            report.columns,
            where,
          )) {
            if (onDifferences) sums.add(row);
            yield row;
          }
          if (isReconciled) onDifferences?.(await differences(read, period, sums));
        }),
      isReconciled,
    };
  };

/** Returns the differences between a report and the ledger, whose rows are read for it. */
export const differencesOfReport = async (report: OpenReport): Promise<readonly ReportDifference[]> => {
  const found: ReportDifference[] = [];
  for await (const _ of report.rows({ onDifferences: (differences) => found.push(...differences) }));
  return found;
};

const issuesOfFilters = async (
  records: Records,
  columns: readonly ReportColumn[],
  where: Readonly<Record<string, string>>,
): Promise<readonly Issue[]> => {
  const choices = reportFilters(columns);
  const issues: Issue[] = [];
  for (const [name, value] of Object.entries(where)) {
    const field = `report.${name}`;
    const { values, kind } = columns.find((column) => column.name === name) ?? {};
    if (!choices.includes(name)) {
      issues.push({ field, symbol: 'invalid', reason: 'unknown_filter', choices: [...choices].sort() });
    } else if (values && !value.split(',').every((each) => each === WITHOUT_VALUE || values.includes(each))) {
      issues.push({ field, symbol: 'inclusion', choices: values });
    } else if (kind === 'day' && !(value === WITHOUT_VALUE || isDay(value) || isMonth(value))) {
      issues.push({ field, symbol: 'invalid', reason: 'not_a_day' });
    } else if (kind === 'month' && !(value === WITHOUT_VALUE || isMonth(value))) {
      issues.push({ field, symbol: 'invalid', reason: 'not_a_month' });
    } else if (name === 'plan_code' && value !== WITHOUT_VALUE) {
      const plans = await records.reports.planCodes();
      if (!plans.includes(value)) issues.push({ field, symbol: 'inclusion', choices: plans.slice(0, MOST_PLANS) });
    }
  }
  return issues;
};

const isDay = (text: string): boolean => beginningOfDay(text, 'UTC') !== undefined;

const isMonth = (text: string): boolean => /^\d{4}-\d\d$/.test(text) && isDay(`${text}-01`);

async function* only(
  rows: AsyncGenerator<ReportRow>,
  columns: readonly ReportColumn[],
  where: Readonly<Record<string, string>>,
): AsyncGenerator<ReportRow, void> {
  const wanted = Object.entries(where).map(([name, value]) => {
    const { values, kind, isList = false, isSeveral } = columns.find((column) => column.name === name) ?? {};
    // A month stands for its days.
    const ofMonth = kind === 'day' && isMonth(value);
    // A value may have commas itself, so that all of the filter may be one.
    const several = values ? value.split(',') : isSeveral ? value.split(', ') : [];
    return { name, isList, ofMonth, allowed: new Set([value, ...several]) };
  });
  for await (const row of rows) {
    const isWanted = wanted.every(({ name, isList, ofMonth, allowed }) => {
      const text = String(row[name] ?? WITHOUT_VALUE);
      const value = ofMonth ? text.slice(0, 'yyyy-mm'.length) : text;
      return (isList ? value.split(', ') : [value]).some((each) => allowed.has(each));
    });
    if (isWanted) yield row;
  }
}

/** Returns the days of a report. Throws `Invalid` for a period that is none, or is given besides days. */
const daysOf = (
  { about, aboutYear, isReturn }: Pick<ReportDefinition, 'about' | 'aboutYear' | 'isReturn'>,
  { from, to, period }: AskedDays,
  today: string,
): NamedDays => {
  const isDay = about === 'day';
  if (period !== undefined) {
    const field = 'report.period';
    if (from !== undefined || to !== undefined)
      throw new Invalid([{ field, symbol: 'invalid', reason: 'days_or_name' }]);
    const days = daysOfNamedPeriod(period);
    if (!days) throw new Invalid([{ field, symbol: 'invalid', reason: 'not_a_named_period' }]);
    return isDay ? { from: days.to, to: days.to } : days;
  }
  if (isReturn && from === undefined && to === undefined) {
    const thisQuarter = daysOfNamedPeriod(quarterOfDay(today))?.from ?? today;
    const last = Temporal.PlainDate.from(thisQuarter).subtract({ days: 1 }).toString();
    return daysOfNamedPeriod(quarterOfDay(last)) ?? { from: last, to: last };
  }
  const last = to ?? today;
  if (isDay) return { from: last, to: last };
  if (isReturn) return { from: from ?? daysOfNamedPeriod(quarterOfDay(last))?.from ?? last, to: last };
  return { from: from ?? usualFrom(last, aboutYear), to: last };
};

const usualFrom = (to: string, aboutYear: boolean | undefined): string => {
  const month = to.slice(0, 7);
  // A day that is none is refused later.
  if (!aboutYear || beginningOfDay(to, 'UTC') === undefined) return `${month}-01`;
  return `${Temporal.PlainYearMonth.from(month).subtract({ months: 11 }).toString()}-01`;
};

const periodOf = ({ time_zone }: Site, from: string, to: string): ReportPeriod => {
  const [begins, ends] = [beginningOfDay(from, time_zone), beginningOfDay(to, time_zone, 1)];
  const issues: Issue[] = [
    ...(begins === undefined ? [{ field: 'report.from', symbol: 'invalid', reason: 'not_a_day' } as const] : []),
    ...(ends === undefined ? [{ field: 'report.to', symbol: 'invalid', reason: 'not_a_day' } as const] : []),
  ];
  refuse(issues);
  if (begins === undefined || ends === undefined || begins >= ends) {
    throw new Invalid([{ field: 'report.to', symbol: 'invalid', reason: 'before_first_day' }]);
  }
  return { from: begins, to: ends };
};
