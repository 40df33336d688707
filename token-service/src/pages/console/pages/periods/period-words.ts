import { actorName, type KeyNames } from '@service/billing/domain/audit-log/actor-name.ts';
import type { CheckedLine } from '@service/billing/domain/periods/checklist.ts';
import type { ListedPeriod } from '@service/billing/queries/periods/list-periods.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { fromReport } from '../../parts/back-to-report.ts';
import { exactMomentOf, moneyOf } from '../../parts/figures.ts';
import { ledgerName } from '../../parts/ledger-names.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleVisit, may } from '../../visit.ts';

/** Says when a month was closed and by whom, or reopened. */
export const closingOf = (visit: ConsoleVisit, { state, period }: ListedPeriod, names: KeyNames): Markup | string => {
  if (!period) return state === 'closed' ? 'with a later month' : '';
  const { closed_at, closed_by, closed_note, reopened_at, reopened_by, reopened_because } = period;
  const by = (actor: string | null): string => actorName(actor ?? '', names);
  if (state !== 'reopened' || reopened_at === null) {
    return html`${exactMomentOf(visit, closed_at)} by ${by(closed_by)}${closed_note === null ? '' : `: ${closed_note}`}`;
  }
  return html`reopened ${exactMomentOf(visit, reopened_at)} by ${by(reopened_by)}: ${reopened_because}`;
};

/** The checklist of a month: what is done, and what is left to do and where. */
export const checklistTable = (visit: ConsoleVisit, month: string, lines: readonly CheckedLine[]): Markup =>
  consoleTable({
    caption: `Checklist of ${month}`,
    rows: lines,
    empty: '',
    columns: [
      { name: 'line', label: 'Line', cell: ({ title }) => title },
      {
        name: 'state',
        label: 'State',
        cell: ({ isDone }) => (isDone ? stateBadge('check', 'done') : stateBadge('check', 'open')),
      },
      {
        name: 'todo',
        label: 'What to do',
        cell: (line) =>
          line.isDone
            ? (line.found ?? '')
            : html`${foundIn(line)} ${line.todo}${line.path && mayFollow(visit, line.path) ? html` <a href="${visit.prefix}${fromReport(pathOf(month, line.path), monthPath(month))}">Open</a>` : ''}`,
      },
    ],
  });

/** Work is for other roles than reports and payouts are. */
const mayFollow = (visit: ConsoleVisit, path: string): boolean => path !== '/work' || may(visit, 'work.read');

const foundIn = ({ found, differences }: CheckedLine): Markup =>
  html`${found ?? ''}${differences.map(
    ({ what, currency, report_in_cents, ledger_in_cents }) =>
      html` ${ledgerName(what)}: ${moneyOf(report_in_cents, currency)} in the report, ${moneyOf(ledger_in_cents, currency)} in the ledger.`,
  )}`;

const monthPath = (month: string): string => `/reports/periods/${month}`;

/** Reports about one day, and the one whose line of the checklist counts what is left of earlier months too. */
const FIRST_DAYS: Readonly<Record<string, string | undefined>> = {
  '/reports/aging': undefined,
  '/reports/reconciliation': '1970-01-01',
};

/** A report is opened with the days of the month. */
const pathOf = (month: string, path: string): string => {
  const isReport = path.startsWith('/reports/') && path !== '/reports/periods';
  if (!isReport) return path;
  const last = Temporal.PlainYearMonth.from(month).daysInMonth;
  const from = path in FIRST_DAYS ? FIRST_DAYS[path] : `${month}-01`;
  const days = { ...(from === undefined ? {} : { from }), to: `${month}-${last}` };
  return `${path}?${new URLSearchParams(days).toString()}`;
};
