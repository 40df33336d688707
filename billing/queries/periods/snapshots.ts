import type { AccountingPeriod, PeriodReport } from '../../domain/periods/period.ts';
import type { ReportFiles } from '../../ports/report-files.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { siteQuery } from '../lists/site-query.ts';
import { isReportName } from '../reports/reports.ts';
import { reportOfMonth, snapshotColumns, snapshotFileName } from './month-reports.ts';

export interface SnapshotDeps {
  readonly storage: Pick<Storage, 'of' | 'snapshot'>;
  readonly reportFiles: ReportFiles;
}

/** Returns the digests of the files of a snapshot, as `sha256sum` writes and checks them. */
export const snapshotSums = (reports: readonly PeriodReport[]): string =>
  reports.map(({ month, report, sha256 }) => `${sha256}  ${snapshotFileName(month, report)}\n`).join('');

/** Returns the closing of a month. Throws `not_found` for one that was never closed. */
export const needPeriod = async ({ periods }: Pick<Records, 'periods'>, month: string): Promise<AccountingPeriod> => {
  const period = await periods.find(month);
  if (!period) throw notFound('Closed month', 'month', month);
  return period;
};

/** Returns the files of the snapshot of a month, by the names of their reports. */
export const snapshotFiles = siteQuery(
  ({ periods }, month: string): Promise<readonly PeriodReport[]> => periods.reports(month),
);

/** The file of a report in the snapshot of a month, compared with the report as it is made now. */
export interface ComparedReport extends PeriodReport {
  /**
   * False where the report differs in the columns that both have, or no longer exists; and where the file is not the
   * one whose digest was recorded.
   */
  readonly isSame: boolean;
  /** The columns that the report has now and the file has not, and the other way round: of another release. */
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Makes the reports of a month again, and compares each with its file in the snapshot, in the columns that both have: a
 * later release may have others. Throws `not_found`.
 */
export const compareSnapshot =
  ({ storage, reportFiles }: SnapshotDeps) =>
  async (caller: { readonly site: Site; readonly at: Seconds }, month: string): Promise<readonly ComparedReport[]> => {
    const records = storage.of(caller.site.id);
    await needPeriod(records, month);
    const compared: ComparedReport[] = [];
    for (const kept of await records.periods.reports(month)) {
      const now = isReportName(kept.report) ? await reportOfMonth({ storage })(caller, month, kept.report) : undefined;
      const columns = now ? snapshotColumns(now) : [];
      const common = now && (await reportFiles.inCommon(partsOf(records.periods, kept), columns));
      if (!now || common?.fileSha256 !== kept.sha256) {
        compared.push({ ...kept, isSame: false, added: [], gone: [] });
        continue;
      }
      const added = columns.filter((column) => !common.columns.includes(column)).map(({ name }) => name);
      const { sha256 } = await reportFiles.write(common.columns, now.rows());
      const isSame = common.columns.length > 0 && sha256 === common.sha256;
      compared.push({ ...kept, isSame, added, gone: common.gone });
    }
    return compared;
  };

/** Returns the parts of a file of a snapshot. */
async function* partsOf(periods: Records['periods'], kept: PeriodReport): AsyncGenerator<string, void> {
  for (let part = 0; part < kept.parts; part += 1) yield (await periods.part(kept, part)) ?? '';
}

/** Returns the file of a report from the snapshot of a month, as it is read. Throws `not_found`. */
export const readSnapshot =
  ({ storage, reportFiles }: SnapshotDeps) =>
  async ({ site }: { readonly site: Site }, month: string, report: string): Promise<AsyncIterable<Uint8Array>> => {
    const { periods } = storage.of(site.id);
    const kept = (await periods.reports(month)).find((one) => one.report === report);
    if (!kept) throw notFound('Report of the snapshot', 'name', report);
    return reportFiles.read(partsOf(periods, kept));
  };
