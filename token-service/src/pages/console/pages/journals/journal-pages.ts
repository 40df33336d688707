import { Readable } from 'node:stream';
import { actorName } from '@service/billing/domain/audit-log/actor-name.ts';
import type { JournalBatch } from '@service/billing/domain/journals/batch.ts';
import type { ChartRule, JournalChart } from '@service/billing/domain/journals/chart.ts';
import { UnmappedBatch } from '@service/billing/domain/journals/unmapped-words.ts';
import {
  findJournalChart,
  isLatestJournalBatch,
  listJournalBatches,
  MOST_JOURNAL_BATCHES,
  openJournalBatch,
} from '@service/billing/queries/journals/journal-batches.ts';
import { giveUpJournalBatch } from '@service/billing/usecases/journals/give-up-journal-batch.ts';
import { makeJournalBatch } from '@service/billing/usecases/journals/make-journal-batch.ts';
import { notFound } from '@service/billing/values/failure.ts';
import { dayNumberIn, isoDay } from '@service/billing/values/periods/day-in.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { JournalFile } from '../../../../documents/journals/format.ts';
import {
  isJournalFormat,
  JOURNAL_FORMAT_NAMES,
  JOURNAL_FORMATS,
  type JournalFormatName,
  journalFiles,
  needJournalFile,
  openJournalFile,
} from '../../../../documents/journals/journal-files.ts';
import { type ZippedFile, zipStream } from '../../../../documents/zip/zip-stream.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { factList, momentOf, moneysOf } from '../../parts/figures.ts';
import { actionLink, formButtons, formTrouble, inputField, radioField, secretForm } from '../../parts/form.ts';
import { LEDGER_NAMES } from '../../parts/ledger-names.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable } from '../../parts/table.ts';
import { taxTypeName } from '../../parts/tax-names.ts';
import { type ConsoleRoute, FormProblem, formPage, problemsOf, queryOf, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may, needPermission, withPermission } from '../../visit.ts';
import { defaultSection } from './default-section.ts';
import { journalChartForms } from './journal-chart-form.ts';
import type { JournalDeps } from './journal-deps.ts';
import { ACCOUNTS_PATH, ALL_ACCOUNTS_PATH, JOURNALS_PATH, pathWithPending } from './pending-batch.ts';
import { postingLabel } from './posting-label.ts';

const PATH = JOURNALS_PATH;
const BACK = { href: PATH, label: 'Journals' };

const batchPath = (number: number): string => `${PATH}/batches/${number}`;
const numberOf = (text: string | undefined): number => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : Number.NaN);

/** The batches of postings for accounting software, the chart of their accounts, and their files. */
export const journalPages = (deps: JournalDeps): readonly ConsoleRoute[] => {
  const [chartOf, list, open] = [findJournalChart(deps), listJournalBatches(deps), openJournalBatch(deps)];
  const isLatest = isLatestJournalBatch(deps);
  const defaulted = defaultSection(deps);
  const make = withPermission('journals.make', makeJournalBatch(deps));
  const giveUp = withPermission('journals.make', giveUpJournalBatch(deps));
  return [
    readingPage(PATH, 'journals', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const before = numberOf(queryOf(ctx).before);
      const batches = await list(visit.caller, Number.isNaN(before) ? undefined : before);
      const earlier = batches.at(-1)?.number;
      const actions = may(visit, 'journals.make')
        ? [actionLink(visit, `${PATH}/make`, 'Make a batch', { main: true })]
        : [];
      showPage(ctx, { title: 'Journals', back: { href: '/reports', label: 'Reports' }, actions }, [
        html`<p class="quiet">Batches bring the postings of the ledger to your accounting software. A batch takes every movement up to a day that no earlier batch has; what is posted later for such a day goes into the next one. The files of a batch never change.</p>`,
        batchTable(visit, batches),
        batches.length === MOST_JOURNAL_BATCHES
          ? html`<p><a href="${visit.prefix}${PATH}?before=${earlier}" rel="next">Earlier batches</a></p>`
          : '',
        chartSection(visit, await chartOf(visit.caller)),
      ]);
    }),
    readingPage(`${PATH}/batches/:number`, 'journal', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      const batch = await open(visit.caller, numberOf(ctx.params.number));
      const asked = queryOf(ctx).format ?? 'csv';
      const format = isJournalFormat(asked) ? asked : 'csv';
      const written = { subdomain: visit.site.subdomain, batch, format };
      const lacksClient = format === 'datev' && batch.chart.datev === null;
      const found = lacksClient
        ? clientProblem(visit, batch)
        : await journalFiles(written).catch((error: unknown) => {
            const problem = problemsOf(error)?.form;
            if (!problem) throw error;
            return problem;
          });
      const canBeGivenUp = may(visit, 'journals.make') && (await isLatest(visit.caller, batch.number));
      const actions = canBeGivenUp
        ? [actionLink(visit, `${batchPath(batch.number)}/give-up`, 'Give up', { danger: true })]
        : [];
      showPage(ctx, { title: `Batch ${batch.number}`, back: BACK, actions }, [
        factList([
          { label: 'Up to', value: batch.up_to },
          { label: 'Days', value: `${batch.first_day} to ${batch.last_day}` },
          { label: 'Detail', value: DETAILS[batch.detail] },
          { label: 'Movements', value: batch.movements },
          { label: 'Debits', value: totalsOf(batch) },
          { label: 'Made', value: html`${momentOf(visit, batch.made_at)} by ${actorName(batch.made_by, NO_KEYS)}` },
        ]),
        await defaulted(visit, batch),
        filesSection(visit, batch, format, found),
      ]);
    }),
    readingPage(`${PATH}/batches/:number/files/:name`, 'journal file', 'reports.read', async (ctx) => {
      const visit = consoleVisitOf(ctx);
      needPermission(visit, 'exports.read');
      const batch = await open(visit.caller, numberOf(ctx.params.number));
      const format = queryOf(ctx).format ?? 'csv';
      if (!isJournalFormat(format)) throw notFound('JournalFormat', 'name', format);
      const name = ctx.params.name ?? '';
      const written = { subdomain: visit.site.subdomain, batch, format };
      if (name === zipName(visit, batch, format)) {
        const files = await journalFiles(written);
        if (files.length > MOST_ZIPPED) throw notFound('JournalFile', 'name', name);
        ctx.set('Content-Type', 'application/zip');
        ctx.set('Content-Disposition', `attachment; filename="${name}"`);
        ctx.body = Readable.from(zipStream(zipped(written, files), batch.made_at * 1000));
        return;
      }
      const file = await needJournalFile(written, name);
      ctx.set('Content-Type', JOURNAL_FORMATS[format].type);
      ctx.set('Content-Disposition', `attachment; filename="${name}"`);
      ctx.body = openJournalFile(written, file);
    }),
    ...formPage({
      path: `${PATH}/make`,
      name: 'journal make',
      permission: 'journals.make',
      ask: async (_, visit, filled) => ({
        title: 'Make a batch',
        back: BACK,
        content: [
          html`${formTrouble(filled)}`,
          secretForm(visit, { action: `${visit.prefix}${PATH}/make` }, [
            inputField(filled, {
              name: 'to',
              label: 'Last day',
              value: yesterdayOf(visit),
              hint: 'Every movement up to the end of this day that no batch has yet.',
              attributes: { type: 'date' },
            }),
            radioField(filled, { name: 'detail', label: 'Detail', value: 'day' }, [
              { value: 'day', label: 'Summary of each day', hint: 'By currency, kind of movement and account.' },
              { value: 'document', label: 'Every document', hint: 'Each invoice and payment with its number.' },
            ]),
            formButtons('Make batch', { back: `${visit.prefix}${PATH}` }),
          ]),
        ],
      }),
      async carryOut(_, visit, form) {
        const { detail, to } = form;
        if (detail !== 'day' && detail !== 'document') {
          throw new FormProblem('Choose the detail of the batch.', { detail: 'Choose one.' });
        }
        const batch = await make(visit, { detail, up_to: to }).catch((error: unknown) => {
          throw error instanceof UnmappedBatch ? unmappedProblem(visit, error, form) : error;
        });
        if (!batch) {
          throw new FormProblem('No batch was made.', {
            to: 'No movement up to the end of this day is left for a batch.',
          });
        }
        return { to: batchPath(batch.number), notice: `Batch ${batch.number} was made.` };
      },
    }),
    ...formPage({
      path: `${PATH}/batches/:number/give-up`,
      name: 'journal give up',
      permission: 'journals.make',
      async ask(ctx, visit, filled) {
        const { number } = await open(visit.caller, numberOf(ctx.params.number));
        return {
          title: `Give batch ${number} up`,
          back: { href: batchPath(number), label: `Batch ${number}` },
          content: [
            html`${formTrouble(filled)}<p>Its movements are in the next batch again, with the accounts of the chart of then. Remove what your accounting software has read of it first.</p>`,
            secretForm(
              visit,
              { action: `${visit.prefix}${batchPath(number)}/give-up` },
              formButtons(`Give batch ${number} up`, { back: `${visit.prefix}${batchPath(number)}`, danger: true }),
            ),
          ],
        };
      },
      async carryOut(ctx, visit) {
        const number = numberOf(ctx.params.number);
        await giveUp(visit, number);
        return { to: PATH, notice: `Batch ${number} was given up.` };
      },
    }),
    ...journalChartForms(deps),
  ];
};

/** Lists every posting that the chart has no account for, and leads to the form that gives them theirs. */
const unmappedProblem = ({ prefix }: ConsoleVisit, { unmapped }: UnmappedBatch, asked: Form): FormProblem => {
  const pending = { to: asked.to, detail: asked.detail, postings: unmapped };
  const words = unmapped.map(postingLabel).sort();
  return new FormProblem(
    `The chart has no account for ${words.length === 1 ? 'a kind of postings' : `${words.length} kinds of postings`}. Nothing was exported.`,
    {},
    html`<ul>${words.map((each) => html`<li>${each}</li>`)}</ul><p><a class="button main" href="${prefix}${pathWithPending(ACCOUNTS_PATH, pending)}">Give them accounts</a> <a class="button" href="${prefix}${pathWithPending(ALL_ACCOUNTS_PATH, pending)}">One account for each ledger account</a></p>`,
  );
};

/** Keys make no batches. */
const NO_KEYS = new Map<string, string>();

const DETAILS: Readonly<Record<JournalBatch['detail'], string>> = {
  day: 'Summary of each day',
  document: 'Every document',
};

const yesterdayOf = ({ site, caller }: ConsoleVisit): string => isoDay(dayNumberIn(site.time_zone, caller.at) - 1);

const totalsOf = ({ totals }: JournalBatch): Markup | string =>
  moneysOf(Object.fromEntries(totals.map(({ currency, debits_in_cents }) => [currency, debits_in_cents])));

const batchTable = (visit: ConsoleVisit, batches: readonly JournalBatch[]): Markup =>
  html`<section>${consoleTable<JournalBatch>({
    caption: 'Batches',
    rows: batches,
    // A batch that was given up has no page: its movements are in a later one.
    href: ({ number, state }) => (state === 'made' ? `${visit.prefix}${batchPath(number)}` : undefined),
    empty: 'There are no batches yet. Describe your accounts in the chart, then make the first one.',
    columns: [
      { name: 'number', label: 'Batch', cell: ({ number }) => number },
      { name: 'state', label: 'State', cell: ({ state }) => (state === 'made' ? 'made' : 'given up') },
      { name: 'days', label: 'Days', cell: ({ first_day, last_day }) => `${first_day} to ${last_day}` },
      { name: 'detail', label: 'Detail', cell: ({ detail }) => DETAILS[detail] },
      { name: 'movements', label: 'Movements', numeric: true, cell: ({ movements }) => movements },
      { name: 'debits', label: 'Debits', numeric: true, cell: totalsOf },
    ],
  })}</section>`;

/** Returns the type of tax of a rule as programs have it, with its name: `gb (United Kingdom)`. */
const taxTypeWords = (type: string | null): string => {
  if (type === null) return 'any';
  const name = taxTypeName(type);
  return name === type ? type : `${type} (${name})`;
};

const chartSection = (visit: ConsoleVisit, { rules, default_account, datev }: JournalChart): Markup =>
  html`<section id="chart"><h2>Chart</h2>${consoleTable<ChartRule>({
    caption: 'Rules of the chart',
    rows: rules,
    empty: 'The chart has no rules.',
    columns: [
      {
        name: 'ledger_account',
        label: 'Ledger account',
        cell: ({ ledger_account }) => LEDGER_NAMES[ledger_account],
      },
      { name: 'accounting_code', label: 'Accounting code', cell: ({ accounting_code }) => accounting_code ?? 'any' },
      { name: 'tax_type', label: 'Type of tax', cell: ({ tax_type }) => taxTypeWords(tax_type) },
      { name: 'currency', label: 'Currency', cell: ({ currency }) => currency ?? 'any' },
      { name: 'account', label: 'Account', cell: ({ account }) => account },
      { name: 'cost_centre', label: 'Cost center', cell: ({ cost_centre }) => cost_centre ?? '–' },
      { name: 'tax_code', label: 'Tax code', cell: ({ tax_code }) => tax_code ?? '–' },
    ],
  })}<p>${
    default_account === null
      ? 'There is no default account: a batch with postings that no rule names is refused.'
      : html`What no rule names is posted to ${default_account}.`
  }${datev === null ? '' : html` DATEV: consultant ${datev.consultant_number}, client ${datev.client_number}.`}</p>${
    may(visit, 'journals.make')
      ? html`<p>${actionLink(visit, ALL_ACCOUNTS_PATH, 'All accounts')} ${actionLink(visit, `${PATH}/chart/rule`, 'Add or change a rule')} ${
          rules.length > 0 ? actionLink(visit, `${PATH}/chart/remove`, 'Remove a rule') : ''
        } ${actionLink(visit, `${PATH}/chart/default`, 'Default account')} ${actionLink(visit, `${PATH}/chart/datev`, 'DATEV')}</p>`
      : ''
  }</section>`;

const isFiles = (found: readonly JournalFile[] | Markup | string): found is readonly JournalFile[] =>
  Array.isArray(found);

/** Says what DATEV needs, with the form that takes it, or who may fill it in. */
const clientProblem = (visit: ConsoleVisit, { number }: Pick<JournalBatch, 'number'>): Markup =>
  html`DATEV needs the numbers of consultant and client, the first month of the fiscal year and the length of account numbers. ${
    may(visit, 'journals.make')
      ? actionLink(visit, `${PATH}/chart/datev?batch=${number}`, 'Enter them', { main: true })
      : 'Ask an operator who may make journals: the role owner, admin or finance.'
  }`;

/** The name of the archive with all files of a batch in a format. */
const zipName = ({ site }: Pick<ConsoleVisit, 'site'>, { number }: Pick<JournalBatch, 'number'>, format: string) =>
  `journal-${site.subdomain}-${number}-${format}.zip`;

/** Files that are offered together: each is read from the beginning of the batch. */
const MOST_ZIPPED = 50;

/** The files of a batch in a format. Each is read when the one before it has been written. */
function* zipped(written: Parameters<typeof openJournalFile>[0], files: readonly JournalFile[]): Generator<ZippedFile> {
  async function* contentOf(file: JournalFile) {
    yield* openJournalFile(written, file);
  }
  for (const file of files) yield { name: file.name, content: contentOf(file) };
}

/** The files of a batch, or why there are none, with links to other formats. */
const filesSection = (
  visit: ConsoleVisit,
  { number }: JournalBatch,
  format: JournalFormatName,
  found: readonly JournalFile[] | Markup | string,
): Markup =>
  html`<section><h2>Files for ${JOURNAL_FORMATS[format].label}</h2><p>${JOURNAL_FORMAT_NAMES.map((name, index) => {
    const { label } = JOURNAL_FORMATS[name];
    const shown =
      name === format
        ? html`<strong>${label}</strong>`
        : html`<a href="${visit.prefix}${batchPath(number)}?format=${name}">${label}</a>`;
    return html`${index > 0 ? ' · ' : ''}${shown}`;
  })}</p>${
    !isFiles(found)
      ? html`<p class="trouble" role="alert">${found}</p>`
      : html`${
          found.length > MOST_ZIPPED
            ? html`<p>The batch has ${found.length} files, too many for one archive. To get them all at once, ask those who run the service for the output of <code>npm run journal -- write ${visit.site.subdomain} ${number} --format ${format} --folder journals</code>.</p>`
            : ''
        }${
          found.length > 1 && found.length <= MOST_ZIPPED && may(visit, 'exports.read')
            ? html`<p><a class="button" href="${visit.prefix}${batchPath(number)}/files/${zipName(visit, { number }, format)}?format=${format}">Download all as ZIP</a></p>`
            : ''
        }${consoleTable<JournalFile>({
          caption: 'Files',
          rows: found,
          empty: 'The batch has no postings: its invoices were free.',
          columns: [
            {
              name: 'file',
              label: 'File',
              cell: ({ name }) =>
                may(visit, 'exports.read')
                  ? html`<a href="${visit.prefix}${batchPath(number)}/files/${name}?format=${format}">${name}</a>`
                  : name,
            },
            { name: 'lines', label: 'Lines', numeric: true, cell: ({ lines }) => lines },
          ],
        })}`
  }</section>`;
