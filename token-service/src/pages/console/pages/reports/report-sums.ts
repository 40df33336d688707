import {
  type ReportColumn,
  type ReportRow,
  ReportSums,
  WITHOUT_VALUE,
} from '@service/billing/domain/reports/report.ts';
import { reportFilters } from '@service/billing/queries/reports/open-report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { reconciliationSums } from './reconciliation-sums.ts';
import { narrowedPath, type ShownReport } from './report-links.ts';
import { reportValueText } from './report-words.ts';

/** The sums of all rows of a report, and of each part of a tax return or result of the reconciliation. */
export class ShownSums {
  readonly all: ReportSums;
  readonly parts = new Map<string, ReportSums>();
  readonly #report: Pick<ShownReport, 'columns'>;
  /** The column with the part of a row. */
  readonly #parted: string | undefined;

  constructor(report: Pick<ShownReport, 'columns' | 'isReturn' | 'name'>) {
    this.#report = report;
    this.#parted = report.isReturn ? 'part' : report.name === 'reconciliation' ? 'result' : undefined;
    this.all = new ReportSums(report.columns);
  }

  add(row: ReportRow): void {
    this.all.add(row);
    if (this.#parted === undefined) return;
    const part = String(row[this.#parted]);
    const sums = this.parts.get(part) ?? new ReportSums(this.#report.columns);
    sums.add(row);
    this.parts.set(part, sums);
  }
}

/** A row of a table of sums: its head, the filters of the rows that it adds up, and their sums. */
interface SumRow {
  readonly head: string;
  readonly where: Readonly<Record<string, string>> | undefined;
  readonly currency: string;
  readonly sums: ReportSums;
}

/** The sums of all rows of a report: by currency; of a tax return, each part apart, and what is filed before others. */
export const reportSums = (
  visit: ConsoleVisit,
  report: ShownReport,
  columns: readonly ReportColumn[],
  sums: ShownSums,
  lacksRates = false,
): readonly Markup[] => {
  if (report.name === 'reconciliation') return reconciliationSums(visit, report, sums);
  const amounts = columns.filter(
    ({ kind, overlaps, addsUpIn, detail }) => kind === 'cents' && !(overlaps && addsUpIn === undefined) && !detail,
  );
  const [filed, invoiced] = [true, false].map((isFiled) =>
    amounts.filter(({ currency }) => (currency !== undefined) === isFiled),
  ) as [ReportColumn[], ReportColumn[]];
  return [
    ...sumTable(
      visit,
      report,
      filed,
      filedRows(report, filed, sums),
      lacksRates ? 'Sums to file, without the rows that lack a rate' : 'Sums to file',
    ),
    ...sumTable(
      visit,
      report,
      invoiced,
      invoicedRows(report, invoiced, sums),
      filed.length > 0 ? 'Sums in the currencies of the invoices' : 'Sums by currency',
    ),
  ];
};

/** The parts of a return in the order of its column. */
const partsOf = ({ columns }: ShownReport, { parts }: ShownSums): readonly (readonly [string, ReportSums])[] => {
  const order = columns.find(({ name }) => name === 'part')?.values ?? [];
  return order.flatMap((part) => {
    const sums = parts.get(part);
    return sums ? [[part, sums] as const] : [];
  });
};

const PART: ReportColumn = { name: 'part', label: 'Part', kind: 'text' };
const partName = (part: string): string => reportValueText(PART, part, '');

/** Returns the sums to file, in the currency of the return: of each part, and of all where there are several. */
const filedRows = (report: ShownReport, filed: readonly ReportColumn[], sums: ShownSums): readonly SumRow[] => {
  const currency = filed[0]?.currency;
  if (currency === undefined) return [];
  const inIt = partsOf(report, sums).filter(([, own]) => filed.some(({ name }) => own.of(name).has(currency)));
  const rows = inIt.map(([part, own]) => ({ head: partName(part), where: { part }, currency, sums: own }));
  if (rows.length < 2) return rows;
  const part = inIt.map(([name]) => name).join(',');
  return [...rows, { head: 'together', where: { part }, currency, sums: sums.all }];
};

/** Returns the sums in the currencies of the invoices: of a return, each part apart. */
const invoicedRows = (report: ShownReport, invoiced: readonly ReportColumn[], sums: ShownSums): readonly SumRow[] => {
  const currenciesOf = (own: ReportSums) =>
    [...new Set(invoiced.flatMap(({ name }) => [...own.of(name).keys()]))].sort();
  if (report.isReturn) {
    return partsOf(report, sums).flatMap(([part, own]) =>
      currenciesOf(own).map((currency) => ({
        head: `${partName(part)}, ${currency}`,
        where: { part, currency },
        currency,
        sums: own,
      })),
    );
  }
  const currencies = currenciesOf(sums.all);
  const isNarrowed = currencies.length > 1 && reportFilters(report.columns).includes('currency');
  return currencies.map((currency) => ({
    head: currency,
    where: isNarrowed ? { currency } : undefined,
    currency,
    sums: sums.all,
  }));
};

const sumTable = (
  visit: ConsoleVisit,
  report: ShownReport,
  amounts: readonly ReportColumn[],
  rows: readonly SumRow[],
  caption: string,
): readonly Markup[] => {
  const shown = amounts.filter(
    ({ name, unlessZero }) => !unlessZero || rows.some(({ sums, currency }) => sums.of(name).get(currency)),
  );
  if (rows.length === 0 || shown.length === 0) return [];
  const linked = ({ where }: SumRow, text: string): Markup | string =>
    where ? html`<a href="${visit.prefix}${narrowedPath(report, where)}">${text}</a>` : text;
  return [
    html`<section>${report.isReturn ? html`<h2>${caption}</h2>` : ''}${consoleTable<SumRow>({
      caption,
      rows,
      empty: '',
      columns: [
        { name: 'currency', label: report.isReturn ? 'Part' : 'Sum', cell: (row) => linked(row, row.head) },
        ...shown.map(({ name, label, addsUpIn }) => ({
          name,
          label,
          numeric: true,
          cell: (row: SumRow) =>
            addsUpIn === undefined || row.where?.part === addsUpIn
              ? linked(row, moneyOf(row.sums.of(name).get(row.currency) ?? 0, row.currency))
              : WITHOUT_VALUE,
        })),
      ],
    })}</section>`,
  ];
};
