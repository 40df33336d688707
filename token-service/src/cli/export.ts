import { join, resolve } from 'node:path';
import { exportPath } from '@service/billing/domain/exports/export-path.ts';
import { callerOn, needSite } from '@service/billing/engine/sites/on-site.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { scheduleExports } from '@service/billing/usecases/exports/schedule-exports.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { folderTarget } from '../adapters/exports/folder-target.ts';
import { EXPORT_TABLES } from '../adapters/storage/exports/export-tables.ts';
import { openExporter } from '../composition/open-exporter.ts';
import { command, type Tool, UsageError } from './command.ts';
import { main } from './tool.ts';
import { topic } from './topics.ts';

const NAMES = EXPORT_TABLES.map(({ name }) => name);

export const exportTool: Tool = {
  ...topic('export'),
  notes: `Every file is of the same moment, whatever changes meanwhile, and docs/exports.md describes its columns. The
files hold personal data: only the user who runs the command may read them.`,
  commands: {
    '': command({
      takes: ['subdomain'],
      does: 'Writes a file for each table into <folder>/<subdomain>/<day>. Files of the same day are replaced.',
      example: 'demo --folder /var/exports',
      options: {
        folder: { value: '<folder>', required: true, help: 'The folder, which is made if it does not exist.' },
        table: { value: '<name>', multiple: true, help: `Only this table, one of ${NAMES.join(', ')}.` },
      },
      members: ['files'],
      async run({ sites, config, world }, [subdomain = ''], given) {
        const asked = tablesAsked(given.table);
        const site = await needSite(sites, subdomain);
        const day = dayIn(site.time_zone, siteTime(site, world.clock));
        const folder = resolve(String(given.folder));
        const written = await openExporter(config, folderTarget(folder), { only: asked }).write(
          site,
          day,
          async () => {},
        );
        const files = written.map(({ name }) => join(folder, exportPath(subdomain, day, name)));
        return { text: files.join('\n'), json: { files } };
      },
    }),
    schedule: command({
      takes: ['subdomain', 'on|off'],
      does: 'Exports the site every night from now on, or no more. EXPORT_TO of the worker says where the files go.',
      example: 'demo on',
      members: ['next_at'],
      async run(toolbox, [subdomain = '', typed = '']) {
        if (typed !== 'on' && typed !== 'off') throw new UsageError(`Give on or off, not ${typed}.`);
        const { sites, world, operator } = toolbox;
        const caller = callerOn(world, operator, await needSite(sites, subdomain));
        const schedule = await scheduleExports(toolbox)(caller, typed === 'on');
        const next_at = schedule ? isoTime(schedule.next_at) : null;
        return {
          text: next_at ? `The next export begins at ${next_at}.` : 'The site is not exported every night any more.',
          json: { next_at },
        };
      },
    }),
  },
};

const tablesAsked = (given: unknown): readonly string[] => {
  const asked = Array.isArray(given) ? given.map(String) : [];
  const unknown = asked.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no table ${unknown}. Tables: ${NAMES.join(', ')}.`);
  return asked.length === 0 ? NAMES : asked;
};

if (import.meta.main) await main(exportTool);
