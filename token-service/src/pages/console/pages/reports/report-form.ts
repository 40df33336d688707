import type { ReportColumn } from '@service/billing/domain/reports/report.ts';
import { WITHOUT_VALUE } from '@service/billing/domain/reports/report.ts';
import { filterColumns, type OpenReport } from '@service/billing/queries/reports/open-report.ts';
import { nameOfPeriod } from '@service/billing/values/periods/named-period.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { FilledForm } from '../../parts/filled.ts';
import { ledgerChoices } from '../../parts/ledger-names.ts';
import { countriesByName } from '../../parts/place-names.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import { reportPath, type ShownReport } from './report-links.ts';
import { isOfCountries, reportValueText } from './report-words.ts';

/** The ways out of a report that its page offers: a report that would be refused has none. */
export interface ReportOffers {
  readonly file: boolean;
  readonly run: boolean;
}

/** Asks for the days and the filters of a report. What is filled in is shown, or downloaded as a file. */
export const reportForm = (
  visit: ConsoleVisit,
  report: ShownReport,
  { values, problems }: FilledForm,
  offers: ReportOffers,
): Markup => {
  const { about, from, to, name, columns, where, isReturn } = report;
  const named = isReturn ? (values.period ?? nameOfPeriod(report)) : undefined;
  const [asked, others] = [true, false].map((first) =>
    filterColumns(columns).filter(({ filters = false }) => filters === first),
  ) as [ReportColumn[], ReportColumn[]];
  const isNarrowed = others.some(({ name: column }) => (values[column] ?? where[column] ?? '') !== '');
  const day = (field: string, label: string, usual: string) =>
    html`<div class="filter"><label for="filter-${field}">${label}</label><input id="filter-${field}" name="${field}" type="date" value="${values[field] ?? usual}"${invalid(problems.fields[field])}></div>`;
  const filter = ({ name: column, label, values: choices }: ReportColumn) => {
    const value = values[column] ?? where[column] ?? '';
    const field = `filter-${column}`;
    const named = isOfCountries(column) ? countriesByName() : column === 'account' ? ledgerChoices() : undefined;
    if (named) return namedFilter({ name: column, label, value }, named);
    return html`<div class="filter"><label for="${field}">${label}</label>${
      choices
        ? html`<select id="${field}" name="${column}"><option value="">all</option>${[
            ...(value === '' || choices.includes(value) ? [] : [value]),
            ...choices,
          ].map(
            (choice) =>
              html`<option value="${choice}"${choice === value ? html` selected` : ''}>${choice
                .split(',')
                .map((each) => reportValueText({ name: column, label, kind: 'text' }, each, ''))
                .join(', ')}</option>`,
          )}</select>`
        : html`<input id="${field}" name="${column}" value="${value}" placeholder="all"${invalid(problems.fields[column])}>`
    }</div>`;
  };
  return html`<form method="get" class="filters" action="${visit.prefix}/reports/${name}">
${problems.form ? html`<p class="trouble" role="alert">${problems.form}</p>` : ''}
${
  named === undefined
    ? html`${about === 'day' ? '' : day('from', 'First day', from)}
${day('to', about === 'day' ? 'Day' : 'Last day', to)}`
    : html`<div class="filter"><label for="filter-period">Quarter or month</label><input id="filter-period" name="period" value="${named}" placeholder="2026-Q3 or 2026-09"${invalid(problems.fields.period)}></div>`
}
${asked.map(filter)}
${
  others.length > 0
    ? html`<details class="further"${isNarrowed ? html` open` : ''}><summary>More filters</summary><div class="filters">${others.map(filter)}</div></details>`
    : ''
}${report.back === undefined ? '' : html`<input type="hidden" name="back" value="${report.back}">`}<span class="submits"><button type="submit">Show</button>${
    offers.run && may(visit, 'reports.run')
      ? html` <button type="submit" formaction="${visit.prefix}/reports/${name}/run">Run in the background</button>`
      : ''
  }${
    offers.file && may(visit, 'exports.read')
      ? html` <button type="submit" name="format" value="csv">Download CSV</button>`
      : ''
  }</span></form>`;
};

/** A filter by a code that is chosen by its name; a code that is not in the list stays as it was asked for. */
const namedFilter = (
  { name, label, value }: { readonly name: string; readonly label: string; readonly value: string },
  named: readonly (readonly [code: string, name: string])[],
): Markup => {
  const all = [...named, [WITHOUT_VALUE, 'none'] as const];
  const known = value === '' || all.some(([code]) => code === value) ? all : [[value, value] as const, ...all];
  return html`<div class="filter"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">all</option>${known.map(
    ([code, text]) => html`<option value="${code}"${code === value ? html` selected` : ''}>${text}</option>`,
  )}</select></div>`;
};

const invalid = (problem: string | undefined): Markup | string => (problem ? html` aria-invalid="true"` : '');

/** Returns a link to all rows of a report's days. */
export const allReportRows = (visit: ConsoleVisit, report: ShownReport): Markup =>
  html`<a href="${visit.prefix}${reportPath(report, {})}">All rows</a>`;

/** Returns the filters of a report in words. */
export const filterWords = ({ columns, where }: Pick<OpenReport, 'columns' | 'where'>): readonly string[] =>
  Object.entries(where).map(([column, value]) => {
    const found = columns.find((each) => each.name === column);
    const label = (found?.label ?? column).toLowerCase();
    if (value === WITHOUT_VALUE) return `without ${label}`;
    const several = found?.values ? value.split(',') : found?.isSeveral ? value.split(', ') : [value];
    return `${label} ${several.map((each) => (found ? reportValueText(found, each, '') : each)).join(' or ')}`;
  });

/** Says which rows are shown, with a link to all of them. */
export const reportFilterNotice = (visit: ConsoleVisit, report: ShownReport): Markup | string => {
  const words = filterWords(report);
  if (words.length === 0) return '';
  return html`<p>Only ${words.join(', ')}. ${allReportRows(visit, report)}</p>`;
};
