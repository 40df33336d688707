import type { ImportProblem } from '@service/billing/domain/imports/column.ts';
import { EXPECTED_RENEWALS } from '@service/billing/domain/imports/tables.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { checkBusiness } from '@service/billing/usecases/imports/check-business.ts';
import { type ComparedRenewal, compareRenewals } from '@service/billing/usecases/imports/compare-renewals.ts';
import { importBusiness } from '@service/billing/usecases/imports/import-business.ts';
import { ImportProblems } from '@service/billing/usecases/imports/import-rows.ts';
import { type DueAtStart, previewStart } from '@service/billing/usecases/imports/preview-start.ts';
import { startBusiness } from '@service/billing/usecases/imports/start-business.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { amountText } from '@service/billing/values/money/money-text.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { csvStream } from '../documents/csv/csv-file.ts';
import { type Command, command, type Toolbox } from './command.ts';
import { importDeps } from './import-deps.ts';
import { importFolder } from './import-folder.ts';
import { inColumns } from './layout.ts';

const callerAt = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

const problemText = ({ file, row, column, says }: ImportProblem): string => {
  const place = [file, row === null ? null : `row ${row}`, column].filter((part) => part !== null).join(', ');
  return place === '' ? says : `${place}: ${says}`;
};

const problemsText = (problems: readonly ImportProblem[], count: number): string =>
  [
    ...problems.map(problemText),
    `${count === 1 ? '1 problem' : `${count} problems`}${count > problems.length ? `, of which the first ${problems.length} are shown` : ''}. Nothing was written.`,
  ].join('\n');

/** Rows between two lines that tell of the progress. */
const SAID_EVERY = 1000;

const MEMBERS = ['files', 'problems', 'problem_count'] as const;

const importCheck = command({
  takes: ['subdomain', 'folder'],
  does: 'Checks the files of a business that is to be brought over, and writes nothing.',
  example: 'demo ./business',
  members: MEMBERS,
  async run(toolbox, [subdomain = '', folder = '']) {
    const caller = await callerAt(toolbox, subdomain);
    const files = await importFolder(folder);
    const { problems, count, rows } = await checkBusiness(await importDeps(toolbox))(caller, files);
    const json = { files: rows, problems: problems.map((one) => ({ ...one })), problem_count: count };
    if (count > 0) return { text: problemsText(problems, count), json, status: 1 };
    const table = inColumns([['FILE', 'ROWS'], ...Object.entries(rows).map(([file, n]) => [file, String(n)])]);
    return { text: `${table}\n\nThere are no problems.`, json };
  },
});

const importRun = command({
  takes: ['subdomain', 'folder'],
  does: 'Brings a business over. Nothing is charged before start; the same folder again changes nothing.',
  example: 'demo ./business',
  members: MEMBERS,
  async run(toolbox, [subdomain = '', folder = '']) {
    const caller = await callerAt(toolbox, subdomain);
    const files = await importFolder(folder);
    const imported = await importBusiness(await importDeps(toolbox))(caller, files, (rows) => {
      if (rows % SAID_EVERY === 0) toolbox.say(`${rows} rows`);
    });
    const { problems, count } = imported;
    const json = {
      files: Object.fromEntries(Object.entries(imported.files).map(([file, counts]) => [file, { ...counts }])),
      problems: problems.map((one) => ({ ...one })),
      problem_count: count,
    };
    if (count > 0) return { text: problemsText(problems, count), json, status: 1 };
    const rows = Object.entries(imported.files).map(([file, { imported, unchanged, left_out }]) =>
      [file, imported, unchanged, left_out].map(String),
    );
    return {
      text: [
        inColumns([['FILE', 'IMPORTED', 'UNCHANGED', 'LEFT OUT'], ...rows]),
        `What was imported is on hold: nothing is charged until npm run import -- start ${subdomain}`,
      ].join('\n\n'),
      json,
    };
  },
});

const START_MEMBERS = ['started', 'currencies', 'next_at'] as const;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const dueText = (one: DueAtStart): string => {
  const money = (cents: number): string => amountText(cents, one.currency);
  return [
    `${one.currency}: on hold: ${counted(one.subscriptions, 'subscription')}, ${counted(one.invoices, 'open invoice')} of ${money(one.owed_in_cents)}`,
    `  due at once: ${counted(one.due_subscriptions, 'subscription')}, to be billed ${money(one.renewals_in_cents)}; ${counted(one.due_invoices, 'invoice')} of ${money(one.due_in_cents)}`,
  ].join('\n');
};

const importStart = command({
  takes: ['subdomain'],
  does: 'Starts what was imported: its subscriptions renew, and its invoices are collected. Shows the work that is due now.',
  example: 'demo --dry-run',
  options: { 'dry-run': { help: 'Only shows what would become due, and starts nothing.' } },
  members: START_MEMBERS,
  async run(toolbox, [subdomain = ''], given) {
    const caller = await callerAt(toolbox, subdomain);
    const deps = await importDeps(toolbox);
    const { currencies, next_at } = await previewStart(deps)(caller);
    const isStarted = given['dry-run'] !== true && currencies.length > 0;
    if (isStarted) await startBusiness(deps)(caller);
    const json = {
      started: isStarted,
      currencies: currencies.map((one) => ({ ...one })),
      next_at: next_at === null ? null : isoTime(next_at),
    };
    if (currencies.length === 0) return { text: 'Nothing is on hold.', json };
    const next = next_at === null ? [] : [`The next one is due at ${isoTime(next_at)}.`];
    const end = isStarted ? 'Started.' : 'Nothing was started. Start it without --dry-run.';
    return { text: [...currencies.map(dueText), ...next, end].join('\n'), json };
  },
});

const COMPARE_COLUMNS = [
  { name: 'subscription' },
  { name: 'account_code' },
  { name: 'result' },
  { name: 'expected_date' },
  { name: 'computed_at' },
  { name: 'currency' },
  { name: 'expected_total', numeric: true },
  { name: 'computed_total', numeric: true },
  { name: 'computed_discount', numeric: true },
  { name: 'computed_tax', numeric: true },
  { name: 'reasons' },
  { name: 'differences' },
  { name: 'lines' },
] as const;

const resultOf = ({ expected, differences }: ComparedRenewal): string => {
  if (!expected) return 'not in the file';
  return differences.length === 0 ? 'equal' : 'differs';
};

const expectedTotal = ({ expected }: ComparedRenewal): string => {
  const { total, currency } = expected ?? {};
  if (!total || !currency) return '';
  return total.isInCents ? decimalText(Number(total.text), currency) : total.text;
};

const cellsOf = (row: ComparedRenewal): string[] => {
  const { computed, expected, differences } = row;
  const money = (cents: number | undefined): string =>
    cents === undefined || !computed ? '' : decimalText(cents, computed.currency);
  return [
    row.subscription,
    row.account_code ?? '',
    resultOf(row),
    expected?.date?.text ?? '',
    computed ? isoTime(computed.at) : '',
    computed?.currency ?? expected?.currency ?? '',
    expectedTotal(row),
    money(computed?.total_in_cents),
    money(computed?.discount_in_cents),
    money(computed?.tax_in_cents),
    differences.map(({ reason }) => reason).join(' '),
    differences.map(({ says }) => says).join('; '),
    (computed?.lines ?? []).join('\n'),
  ];
};

const jsonOf = (row: ComparedRenewal) =>
  Object.fromEntries(COMPARE_COLUMNS.map(({ name }, place) => [name, cellsOf(row)[place] ?? '']));

const importCompare = command({
  takes: ['subdomain', 'folder'],
  does: 'Computes the next renewals, and compares those that expected_renewals.csv has. Changes nothing.',
  example: 'demo ./business',
  options: { csv: { help: 'Prints CSV (RFC 4180) with a row for each subscription.' } },
  members: ['equal', 'different', 'not_in_file', 'rows'],
  async run(toolbox, [subdomain = '', folder = ''], given) {
    const caller = await callerAt(toolbox, subdomain);
    const files = await importFolder(folder, EXPECTED_RENEWALS.file);
    const problems = new ImportProblems();
    const counts = { equal: 0, different: 0, not_in_file: 0 };
    const unexpected = new Map<string, number>();
    const shown: ComparedRenewal[] = [];
    const compared = compareRenewals(await importDeps(toolbox))(caller, files, problems);
    async function* counted() {
      for await (const row of compared) {
        const result = resultOf(row);
        counts[result === 'equal' ? 'equal' : result === 'differs' ? 'different' : 'not_in_file'] += 1;
        if (result !== 'equal') shown.push(row);
        if (!row.expected && row.computed) {
          const { currency, total_in_cents } = row.computed;
          unexpected.set(currency, (unexpected.get(currency) ?? 0) + total_in_cents);
        }
        yield cellsOf(row);
      }
    }
    if (given.csv === true && problems.count === 0)
      for await (const part of csvStream(COMPARE_COLUMNS, counted())) await toolbox.write(String(part));
    else for await (const _ of counted());
    const json = { ...counts, rows: shown.map(jsonOf) };
    if (problems.count > 0) return { text: problemsText(problems.first, problems.count), json, status: 1 };
    const status = counts.different > 0 ? { status: 3 as const } : {};
    if (given.csv === true) return { text: '', json, ...status };
    const sums = [...unexpected].map(([currency, cents]) => amountText(cents, currency));
    const billed = sums.length === 0 ? '' : `, to be billed ${sums.join(' and ')}`;
    const sum = `${counts.equal} equal, ${counts.different} different, ${counts.not_in_file} on hold and not in the file${billed}.`;
    const missing = files.names.includes(EXPECTED_RENEWALS.file)
      ? ''
      : `The folder has no ${EXPECTED_RENEWALS.file}: nothing was compared.`;
    return { text: [tableOf(shown), sum, missing].filter((part) => part !== '').join('\n\n'), json, ...status };
  },
});

/** The rows that differ, each with its reasons and the computation of its lines below it. */
const tableOf = (rows: readonly ComparedRenewal[]): string => {
  if (rows.length === 0) return '';
  const dash = (text: string): string => text || '-';
  const table = inColumns([
    ['SUBSCRIPTION', 'ACCOUNT', 'EXPECTED', 'TOTAL', 'COMPUTED', 'TOTAL', 'RESULT'],
    ...rows.map((row) => {
      const [name = '', account = '', result = '', date = '', at = '', currency = '', wanted = '', total = ''] =
        cellsOf(row);
      return [name, account, date, wanted && `${wanted} ${currency}`, at, total && `${total} ${currency}`, result].map(
        dash,
      );
    }),
  ]);
  const why = rows
    .filter(({ differences }) => differences.length > 0)
    .map(({ subscription, differences, computed }) =>
      [
        `${subscription}:`,
        ...differences.map(({ says }) => `  ${says}`),
        ...(computed?.lines ?? []).map((line) => `  ${line}`),
      ].join('\n'),
    );
  return [table, ...why].join('\n\n');
};

/** The commands that bring a business over. */
export const businessCommands: Readonly<Record<string, Command>> = {
  check: importCheck,
  run: importRun,
  compare: importCompare,
  start: importStart,
};
