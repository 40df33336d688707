import type { ReportColumn, ReportRow } from '@service/billing/domain/reports/report.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { moneyOf } from '../../parts/figures.ts';
import { consoleTable } from '../../parts/table.ts';
import type { ConsoleVisit } from '../../visit.ts';
import { reportValue, type ShownReport } from './report-links.ts';
import { reportValueText } from './report-words.ts';

/** The grids of a report, a row and a column for each month: one for each currency and each of its cells. */
export const reportGrids = (
  visit: ConsoleVisit,
  report: ShownReport,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): readonly Markup[] => {
  const { title, grid } = report;
  if (!grid || rows.length === 0) return [];
  const column = (name: string): ReportColumn | undefined => columns.find((each) => each.name === name);
  const [head, across] = [column(grid.rows), column(grid.columns)];
  if (!head || !across) return [];
  return [...Map.groupBy(rows, ({ currency }) => String(currency))].flatMap(([currency, some]) => {
    const heads = [...new Map(some.map((row) => [String(row[across.name]), row[across.name] ?? null])).values()].sort(
      inOrder,
    );
    const groups = [...Map.groupBy(some, (row) => String(row[head.name]))];
    return Object.entries(grid.cells).flatMap(([name, heading]) => {
      const cell = column(name);
      if (!cell) return [];
      const caption = `${title}: ${heading.toLowerCase()}, ${currency}`;
      const about = grid.about.flatMap((each) => column(each) ?? []);
      const table = consoleTable({
        caption,
        rows: groups,
        dense: true,
        empty: '',
        columns: [
          { name: head.name, label: head.label, whole: true, cell: ([value]) => value },
          ...about.map((each) => ({
            name: each.name,
            label: each.label,
            numeric: true,
            cell: ([, own]: Group) => reportValueText(each, own[0]?.[each.name] ?? null, currency),
          })),
          ...(grid.summed
            ? [
                {
                  name: 'sum',
                  label: 'Sum',
                  numeric: true,
                  cell: ([, own]: Group) =>
                    moneyOf(
                      own.reduce((sum, row) => sum + Number(row[name] ?? 0), 0),
                      currency,
                    ),
                },
              ]
            : []),
          ...heads.map((value) => ({
            name: String(value),
            label: [grid.unit, value].filter((part) => part !== undefined).join(' '),
            numeric: true,
            cell([, own]: Group) {
              const found = own.find((row) => row[across.name] === value);
              if (!found) return '';
              const text = `${reportValueText(cell, found[name] ?? null, currency)}${found.part ? ' *' : ''}`;
              return reportValue(visit, report, cell, found, text);
            },
          })),
        ],
      });
      return [
        html`<section><h2>${heading}, ${currency}</h2>${table}${some.some(({ part }) => part) ? html`<p class="quiet">* A part of the month: see the list.</p>` : ''}</section>`,
      ];
    });
  });
};

type Group = readonly [value: string, rows: readonly ReportRow[]];

const inOrder = (one: string | number | null, other: string | number | null): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one) < String(other) ? -1 : 1;
