import type { AccountingPeriod, PeriodReport } from '../../domain/periods/period.ts';
import type { ReportFiles } from '../../ports/report-files.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { isReportName } from '../reports/reports.ts';
import { siteQuery } from '../site-query.ts';
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
  /** False where the report differs, or no longer exists. */
  readonly isSame: boolean;
}

/** Makes the reports of a month again, and compares each with its file in the snapshot. Throws `not_found`. */
export const compareSnapshot =
  ({ storage, reportFiles }: SnapshotDeps) =>
  async (caller: { readonly site: Site; readonly at: Seconds }, month: string): Promise<readonly ComparedReport[]> => {
    const records = storage.of(caller.site.id);
    await needPeriod(records, month);
    const compared: ComparedReport[] = [];
    for (const kept of await records.periods.reports(month)) {
      const now = isReportName(kept.report) ? await reportOfMonth({ storage })(caller, month, kept.report) : undefined;
      const digest = now && (await reportFiles.write(snapshotColumns(now), now.rows()));
      compared.push({ ...kept, isSame: digest?.sha256 === kept.sha256 });
    }
    return compared;
  };

/** Returns the file of a report from the snapshot of a month, as it is read. Throws `not_found`. */
export const readSnapshot =
  ({ storage, reportFiles }: SnapshotDeps) =>
  async ({ site }: { readonly site: Site }, month: string, report: string): Promise<AsyncIterable<Uint8Array>> => {
    const { periods } = storage.of(site.id);
    const kept = (await periods.reports(month)).find((one) => one.report === report);
    if (!kept) throw notFound('Report of the snapshot', 'name', report);
    async function* parts() {
      for (let part = 0; part < (kept?.parts ?? 0); part += 1)
        yield (await periods.part({ month, report }, part)) ?? '';
    }
    return reportFiles.read(parts());
  };
