import type { Permission } from '@service/billing/domain/operators/permissions.ts';
import { sendCsvFile } from '../../documents/csv/csv-file.ts';
import { html, type Markup } from '../../documents/html.ts';
import type { Form } from '../../http/bodies/form.ts';
import { backToReport, fromReport } from './parts/back-to-report.ts';
import { type ConsoleShell, showPage } from './parts/shell.ts';
import { consoleTable, csvColumnsOf, type TableColumn } from './parts/table.ts';
import { type ConsoleRoute, queryOf, readingPage } from './route.ts';
import { needFreshProofForFile } from './steps/fresh-proof.ts';
import { type ConsolePage, type ConsoleVisit, consoleVisitOf, may, needPermission, seesPersonalData } from './visit.ts';

/** One filter of a list: a parameter of its address, with the XML API's name. */
export interface ListFilter {
  readonly name: string;
  readonly label: string;
  /** Values and texts to choose from; without them the filter is a text or a date. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
  readonly type?: 'date' | 'text' | 'number';
  /** Shown where nothing is chosen; “Any” unless given. */
  readonly none?: string;
}

/** One page of rows. */
export interface ListRows<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next and of the previous page; missing where there is none. */
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
  /** The totals of the whole filtered set: `1,204 invoices`, `$24,080.00 billed`. */
  readonly totals: readonly (Markup | string)[];
  /** The totals lack something; `totals=all` in the address has everything. */
  readonly partial?: boolean;
}

export interface RecordList<Row> {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly subtitle?: (visit: ConsoleVisit) => string;
  readonly back?: ConsoleShell['back'];
  readonly permission: Permission;
  /** Those that offer records of the site are read for each page, with what the address filters by. */
  readonly filters: readonly ListFilter[] | ((visit: ConsoleVisit, query: Form) => Promise<readonly ListFilter[]>);
  readonly columns: (visit: ConsoleVisit) => readonly TableColumn<Row>[];
  readonly href: (visit: ConsoleVisit, row: Row) => string | undefined;
  readonly empty: Markup | string | ((visit: ConsoleVisit) => Markup | string);
  /** `cursor`: from `next` or `previous` of another page. */
  readonly read: (visit: ConsoleVisit, filters: Form, cursor: string | undefined) => Promise<ListRows<Row>>;
  /** All rows of the filtered set, for the CSV. */
  readonly every: (visit: ConsoleVisit, filters: Form) => AsyncIterable<Row>;
  /** Returns why no CSV can have all rows of the filtered set; undefined if one can. */
  readonly fileProblem?: (visit: ConsoleVisit, filters: Form) => Promise<string | undefined>;
  readonly actions?: (visit: ConsoleVisit) => readonly Markup[];
  /** Above the filters. */
  readonly above?: (visit: ConsoleVisit, filters: Form) => Promise<Markup | string>;
  /** Below the rows. */
  readonly below?: (visit: ConsoleVisit, filters: Form) => Promise<Markup | string>;
}

/** A list with filters in its address, totals of the filtered set, pages, a choice of columns, and CSV. */
export const recordList = <Row>(list: RecordList<Row>): ConsoleRoute =>
  readingPage(list.path, list.name, list.permission, async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const query = queryOf(ctx);
    if (query.format === 'csv') return sendCsv(ctx, visit, list, query);
    const shown = chosenColumns(list.columns(visit), query.columns);
    const filters = typeof list.filters === 'function' ? await list.filters(visit, query) : list.filters;
    const { rows, next, previous, totals, partial } = await list.read(visit, query, query.cursor);
    const shell: ConsoleShell = {
      title: list.title,
      subtitle: list.subtitle?.(visit),
      back: list.back,
      actions: list.actions?.(visit) ?? [],
    };
    showPage(ctx, shell, [
      (await list.above?.(visit, query)) ?? '',
      filterForm(visit, list, filters, query),
      html`<div class="totals"><p>${totals.map((total, index) => html`${index > 0 ? ' · ' : ''}${total}`)}${partial ? html` · <a href="${addressWith(visit, list.path, query, { totals: 'all' })}">Add all up</a>` : ''}</p>${may(visit, 'exports.read') ? html`<p><button type="submit" class="link" form="${FILTERS}" name="format" value="csv">Download CSV</button></p>` : ''}</div>`,
      consoleTable({
        caption: list.title,
        columns: shown,
        rows,
        href: (row) => {
          const href = list.href(visit, row);
          return href && fromReport(href, backToReport(ctx.querystring)?.href);
        },
        empty: isFiltered(filters, query)
          ? html`Nothing matches these filters. <a href="${visit.prefix}${list.path}">Show all</a>`
          : typeof list.empty === 'function'
            ? list.empty(visit)
            : list.empty,
      }),
      pager(visit, list.path, query, { next, previous }),
      (await list.below?.(visit, query)) ?? '',
    ]);
  });

/** The id of the form of filters, which also downloads: the file has what is filled in, shown or not. */
const FILTERS = 'filters';

/** The parameters of a list that are no filters. */
const OF_LISTS: readonly string[] = ['notice', 'cursor', 'format', 'columns', 'totals'];

/** Parameters of a link to the list that its form has no field for: filtering and downloading keep them. */
const keptParameters = (filters: readonly ListFilter[], query: Form): readonly Markup[] =>
  Object.entries(query)
    .filter(([name, value]) => value && !OF_LISTS.includes(name) && !filters.some((filter) => filter.name === name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

const isFiltered = (filters: readonly ListFilter[], query: Form): boolean =>
  filters.some(({ name }) => query[name] !== undefined);

const chosenColumns = <Row>(
  columns: readonly TableColumn<Row>[],
  chosen: string | undefined,
): readonly TableColumn<Row>[] => {
  const names = chosen?.split(',').slice(0, 50);
  const shown = names
    ? columns.filter(({ name }) => names.includes(name))
    : columns.filter(({ optional }) => !optional);
  return shown.length > 0 ? shown : columns.filter(({ optional }) => !optional);
};

/** The address of a list with some parameters changed. */
export const addressWith = (visit: ConsoleVisit, path: string, query: Form, changes: Form): string => {
  const { notice: _, ...kept } = query;
  const fields = Object.entries({ ...kept, ...changes }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return fields.length === 0 ? `${visit.prefix}${path}` : `${visit.prefix}${path}?${new URLSearchParams(fields)}`;
};

const pager = (
  visit: ConsoleVisit,
  path: string,
  query: Form,
  { next, previous }: Pick<ListRows<never>, 'next' | 'previous'>,
): Markup | string =>
  next === undefined && previous === undefined
    ? ''
    : html`<nav class="pager" aria-label="Pages">
${previous === undefined ? '' : html`<a class="button" rel="prev" href="${addressWith(visit, path, query, { cursor: previous })}">Previous</a>`}
${next === undefined ? '' : html`<a class="button" rel="next" href="${addressWith(visit, path, query, { cursor: next })}">Next</a>`}
</nav>`;

/** The filters. On a phone they fold, so that the first rows are seen. */
const filterForm = <Row>(
  visit: ConsoleVisit,
  { path, columns }: RecordList<Row>,
  filters: readonly ListFilter[],
  query: Form,
): Markup => {
  const all = columns(visit);
  const shown = chosenColumns(all, query.columns);
  return html`<details class="fold"${isFiltered(filters, query) ? html` open` : ''}><summary>Filters</summary>
<form class="filters" id="${FILTERS}" method="get" action="${visit.prefix}${path}">
${keptParameters(filters, query)}
${filters.map((filter) => filterField(filter, query[filter.name] ?? ''))}
<button type="submit">Filter</button>
<details class="columns"><summary>Columns</summary><div>
${all.map(({ name, label }) => html`<label class="choice"><input type="checkbox" data-column="${name}"${shown.some((one) => one.name === name) ? html` checked` : ''}> <span>${label}</span></label>`)}
<input type="hidden" name="columns" value="${query.columns ?? ''}"${query.columns ? '' : html` disabled`}>
<noscript><p class="quiet">Name columns in the address: columns=${all.map(({ name }) => name).join(',')}</p></noscript>
</div></details>
</form></details>`;
};

const filterField = ({ name, label, choices, type = 'text', none = 'Any' }: ListFilter, value: string): Markup =>
  choices
    ? html`<div class="filter"><label for="filter-${name}">${label}</label><select id="filter-${name}" name="${name}"><option value="">${none}</option>${choices.map(
        ([option, text]) => html`<option value="${option}"${option === value ? html` selected` : ''}>${text}</option>`,
      )}</select></div>`
    : html`<div class="filter"><label for="filter-${name}">${label}</label><input id="filter-${name}" name="${name}" type="${type}" value="${value}"${type === 'number' ? html` step="any" inputmode="decimal"` : ''}></div>`;

/** Sends the filtered rows, as they are read, so that an export of any size takes the same memory. */
const sendCsv = async <Row>(
  ctx: ConsolePage,
  visit: ConsoleVisit,
  list: RecordList<Row>,
  query: Form,
): Promise<void> => {
  needPermission(visit, 'exports.read');
  if (seesPersonalData(visit) && needFreshProofForFile(ctx, visit)) return;
  const all = list.columns(visit);
  const columns = csvColumnsOf(query.columns ? chosenColumns(all, query.columns) : all);
  const { format: _, cursor: __, ...filters } = query;
  const problem = await list.fileProblem?.(visit, filters);
  if (problem !== undefined) {
    const back = addressWith(visit, list.path, query, { format: undefined });
    showPage(
      ctx,
      { title: list.title },
      [html`<p class="trouble">${problem}</p><p><a href="${back}">Back to the list</a></p>`],
      422,
    );
    return;
  }
  async function* cells() {
    for await (const row of list.every(visit, filters)) yield columns.map(({ csv }) => String(csv(row)));
  }
  const file = `${list.path.slice(1).replaceAll('/', '-')}-${visit.site.subdomain}.csv`;
  sendCsvFile(ctx, file, columns, cells());
};
