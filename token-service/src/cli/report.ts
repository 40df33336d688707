import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { openReport, reportWhere } from '@service/billing/queries/reports/open-report.ts';
import { REPORTS } from '@service/billing/queries/reports/reports.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { command, type OptionValues, type Tool, UsageError } from './command.ts';
import { csvFile, wholeReport } from './report-answer.ts';
import { reportRunCommands, runInBackground } from './report-runs.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

export const reportTool: Tool = {
  ...topic('report'),
  about: `The reports, each with what its numbers are:

${Object.entries(REPORTS)
  .map(([name, { definition }]) => `${name}: ${definition}`)
  .join('\n\n')}`,
  notes: `Days are those of the time zone of the site, both included. Reports of the ledger are compared with it; where they differ,
the differences are listed and the exit status is 3, and so it is for a tax return whose exchange rates are not all
stored: rows without them lack the converted amounts, and no CSV is written. A report of a large site takes long: with --background, the worker
makes it, at most 10 at a time for a site, and the result is kept for 7 days, in the console too.`,
  commands: {
    '': command({
      takes: ['subdomain', 'report'],
      does: 'Prints a report as a table, or as CSV with --csv.',
      example: 'demo tax --from 2026-11-01 --to 2026-11-30',
      options: {
        from: { value: '<day>', help: 'The first day: that of the month of the last day, unless given.' },
        to: { value: '<day>', help: 'The last day, or the day of a report about one day: today, unless given.' },
        period: {
          value: '<period>',
          help: 'A quarter such as 2026-Q3, a month such as 2026-09 or a year, in place of --from and --to.',
        },
        plan: { value: '<code>', help: 'Only what is of this plan, in reports with plans.' },
        where: {
          value: '<column>=<value>',
          multiple: true,
          help: 'Only rows with this value, such as country=DE; – stands for none. Several have to be true together.',
        },
        csv: { help: 'Prints CSV (RFC 4180), with amounts in whole units and in cents.' },
        background: { help: 'The worker makes the report. The answer names the run; run, result and cancel take it.' },
        wait: { help: 'With --background: shows how far the run is, and prints the result once it is done.' },
      },
      members: ['report', 'from', 'to', 'missing_rates', 'rows', 'differences', 'run'],
      async run(toolbox, [subdomain = '', name = ''], given) {
        if (given.background === true) return runInBackground(toolbox, subdomain, name, askedOf(given), given);
        if (given.wait === true) throw new UsageError('--wait needs --background: without it, the command waits.');
        const { sites, storage, world, write } = toolbox;
        const site = await needSite(sites, subdomain);
        const at = siteTime(site, world.clock);
        const report = await openReport({ storage })({ site, at }, name, askedOf(given));
        return given.csv === true ? csvFile(report, write) : wholeReport(report);
      },
    }),
    ...reportRunCommands,
  },
};

const askedOf = ({ from, to, period, plan, where }: OptionValues) => ({
  where: reportWhere([
    ...(Array.isArray(where) ? where : []).map(filterOf),
    ...(typeof plan === 'string' ? [['plan_code', plan] as const] : []),
  ]),
  ...(typeof from === 'string' ? { from } : {}),
  ...(typeof to === 'string' ? { to } : {}),
  ...(typeof period === 'string' ? { period } : {}),
});

/** Reads `country=DE`. Throws `Usage`. */
const filterOf = (typed: string): readonly [string, string] => {
  const [name = '', ...value] = typed.split('=');
  if (name === '' || value.length === 0) throw new UsageError(`--where takes <column>=<value>, not “${typed}”.`);
  return [name, value.join('=')];
};

if (import.meta.main) await main(reportTool);
