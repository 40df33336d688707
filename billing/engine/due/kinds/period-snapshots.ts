import type { AccountingPeriod } from '../../../domain/periods/period.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { PeriodRecords } from '../../../ports/periods.ts';
import type { ReportFiles } from '../../../ports/report-files.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import { reportOfMonth, SNAPSHOT_REPORTS, snapshotColumns } from '../../../queries/periods/month-reports.ts';
import { snapshotSums } from '../../../queries/periods/snapshots.ts';
import { auditEntry } from '../../recording/audit-entry.ts';
import type { DueEntry } from './kind.ts';

interface Deps {
  readonly storage: Storage;
  readonly reportFiles: ReportFiles;
  readonly world: World;
}

/** The snapshot of a month that is being closed: one file with each item, and the end of the closing with the last. */
export const periodSnapshots = ({ storage, reportFiles, world }: Deps): DueEntry => ({
  next: ({ periods }, until, limit) => periods.beingClosed(until, limit),
  async run(caller, { id }) {
    const { site } = caller;
    const [month = ''] = id.split(' ');
    const records = storage.of(site.id);
    const isClosing = (period: AccountingPeriod | undefined): period is AccountingPeriod => period?.state === 'closing';
    if (!isClosing(await records.periods.find(month))) return;
    const [name, ...others] = await missingFiles(records.periods, month);
    if (name) {
      const report = await reportOfMonth({ storage })(caller, month, name);
      const digest = await reportFiles.write(snapshotColumns(report), report.rows(), (content, part) =>
        storage.transaction(site.id, ({ periods }) => periods.keepPart({ month, report: name }, part, content)),
      );
      await storage.transaction(site.id, async ({ periods }) => {
        if (isClosing(await periods.find(month))) await periods.addReport({ month, report: name, ...digest });
      });
    }
    if (others.length > 0) return;
    await storage.transaction(site.id, async ({ periods, auditLog }) => {
      const period = await periods.find(month);
      if (!isClosing(period) || (await missingFiles(periods, month)).length > 0) return;
      const sha256 = reportFiles.digest(snapshotSums(await periods.reports(month)));
      await periods.keep({ ...period, state: 'closed', sha256 });
      await auditLog.append(completedEntry(world, caller, month, sha256));
    });
  },
});

/** Returns the reports of which a snapshot has no file yet. */
const missingFiles = async (periods: PeriodRecords, month: string) => {
  const made = new Set((await periods.reports(month)).map(({ report }) => report));
  return SNAPSHOT_REPORTS.filter((name) => !made.has(name));
};

const completedEntry = (world: World, caller: Caller, month: string, sha256: string) =>
  auditEntry(world, caller, 'period.snapshot_made', month, { sha256: { from: null, to: sha256 } });
