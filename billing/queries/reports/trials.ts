import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { EndedTrial } from '../../ports/revenue.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import type { Seconds } from '../../values/time.ts';
import { everyPage } from '../lists/every-page.ts';
import { MONTH_COLUMNS, monthsOf } from './months.ts';
import type { ReportQuestion } from './report-question.ts';

export const TRIAL_COLUMNS: readonly ReportColumn[] = [
  ...MONTH_COLUMNS,
  { name: 'ended_on', label: 'Ended', kind: 'day' },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'subscription_uuid', label: 'Subscription', kind: 'text', opens: 'subscription' },
  { name: 'plan_code', label: 'Plan now', kind: 'text', ofToday: true },
  { name: 'currency', label: 'Currency', kind: 'text', filters: true },
  { name: 'converted', label: 'Converted', kind: 'text', filters: true, values: ['yes', 'no'] },
];

/** Reads the trials that ended in a period until now. */
export const trialsIn = (
  { revenue }: Pick<Records, 'revenue'>,
  { from, to }: ReportPeriod,
  now: Seconds,
): AsyncGenerator<EndedTrial, void> => {
  const period = { from, to: Math.min(to, now + 1) };
  return everyPage((after, limit) => revenue.endedTrials(period, after, limit));
};

/** Returns each trial that ended in a period, and whether it had converted by the end of its month. */
export async function* trialRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at }: ReportQuestion,
): AsyncGenerator<ReportRow, void> {
  for (const { month, part, from, to } of monthsOf(site, period, at)) {
    for await (const trial of trialsIn(records, { from, to }, at)) {
      yield {
        month,
        part,
        ended_on: dayIn(site.time_zone, trial.ended_at),
        account_code: trial.account_code,
        subscription_uuid: trial.subscription_id,
        plan_code: trial.plan_code,
        currency: trial.currency,
        converted: trial.converted ? 'yes' : 'no',
      };
    }
  }
}
