import { Readable } from 'node:stream';
import type { CheckedLine } from '@service/billing/domain/periods/checklist.ts';
import type { PeriodReport } from '@service/billing/domain/periods/period.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import { findKeyNames } from '@service/billing/queries/access/key-names.ts';
import { monthOpenEnds, periodChecklist } from '@service/billing/queries/periods/checklist.ts';
import {
  findPeriod,
  type ListedPeriod,
  listPeriods,
  needMonth,
} from '@service/billing/queries/periods/list-periods.ts';
import { snapshotFileName } from '@service/billing/queries/periods/month-reports.ts';
import {
  type ComparedReport,
  compareSnapshot,
  readSnapshot,
  snapshotFiles,
  snapshotSums,
} from '@service/billing/queries/periods/snapshots.ts';
import { closePeriod } from '@service/billing/usecases/periods/close-period.ts';
import { reopenPeriod } from '@service/billing/usecases/periods/reopen-period.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { sendCsv } from '../../../../documents/csv/csv-file.ts';
import { reportFiles } from '../../../../documents/csv/report-files.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { type ZippedFile, zipStream } from '../../../../documents/zip/zip-stream.ts';
import { shortId } from '../../parts/figures.ts';
import { actionLink, areaField, formButtons, formTrouble, secretForm } from '../../parts/form.ts';
import { loadAgain } from '../../parts/load-again.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { ConsoleRefused } from '../../refused.ts';
import { type ConsoleRoute, formPage, queryOf, readingPage } from '../../route.ts';
import {
  type ConsolePage,
  type ConsoleVisit,
  consoleVisitOf,
  may,
  needPermission,
  withPermission,
} from '../../visit.ts';
import { checklistTable, closingOf } from './period-words.ts';

interface PeriodDeps {
  readonly sites: Pick<SiteRecords, 'keys'>;
  readonly storage: Storage;
  readonly world: World;
}

const PATH = '/reports/periods';
const BACK = { href: PATH, label: 'Closed months' };
/** The file with the digests of the others. */
const SUMS = 'SHA256SUMS';

/** The months of the books: which are closed, closing and reopening them, and their snapshots. */
export const periodPages = (deps: PeriodDeps): readonly ConsoleRoute[] => {
  const snapshots = { storage: deps.storage, reportFiles };
  const list = listPeriods(deps);
  const checklist = periodChecklist(deps);
  const openEnds = monthOpenEnds(deps);
  const compare = compareSnapshot(snapshots);
  const files = snapshotFiles(deps);
  const namesOf = findKeyNames(deps);
  const close = withPermission('periods.close', closePeriod(deps));
  const reopen = withPermission('periods.reopen', reopenPeriod(deps));

  const find = async (ctx: ConsolePage, { caller }: ConsoleVisit): Promise<ListedPeriod> => {
    try {
      return await findPeriod(deps)(caller, ctx.params.month ?? '');
    } catch (error) {
      if (error instanceof Invalid) throw new ConsoleRefused('missing');
      throw error;
    }
  };
  /** Returns the checklist, without the lines about reports unless they are asked for: making them all takes long. */
  const linesOf = (
    { caller }: ConsoleVisit,
    { month }: ListedPeriod,
    isCompared: boolean,
  ): Promise<readonly CheckedLine[]> => {
    const asked = needMonth(caller.site, month);
    return (isCompared ? checklist : openEnds)(caller, asked);
  };

  /** The files of a snapshot with their digests. Each is read when its turn comes. */
  function* zipped({ caller }: ConsoleVisit, month: string, reports: readonly PeriodReport[]): Generator<ZippedFile> {
    const read = readSnapshot(snapshots);
    async function* contentOf(report: string) {
      yield* await read(caller, month, report);
    }
    async function* sums() {
      yield Buffer.from(snapshotSums(reports));
    }
    for (const { report } of reports) yield { name: snapshotFileName(month, report), content: contentOf(report) };
    yield { name: SUMS, content: sums() };
  }

  return [
    readingPage(PATH, 'periods', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const [months, names] = await Promise.all([list(visit.caller), namesOf(visit.site)]);
      const next = months.findLast(({ state }) => state === 'open' || state === 'reopened');
      showPage(
        ctx,
        {
          title: 'Closed months',
          subtitle: `Months of the time zone ${visit.site.time_zone}`,
          back: { href: '/reports', label: 'Reports' },
          actions: next ? [actionLink(visit, comparedPath(next), `Check ${next.month}`, { main: true })] : [],
        },
        [
          html`<p class="quiet">Nothing can be dated in a closed month any more: later entries get the date of the first open month. So the reports of the month stay as they are, which its snapshot proves.</p>`,
          consoleTable({
            caption: 'Months',
            rows: months,
            href: (one) => `${visit.prefix}${pathOf(one)}`,
            empty: 'There is no month yet.',
            columns: [
              { name: 'month', label: 'Month', cell: ({ month }) => month },
              { name: 'state', label: 'State', cell: ({ state }) => stateBadge('period', state) },
              { name: 'closed', label: 'Closed', cell: (one) => closingOf(visit, one, names) },
              {
                name: 'sha256',
                label: 'Digest of the snapshot',
                cell: ({ period }) => (period?.sha256 ? shortId(period.sha256) : ''),
              },
            ],
          }),
        ],
      );
    }),
    readingPage(`${PATH}/:month`, 'period', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const found = await find(ctx, visit);
      const isOpen = found.state !== 'closing' && found.state !== 'closed';
      const isCompared = queryOf(ctx)[COMPARED] !== undefined;
      const lines = isOpen ? await linesOf(visit, found, isCompared) : [];
      const comparing = isCompared ? compare : files;
      const kept: readonly KeptReport[] = found.period?.sha256 ? await comparing(visit.caller, found.month) : [];
      showPage(
        ctx,
        {
          title: found.month,
          badge: stateBadge('period', found.state),
          subtitle: closingOf(visit, found, await namesOf(visit.site)),
          back: BACK,
          actions: actionsOf(visit, found, lines, isCompared),
        },
        [
          found.state === 'closing' ? progressOf(ctx, visit, found) : '',
          isOpen
            ? html`<section><h2>Checklist</h2>${checklistTable(visit, found.month, lines)}${
                isCompared
                  ? ''
                  : html`<p class="quiet">The reports of the month are compared with the ledger when you ask for it.</p>`
              }</section>`
            : '',
          kept.length > 0 ? snapshotOf(visit, found, kept) : '',
          found.state === 'closed' && !found.period
            ? html`<p>It was closed together with a later month, and has no snapshot of its own.</p>`
            : '',
        ],
      );
    }),
    readingPage(`${PATH}/:month/files/:file`, 'period file', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      needPermission(visit, 'exports.read');
      const { month, period } = await find(ctx, visit);
      const file = ctx.params.file ?? '';
      const reports = await files(visit.caller, month);
      if (file === SUMS && reports.length > 0) {
        ctx.type = 'text/plain; charset=utf-8';
        ctx.set('Content-Disposition', `attachment; filename="${SUMS}"`);
        ctx.body = snapshotSums(reports);
        return;
      }
      if (file === zipName(month, visit) && reports.length > 0) {
        ctx.type = 'application/zip';
        ctx.set('Content-Disposition', `attachment; filename="${file}"`);
        ctx.body = Readable.from(zipStream(zipped(visit, month, reports), (period?.closed_at ?? 0) * 1000));
        return;
      }
      const report = reports.find((one) => snapshotFileName(month, one.report) === file);
      if (!report) throw new ConsoleRefused('missing');
      sendCsv(ctx, file, Readable.from(await readSnapshot(snapshots)(visit.caller, month, report.report)));
    }),
    ...formPage({
      path: `${PATH}/:month/close`,
      name: 'period close',
      permission: 'periods.close',
      fresh: true,
      keeps: ['note'],
      async ask(ctx, visit, filled) {
        const found = await find(ctx, visit);
        return {
          title: `Close ${found.month}`,
          back: { href: pathOf(found), label: found.month },
          content: [
            html`${formTrouble(filled)}<p>Nothing will be dated in ${found.month} or before it any more. What comes later, such as a refund or due work that is retried, gets the date of the first open month. A snapshot of all reports is made.</p><p>Only an owner can reopen the month.</p>`,
            secretForm(visit, { action: `${visit.prefix}${pathOf(found)}/close` }, [
              areaField(filled, {
                name: 'note',
                label: 'Note',
                hint: 'Not required. The month and the audit log show it.',
                attributes: { maxlength: '500' },
              }),
              formButtons(`Close ${found.month}`, { back: `${visit.prefix}${pathOf(found)}` }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { month } = await find(ctx, visit);
        await close(visit, month, form.note ?? '');
        return { to: `${PATH}/${month}`, notice: `${month} is closed. Its snapshot is being made.` };
      },
    }),
    ...formPage({
      path: `${PATH}/:month/reopen`,
      name: 'period reopen',
      permission: 'periods.reopen',
      fresh: true,
      keeps: ['reason'],
      async ask(ctx, visit, filled) {
        const found = await find(ctx, visit);
        return {
          title: `Reopen ${found.month}`,
          back: { href: pathOf(found), label: found.month },
          content: [
            html`${formTrouble(filled)}<p>The reports of ${found.month} can change until it is closed again, which makes another snapshot. Its digest is another one if any number has changed: then tell those who have the earlier ones.</p>`,
            secretForm(visit, { action: `${visit.prefix}${pathOf(found)}/reopen` }, [
              areaField(filled, { name: 'reason', label: 'Reason', hint: 'The audit log keeps it.' }),
              formButtons(`Reopen ${found.month}`, {
                back: `${visit.prefix}${pathOf(found)}`,
                danger: true,
                keep: 'Keep it closed',
              }),
            ]),
          ],
        };
      },
      async carryOut(ctx, visit, form) {
        const { month } = await find(ctx, visit);
        await reopen(visit, month, form.reason ?? '');
        return { to: `${PATH}/${month}`, notice: `${month} is open until it is closed again.` };
      },
    }),
  ];
};

const pathOf = ({ month }: Pick<ListedPeriod, 'month'>): string => `${PATH}/${month}`;

/** The name of the archive with all files of a snapshot. */
const zipName = (month: string, { site }: Pick<ConsoleVisit, 'site'>): string =>
  `reports-${site.subdomain}-${month}.zip`;

/** The parameter of the address that asks for the comparison of all reports. */
const COMPARED = 'compared';

const comparedPath = (found: Pick<ListedPeriod, 'month'>): string => `${pathOf(found)}?${COMPARED}=1`;

/** A file of the snapshot; compared with the report as it is now, if that was asked for. */
type KeptReport = PeriodReport & Partial<Pick<ComparedReport, 'isSame' | 'added' | 'gone'>>;

/** Whether a later release has added or removed columns of the report. */
const isOfOtherColumns = ({ added = [], gone = [] }: KeptReport): boolean => added.length + gone.length > 0;

const actionsOf = (
  visit: ConsoleVisit,
  found: ListedPeriod,
  lines: readonly CheckedLine[],
  isCompared: boolean,
): readonly Markup[] => {
  const { month, state, period } = found;
  if (lines.length > 0 && !isCompared) {
    return [actionLink(visit, comparedPath(found), 'Compare the reports', { main: true })];
  }
  if (lines.length > 0 && lines.every(({ isDone }) => isDone) && may(visit, 'periods.close')) {
    return [actionLink(visit, `${pathOf(found)}/close`, `Close ${month}`, { main: true })];
  }
  const isLatest = period?.ends_at === visit.site.books_closed_until;
  return state !== 'reopened' && isLatest && may(visit, 'periods.reopen')
    ? [actionLink(visit, `${pathOf(found)}/reopen`, `Reopen ${month}`)]
    : [];
};

const progressOf = (ctx: ConsolePage, visit: ConsoleVisit, found: ListedPeriod): Markup =>
  html`<section class="panel"><h2>The snapshot is being made</h2><p><progress max="${found.all_files}" value="${found.files}" aria-label="Files of the snapshot"></progress> ${found.files} of ${found.all_files} files</p>${loadAgain(ctx, visit, pathOf(found))}<p>${actionLink(visit, pathOf(found), 'Look again')}</p></section>`;

/** The files of a snapshot, each with how it compares with the report as it is made now, if that was asked for. */
const snapshotOf = (visit: ConsoleVisit, found: ListedPeriod, kept: readonly KeptReport[]): Markup => {
  const href = (file: string): string => `${visit.prefix}${pathOf(found)}/files/${file}`;
  return html`<section><h2>Snapshot</h2>
${comparisonOf(visit, found, kept)}
${may(visit, 'exports.read') ? html`<p><a class="button" href="${href(zipName(found.month, visit))}">Download all as ZIP</a></p>` : ''}
<p class="quiet">Digest of ${SUMS}: ${shortId(found.period?.sha256 ?? '')}</p>
${consoleTable({
  caption: 'Files of the snapshot',
  rows: kept,
  empty: '',
  columns: [
    {
      name: 'file',
      label: 'File',
      cell: ({ month, report }) => fileLink(visit, href, snapshotFileName(month, report)),
    },
    {
      name: 'now',
      label: 'Report now',
      cell: ({ isSame }) => {
        if (isSame === undefined) return 'not compared';
        return isSame ? stateBadge('check', 'same') : stateBadge('check', 'differs');
      },
    },
    { name: 'sha256', label: 'SHA-256', cell: ({ sha256 }) => shortId(sha256) },
    { name: 'bytes', label: 'Bytes', numeric: true, cell: ({ bytes }) => bytes.toLocaleString('en') },
  ],
})}
<p>${fileLink(visit, href, SUMS)}</p></section>`;
};

const comparisonOf = (visit: ConsoleVisit, found: ListedPeriod, kept: readonly KeptReport[]): Markup => {
  if (kept.every(({ isSame }) => isSame === undefined)) {
    return html`<p>${actionLink(visit, comparedPath(found), 'Compare with the reports now')}</p>`;
  }
  return kept.every(({ isSame }) => isSame)
    ? html`<p>${kept.some(isOfOtherColumns) ? 'The reports equal the snapshot in the columns that both have. Since the month was closed, a newer release has added or removed others.' : 'The reports equal the snapshot, to the byte.'}</p>`
    : html`<p class="trouble" role="alert">${found.state === 'reopened' ? 'Reports have changed since the month was closed.' : 'A report differs from the snapshot. If a newer release changed its definition, the change log says so; otherwise tell the operator of the service.'}</p>`;
};

const fileLink = (visit: ConsoleVisit, href: (file: string) => string, file: string): Markup | string =>
  may(visit, 'exports.read') ? html`<a href="${href(file)}">${file}</a>` : file;
