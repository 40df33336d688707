import { isOpenRun, REPORT_RUN_DAYS, type ReportRun } from '@service/billing/domain/reports/report-run.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import type { AskedDays } from '@service/billing/queries/reports/open-report.ts';
import { listReportRuns, needReportRun, openRunResult } from '@service/billing/queries/reports/report-runs.ts';
import { cancelReportRun } from '@service/billing/usecases/reports/cancel-report-run.ts';
import { startReportRun } from '@service/billing/usecases/reports/start-report-run.ts';
import type { Millis } from '@service/billing/values/time.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { reportFiles } from '../documents/csv/report-files.ts';
import { OperatorTrouble } from '../runtime/operator-trouble.ts';
import { type Answer, type Command, command, type OptionValues, type Toolbox } from './command.ts';
import { inColumns } from './layout.ts';
import { csvFile, type ReportMember, RUN_MEMBERS, runJson, wholeReport } from './report-answer.ts';

/** Runs that the list shows: a site has few in seven days. */
const MOST_RUNS = 200;
/** Milliseconds between two looks at a run. */
const PAUSE: Millis = 500;
/** Looks at a run that no worker begins before it is assumed that none runs: thirty seconds. */
const MOST_IDLE = 60;

const callerOf = async ({ sites, world, operator }: Toolbox, subdomain: string) =>
  callerOn(world, operator, await needSite(sites, subdomain));

/** Requests a report that the worker makes; with `wait`, returns its result once it is done. */
export const runInBackground = async (
  toolbox: Toolbox,
  subdomain: string,
  name: string,
  asked: AskedDays,
  { wait, csv }: OptionValues,
): Promise<Answer<ReportMember>> => {
  const caller = await callerOf(toolbox, subdomain);
  const run = await startReportRun(toolbox)(caller, name, asked);
  if (wait !== true) {
    const of = `${subdomain} ${run.id}`;
    return {
      text: [
        `The worker makes the report: ${run.id}.`,
        `npm run report -- run ${of} shows how far it is, npm run report -- result ${of} prints it.`,
      ].join('\n'),
      json: {
        report: name,
        from: run.from_day,
        to: run.to_day,
        missing_rates: [],
        rows: [],
        differences: [],
        run: runJson(run),
      },
    };
  }
  const ended = await ends(toolbox, subdomain, run, csv === true ? () => {} : toolbox.say);
  if (ended.state === 'failed') throw new OperatorTrouble(`The report was not made. ${ended.error}`);
  return resultOf(toolbox, subdomain, run.id, csv === true);
};

/** Waits until a run has ended, and prints how far it is. Throws `OperatorTrouble` when no worker begins it. */
const ends = async (
  toolbox: Toolbox,
  subdomain: string,
  { id }: ReportRun,
  print: Toolbox['say'],
): Promise<ReportRun> => {
  const { world } = toolbox;
  let last = '';
  for (let idle = 0; idle < MOST_IDLE; idle += 1) {
    const run = await needReportRun(toolbox)(await callerOf(toolbox, subdomain), id);
    if (!isOpenRun(run)) return run;
    const line = stateText(run);
    if (line !== last) print(line);
    // A run that is being made is watched however long one statement takes.
    if (line !== last || run.state === 'running') idle = 0;
    last = line;
    await world.pause(PAUSE);
  }
  throw new OperatorTrouble(
    `The report waits, and nothing begins it: no worker runs, or it makes other reports. It stays requested: npm run report -- run ${subdomain} ${id} shows how far it is.`,
  );
};

const resultOf = async (toolbox: Toolbox, subdomain: string, id: string, csv: boolean) => {
  const caller = await callerOf(toolbox, subdomain);
  const result = await openRunResult({ storage: toolbox.storage, reportFiles })(caller, id);
  return csv ? csvFile(result, toolbox.write, result.run) : wholeReport(result, result.run);
};

/** The state of a run in words: how far it is, or what became of it. */
const stateText = ({ state, days, days_done, records_read, row_count, error }: ReportRun): string => {
  if (state === 'running') {
    const records = `${records_read} record${records_read === 1 ? '' : 's'} read`;
    return days_done === 0 ? `running, ${records}` : `running, ${days_done} of ${days} days, ${records}`;
  }
  if (state === 'done') return `done, ${row_count} row${row_count === 1 ? '' : 's'}`;
  return state === 'failed' ? `failed: ${error}` : state;
};

const daysText = ({ from_day, to_day }: ReportRun): string =>
  from_day === to_day ? to_day : `${from_day} to ${to_day}`;

/** Commands about reports in the background. */
export const reportRunCommands: Readonly<Record<string, Command>> = {
  runs: command({
    takes: ['subdomain'],
    does: `Lists the reports in the background of the last ${REPORT_RUN_DAYS} days, the latest first.`,
    example: 'demo',
    prints: 'array',
    members: RUN_MEMBERS,
    async run(toolbox, [subdomain = '']) {
      const asked = { filter: {}, sort: 'created_at', order: 'desc', limit: MOST_RUNS } as const;
      const { records: runs } = await listReportRuns(toolbox).page(await callerOf(toolbox, subdomain), asked);
      const rows = runs.map((run) => [run.id, run.report, daysText(run), isoTime(run.created_at), stateText(run)]);
      return {
        text:
          rows.length === 0
            ? 'No report was made in the background.'
            : inColumns([['RUN', 'REPORT', 'DAYS', 'REQUESTED', 'STATE'], ...rows]),
        json: runs.map(runJson),
      };
    },
  }),
  run: command({
    takes: ['subdomain', 'run'],
    does: 'Shows how far a report in the background is.',
    example: 'demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
    members: RUN_MEMBERS,
    async run(toolbox, [subdomain = '', id = '']) {
      const run = await needReportRun(toolbox)(await callerOf(toolbox, subdomain), id);
      return { text: `${run.report}, ${daysText(run)}: ${stateText(run)}`, json: runJson(run) };
    },
  }),
  result: command({
    takes: ['subdomain', 'run'],
    does: 'Prints a report that was made in the background.',
    example: 'demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0 --csv',
    options: { csv: { help: 'Prints CSV (RFC 4180), with amounts in whole units and in cents.' } },
    members: ['report', 'from', 'to', 'missing_rates', 'rows', 'differences', 'run'],
    run: (toolbox, [subdomain = '', id = ''], { csv }) => resultOf(toolbox, subdomain, id, csv === true),
  }),
  cancel: command({
    takes: ['subdomain', 'run'],
    does: 'Cancels a report in the background. Nothing of it is kept.',
    example: 'demo 019a9f0c2b5e7d0a8c31b8f2a1d4e6f0',
    members: RUN_MEMBERS,
    async run(toolbox, [subdomain = '', id = '']) {
      const run = await cancelReportRun(toolbox)(await callerOf(toolbox, subdomain), id);
      return { text: `The report ${run.report}, ${daysText(run)}, is canceled.`, json: runJson(run) };
    },
  }),
};
