import { exportPath } from '@service/billing/domain/exports/export-path.ts';
import type { MadeExport, MadeExportFile } from '@service/billing/domain/exports/made-export.ts';
import type { ExportedFiles } from '@service/billing/ports/exports.ts';
import { listExportFiles, listExports, needExport, needExportFile } from '@service/billing/queries/books/exports.ts';
import type { QueryDeps } from '@service/billing/queries/lists/site-query.ts';
import { exportDate, exportFile } from '@service/billing/resources/export.ts';
import type { Seconds, SystemClock } from '@service/billing/values/time.ts';
import { exportAddress } from '../../../documents/export-address.ts';
import type { Endpoint, ListEndpoint } from '../endpoint.ts';
import { listed } from '../lists/listed.ts';
import { shown } from './answers.ts';

export interface ExportDeps extends QueryDeps {
  readonly exported: ExportedFiles;
  readonly world: { readonly clock: SystemClock };
}

const DATES = '/v2/export_dates';
const FILES = `${DATES}/:date/export_files`;
const SINCE = '2.4';

/** The time for which an address of a file is valid. */
const LASTING: Seconds = 3600;

/** The files that were exported at night, each at an address that needs no credentials for an hour. */
export const exportRoutes = (deps: ExportDeps): Endpoint[] => {
  const [exportOf, fileOf] = [needExport(deps), needExportFile(deps)];
  return [
    {
      name: 'export_file',
      method: 'GET',
      path: `${FILES}/:name`,
      since: SINCE,
      async handle(request) {
        const { caller, params, origin } = request;
        const made = await exportOf(caller, params.date ?? '');
        const { name } = await fileOf(caller, made.day, params.name ?? '');
        const { subdomain } = caller.site;
        const expires_at = Math.floor(deps.world.clock.now() / 1000) + LASTING;
        const download_url =
          (await deps.exported.linkTo(exportPath(subdomain, made.day, name), LASTING)) ??
          exportAddress(origin, { subdomain, made, name, expires: expires_at });
        return shown(exportFile, { expires_at, download_url });
      },
    },
  ];
};

export const exportLists = (
  deps: QueryDeps,
): [ListEndpoint<Readonly<Record<never, never>>>, ListEndpoint<{ readonly day: string }>] => {
  const exportOf = needExport(deps);
  return [
    {
      name: 'export_dates',
      path: DATES,
      since: SINCE,
      resource: exportDate,
      filter: async () => ({}),
      ...listed(listExports(deps), (made) => ({ ...made, date: made.day })),
      idOf: (record) => (record as MadeExport).id,
    },
    {
      name: 'export_files',
      path: FILES,
      since: SINCE,
      resource: exportFile,
      filter: async ({ caller, params }) => ({ day: (await exportOf(caller, params.date ?? '')).day }),
      ...listed(listExportFiles(deps), (file) => ({ ...file, date: file.day })),
      idOf: (record) => (record as MadeExportFile).id,
    },
  ];
};
