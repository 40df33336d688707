import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { isoTime } from '../../values/time.ts';

export const PERIOD_COLUMNS: readonly ReportColumn[] = [
  { name: 'month', label: 'Month', kind: 'text' },
  { name: 'state', label: 'State', kind: 'text' },
  { name: 'closed_at', label: 'Closed', kind: 'text' },
  { name: 'reopened_at', label: 'Reopened', kind: 'text' },
  { name: 'reopened_because', label: 'Reason', kind: 'text' },
  { name: 'sha256', label: 'Digest of the snapshot', kind: 'text' },
];

/** Returns the months of a period whose books were closed, each with its latest closing, the oldest first. */
export async function* periodRows(
  { periods }: Records,
  _site: Site,
  { from, to }: ReportPeriod,
): AsyncGenerator<ReportRow> {
  for (const period of (await periods.all()).toReversed()) {
    if (period.begins_at < from || period.begins_at >= to) continue;
    yield {
      month: period.month,
      state: period.state,
      closed_at: isoTime(period.closed_at),
      reopened_at: period.reopened_at === null ? null : isoTime(period.reopened_at),
      reopened_because: period.reopened_because,
      sha256: period.sha256,
    };
  }
}
