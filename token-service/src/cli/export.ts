import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { exportPath } from '@service/billing/domain/exports/export-path.ts';
import { needSite } from '@service/billing/engine/sites/on-site.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { dayIn } from '@service/billing/values/periods/day-in.ts';
import { openExportSnapshot } from '../adapters/storage/exports/export-snapshot.ts';
import { EXPORT_TABLES } from '../adapters/storage/exports/export-tables.ts';
import { reportCsv } from '../documents/csv/report-csv.ts';
import { command, type Tool, UsageError } from './command.ts';
import { main } from './tool.ts';

const NAMES = EXPORT_TABLES.map(({ name }) => name);

export const exportTool: Tool = {
  name: 'export',
  does: 'Exports all records of a site as CSV files, for other programs.',
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
      async run({ sites, config, world, say }, [subdomain = ''], given) {
        const asked = tablesAsked(given.table);
        const site = await needSite(sites, subdomain);
        const day = dayIn(site.time_zone, siteTime(site, world.clock));
        const snapshot = await openExportSnapshot(config);
        try {
          const files: string[] = [];
          for (const table of snapshot.tables.filter(({ name }) => asked.includes(name))) {
            const path = resolve(String(given.folder), exportPath(subdomain, day, table.name));
            await mkdir(dirname(path), { recursive: true });
            // A reader finds a whole file, or none.
            const unfinished = `${path}.partial`;
            await pipeline(reportCsv(table.columns, snapshot.rows(site.id, table)), createWriteStream(unfinished));
            await rename(unfinished, path);
            say(path);
            files.push(path);
          }
          return { text: `${files.length} files were written.`, json: { files } };
        } finally {
          await snapshot.close();
        }
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
