import type { MadeExport, MadeExportFile } from '../../domain/exports/made-export.ts';
import type { Caller } from '../../ports/caller.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import type { QueryDeps } from '../lists/site-query.ts';

export const listExports = siteList<MadeExport, Readonly<Record<never, never>>>(({ exports }) => exports);

export const listExportFiles = siteList<MadeExportFile, { readonly day: string }>(({ exportFiles }) => exportFiles);

/** Returns the export of a day. Throws `not_found`. */
export const needExport =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, day: string): Promise<MadeExport> => {
    const found = await storage.of(site.id).exports.find(day);
    if (!found) throw notFound('ExportDate', 'date', day);
    return found;
  };

/** Returns a file of the export of a day. Throws `not_found`. */
export const needExportFile =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, day: string, name: string): Promise<MadeExportFile> => {
    const found = await storage.of(site.id).exportFiles.find(day, name);
    if (!found) throw notFound('ExportFile', 'name', name);
    return found;
  };
