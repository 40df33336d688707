import type { ReportPeriod } from '../../domain/reports/report.ts';
import {
  billedBefore,
  earnedBefore,
  recognitionMethodOf,
  type ScheduledLine,
} from '../../domain/revenue/recognition.ts';
import type { RevenueLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayNumberIn } from '../../values/periods/day-in.ts';
import { everyPage } from '../lists/every-page.ts';

/** Lines that are read together. */
const TOGETHER = 500;

/** A line with its schedule: how its revenue is earned. */
export interface RevenueSchedule {
  readonly line: RevenueLine;
  readonly schedule: ScheduledLine;
}

/** The first day of a period and the day after its last one, in days since 1970-01-01. */
export const daysOfPeriod = ({ time_zone }: Site, { from, to }: ReportPeriod) => ({
  first: dayNumberIn(time_zone, from),
  end: dayNumberIn(time_zone, to),
});

/** Amounts in cents: `deferred_before + billed - earned = deferred_after`. */
export interface RollForward {
  readonly deferred_before: number;
  readonly billed: number;
  readonly earned: number;
  readonly deferred_after: number;
}

/** Returns what a line defers before a period, bills and earns in it, and defers after it. */
export const rollForward = (schedule: ScheduledLine, { first, end }: ReturnType<typeof daysOfPeriod>): RollForward => {
  const before = { billed: billedBefore(schedule, first), earned: earnedBefore(schedule, first) };
  const after = { billed: billedBefore(schedule, end), earned: earnedBefore(schedule, end) };
  return {
    deferred_before: before.billed - before.earned,
    billed: after.billed - before.billed,
    earned: after.earned - before.earned,
    deferred_after: after.billed - after.earned,
  };
};

/** Returns the lines whose revenue a period may bill, earn or reverse. */
export async function* revenueSchedules(
  { reports }: Pick<Records, 'reports'>,
  { time_zone }: Site,
  period: ReportPeriod,
): AsyncGenerator<RevenueSchedule, void> {
  const lines = everyPage<RevenueLine>((after, limit) => reports.revenueLines(period, after, limit), TOGETHER);
  for await (const line of lines) yield { line, schedule: scheduleOf(line, time_zone) };
}

const scheduleOf = (line: RevenueLine, timeZone: string): ScheduledLine => ({
  method: recognitionMethodOf(line.revenue_schedule_type, line.end_date !== null),
  start_day: dayNumberIn(timeZone, line.start_date),
  end_day: line.end_date === null ? null : dayNumberIn(timeZone, line.end_date),
  ended_day: line.ended_at === null ? null : dayNumberIn(timeZone, line.ended_at),
  billed: [
    { day: dayNumberIn(timeZone, line.invoiced_at), net_in_cents: line.total_in_cents - line.tax_in_cents },
    ...line.credits.map(({ credited_at, net_in_cents }) => ({
      day: dayNumberIn(timeZone, credited_at),
      net_in_cents,
    })),
  ],
});
