import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CheckedLine } from '@service/billing/domain/periods/checklist.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { periodChecklist } from '@service/billing/queries/periods/checklist.ts';
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
  needPeriod,
  readSnapshot,
  snapshotSums,
} from '@service/billing/queries/periods/snapshots.ts';
import { closePeriod } from '@service/billing/usecases/periods/close-period.ts';
import { reopenPeriod } from '@service/billing/usecases/periods/reopen-period.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { reportFiles } from '../documents/csv/report-files.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { command, type Tool, type Toolbox } from './command.ts';
import { inColumns } from './layout.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const callerOf = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const snapshotDeps = ({ storage }: Toolbox) => ({ storage, reportFiles });

export const periodTool: Tool = {
  ...topic('period'),
  about: `In a closed month nothing is dated any more: no invoice, no payment, no movement of the ledger. What would be gets the
date of the first open month. So the reports of a closed month stay as they are, and a snapshot of their files proves
it: check makes them again and compares their SHA-256 digests.`,
  notes: `Months are those of the time zone of the site, such as 2026-10, and are closed in their order; the first one that is
closed closes those before it. The worker makes the snapshot. Names and VAT numbers of customers are not in it.`,
  commands: {
    list: command({
      takes: ['subdomain'],
      does: 'Lists the months since the first invoice, the latest first, with their state.',
      example: 'demo',
      prints: 'array',
      members: [
        'month',
        'state',
        'closed_at',
        'closed_by',
        'closed_note',
        'reopened_at',
        'reopened_because',
        'files',
        'sha256',
      ],
      async run(toolbox, [subdomain = '']) {
        const months = (await listPeriods(toolbox)(await callerOf(toolbox, subdomain))).map(periodJson);
        const rows = months.map(({ month, state, closed_at, closed_by, sha256 }) =>
          [month, state, closed_at, closed_by, sha256].map((cell) => cell ?? '-'),
        );
        return { text: inColumns([['MONTH', 'STATE', 'CLOSED', 'BY', 'SHA-256'], ...rows]), json: months };
      },
    }),
    check: command({
      takes: ['subdomain', 'month'],
      does: 'Checks whether a month can be closed, or the reports of a closed one still equal its snapshot: status 3 if not.',
      example: 'demo 2026-10',
      members: ['month', 'state', 'lines', 'files'],
      async run(toolbox, [subdomain = '', month = '']) {
        const caller = await callerOf(toolbox, subdomain);
        const asked = needMonth(caller.site, month);
        const { state, period, files, all_files } = await findPeriod(toolbox)(caller, month);
        if (state === 'closing') {
          const text = `The snapshot of ${month} is being made: ${files} of ${all_files} files.`;
          return { text, json: { month, state, lines: [], files: [] } };
        }
        if (state === 'closed') {
          if (!period) return { text: CLOSED_WITH_LATER, json: { month, state, lines: [], files: [] } };
          const compared = await compareSnapshot(snapshotDeps(toolbox))(caller, month);
          const isSame = compared.every((file) => file.isSame);
          return {
            text: [inColumns(compared.map(fileRow)), isSame ? SAME : DIFFERENT].join('\n\n'),
            json: { month, state, lines: [], files: compared.map(fileJson) },
            status: isSame ? 0 : 3,
          };
        }
        const lines = await periodChecklist(toolbox)(caller, asked);
        const isReady = lines.every(({ isDone }) => isDone);
        return {
          text: [
            ...lines.map(lineText),
            '',
            isReady ? `${month} can be closed.` : `${month} cannot be closed yet.`,
          ].join('\n'),
          json: { month, state, lines: lines.map(lineJson), files: [] },
          status: isReady ? 0 : 3,
        };
      },
    }),
    close: command({
      takes: ['subdomain', 'month'],
      does: 'Closes a month whose checklist has no open line. The worker then makes its snapshot.',
      example: 'demo 2026-10 --note "Agreed with the auditor"',
      options: {
        note: { value: '<text>', help: 'What is to be known about the closing; the month and the audit log have it.' },
      },
      members: ['month', 'state', 'closed_at'],
      async run(toolbox, [subdomain = '', month = ''], { note }) {
        const caller = await callerOf(toolbox, subdomain);
        const { state, closed_at } = await closePeriod(toolbox)(caller, month, String(note ?? ''));
        return {
          text: `${month} is closed. The worker makes its snapshot: npm run period -- check ${subdomain} ${month} shows how far it is.`,
          json: { month, state, closed_at: isoTime(closed_at) },
        };
      },
    }),
    reopen: command({
      takes: ['subdomain', 'month'],
      does: 'Opens the month that was closed last, so that it can be changed and closed again.',
      example: 'demo 2026-10 --reason "A supplier sent a credit note late"',
      options: { reason: { value: '<text>', required: true, help: 'Why; the audit log has it.' } },
      members: ['month', 'state', 'reopened_at'],
      async run(toolbox, [subdomain = '', month = ''], { reason }) {
        const caller = await callerOf(toolbox, subdomain);
        const { state } = await reopenPeriod(toolbox)(caller, month, String(reason ?? ''));
        return {
          text: `${month} is open. Its snapshot is kept until the month is closed again.`,
          json: { month, state, reopened_at: isoTime(caller.at) },
        };
      },
    }),
    save: command({
      takes: ['subdomain', 'month', 'folder'],
      does: 'Writes the files of the snapshot of a month to a folder, with their digests in SHA256SUMS.',
      example: 'demo 2026-10 /var/lib/billing/2026-10',
      members: ['month', 'folder', 'files', 'sha256'],
      async run(toolbox, [subdomain = '', month = '', folder = '']) {
        const caller = await callerOf(toolbox, subdomain);
        const { periods } = toolbox.storage.of(caller.site.id);
        const { sha256 } = await needPeriod({ periods }, month);
        if (sha256 === null) throw new OperatorTrouble(`The snapshot of ${month} is not complete yet.`);
        const reports = await periods.reports(month);
        await mkdir(folder, { recursive: true });
        for (const { report } of reports) {
          const file = await readSnapshot(snapshotDeps(toolbox))(caller, month, report);
          await pipeline(Readable.from(file), createWriteStream(join(folder, snapshotFileName(month, report))));
        }
        await writeFile(join(folder, 'SHA256SUMS'), snapshotSums(reports));
        const names = reports.map(({ report }) => snapshotFileName(month, report));
        return {
          text: `${resolve(folder)} has ${names.length} files and SHA256SUMS, whose own digest is ${sha256}.`,
          json: { month, folder: resolve(folder), files: names, sha256 },
        };
      },
    }),
  },
};

const CLOSED_WITH_LATER = 'The month was closed together with a later one, and has no snapshot of its own.';
const SAME = 'The reports equal the snapshot.';
const DIFFERENT =
  'A report differs from the snapshot. If a newer release changed its definition, the change log says so; otherwise report this with the log of the day.';

const periodJson = ({ month, state, period, files }: ListedPeriod) => ({
  month,
  state,
  closed_at: period ? isoTime(period.closed_at) : null,
  closed_by: period?.closed_by ?? null,
  reopened_at: period?.reopened_at ? isoTime(period.reopened_at) : null,
  closed_note: period?.closed_note ?? null,
  reopened_because: period?.reopened_because ?? null,
  files,
  sha256: period?.sha256 ?? null,
});

const fileRow = ({ report, month, sha256, isSame, added, gone }: ComparedReport): string[] => [
  isSame ? 'same' : 'DIFFERS',
  snapshotFileName(month, report),
  sha256,
  [
    ...(added.length > 0 ? [`without the columns added since: ${added.join(', ')}`] : []),
    ...(gone.length > 0 ? [`without the columns left out since: ${gone.join(', ')}`] : []),
  ].join('; '),
];

const fileJson = ({ report, sha256, bytes, isSame, added, gone }: ComparedReport) => ({
  ...{ report, sha256, bytes, same: isSame },
  ...{ columns_added: added, columns_gone: gone },
});

const lineText = ({ isDone, title, found, todo, differences }: CheckedLine): string =>
  [
    `${isDone ? 'done' : 'OPEN'}  ${title}.${found ? ` ${found}` : ''}${isDone ? '' : ` ${todo}`}`,
    ...differences.map(
      ({ what, currency, report_in_cents, ledger_in_cents }) =>
        `      ${what}: ${amountText(report_in_cents, currency)} in the report, ${amountText(ledger_in_cents, currency)} in the ledger`,
    ),
  ].join('\n');

const lineJson = ({ name, isDone, title, found, todo, differences }: CheckedLine) => ({
  name,
  done: isDone,
  title,
  found,
  todo: isDone ? null : todo,
  differences: differences.map((difference) => ({ ...difference })),
});

if (import.meta.main) await main(periodTool);
