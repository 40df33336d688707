import { html, type Markup } from '../../../documents/html.ts';

export interface TableColumn<Row> {
  /** The name in the address, and the heading of the CSV. */
  readonly name: string;
  readonly label: string;
  /** Aligned at the right, in tabular figures. */
  readonly numeric?: boolean;
  /** Never broken over lines. */
  readonly whole?: boolean;
  /** Left out unless the operator chooses it. */
  readonly optional?: boolean;
  readonly cell: (row: Row) => Markup | string | number;
  /** The cell of the CSV; without one the column is not in it. */
  readonly csv?: (row: Row) => string | number;
  /** The columns of the CSV in its place, where one cell would hold several values. */
  readonly csvColumns?: readonly CsvCells<Row>[];
}

interface CsvCells<Row> {
  readonly name: string;
  readonly numeric?: boolean;
  readonly csv: (row: Row) => string | number;
}

/** Returns the columns of a CSV with the cells of these columns; those without cells are not in it. */
export const csvColumnsOf = <Row>(columns: readonly TableColumn<Row>[]): readonly CsvCells<Row>[] =>
  columns.flatMap(({ name, numeric = false, csv, csvColumns }) => csvColumns ?? (csv ? [{ name, numeric, csv }] : []));

export interface RecordTable<Row> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  /** The address that a row opens, with the prefix of the site; it is a link in the first column. */
  readonly href?: (row: Row) => string | undefined;
  /** Whether it has many columns, which then stand closer. */
  readonly dense?: boolean;
  /** Said where there are no rows: what would be here, and how it gets here. */
  readonly empty: Markup | string;
}

/** A table of records, which is a list of cards on a phone. */
export const consoleTable = <Row>({ caption, columns, rows, href, dense, empty }: RecordTable<Row>): Markup => {
  if (rows.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table class="rows${dense ? ' dense' : ''}">
<caption class="spoken">${caption}</caption>
<thead><tr>${columns.map(headOf)}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${columns.map((column, index) => cellOf(column, row, index === 0 ? href?.(row) : undefined))}</tr>\n`)}
</tbody>
</table></div>`;
};

/** A column whose cells say what they are has a heading for screen readers alone. */
const headOf = <Row>({ name, label, numeric }: TableColumn<Row>): Markup =>
  html`<th scope="col"${numeric ? html` class="number"` : ''}>${label || html`<span class="spoken">${name}</span>`}</th>`;

const cellOf = <Row>({ label, numeric, whole, cell }: TableColumn<Row>, row: Row, href: string | undefined): Markup => {
  const content = cell(row);
  return html`<td data-label="${label}"${numeric ? html` class="number"` : whole ? html` class="whole"` : ''}>${href === undefined ? content : html`<a class="row-link" href="${href}">${content}</a>`}</td>`;
};
