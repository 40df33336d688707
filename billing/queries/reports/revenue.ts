import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import type { RevenueLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { ledgerSums } from './ledger-sums.ts';
import { OBLIGATION_COLUMNS, obligationNames } from './obligation-columns.ts';
import { daysOfPeriod, type RollForward, revenueSchedules, rollForward } from './revenue-lines.ts';

const LINES: ReportLead = {
  to: 'schedules',
  by: [
    ...['revenue_gl_account_code', 'liability_gl_account_code', 'performance_obligation_id', 'accounting_code'],
    ...['plan_code', 'currency'],
  ],
};

export const REVENUE_COLUMNS: readonly ReportColumn[] = [
  { name: 'revenue_gl_account_code', label: 'Revenue account', kind: 'text' },
  ...OBLIGATION_COLUMNS,
  { name: 'accounting_code', label: 'Accounting code', kind: 'text' },
  { name: 'plan_code', label: 'Plan', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'deferred_before', label: 'Deferred before', kind: 'cents', leads: LINES },
  { name: 'billed', label: 'Billed', kind: 'cents', leads: LINES },
  { name: 'earned', label: 'Earned', kind: 'cents', leads: LINES },
  { name: 'deferred_after', label: 'Deferred after', kind: 'cents', leads: LINES },
];

/** In the order of rows: the labels come last, so that rows without them are where earlier releases had them. */
const GROUPED_BY = [
  ...(['currency', 'revenue_gl_account_code', 'accounting_code', 'plan_code'] as const),
  ...(['liability_gl_account_code', 'performance_obligation_id'] as const),
];
type Group = Pick<RevenueLine, (typeof GROUPED_BY)[number]>;

/**
 * Returns what was deferred before a period, billed and earned in it, and is deferred after it, by the accounts of the
 * general ledger, performance obligation, accounting code and plan:
 * `deferred_before + billed - earned = deferred_after`.
 */
export async function* revenueRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  const days = daysOfPeriod(site, period);
  const groups = new Map<string, RollForward>();
  for await (const { line, schedule } of revenueSchedules(records, site, period)) {
    const key = JSON.stringify(Object.fromEntries(GROUPED_BY.map((name) => [name, line[name]])));
    const sums = groups.get(key) ?? { deferred_before: 0, billed: 0, earned: 0, deferred_after: 0 };
    const amounts = rollForward(schedule, days);
    groups.set(key, {
      deferred_before: sums.deferred_before + amounts.deferred_before,
      billed: sums.billed + amounts.billed,
      earned: sums.earned + amounts.earned,
      deferred_after: sums.deferred_after + amounts.deferred_after,
    });
  }
  const named = await obligationNames(records);
  const rows = [...groups].map(([key, sums]) => {
    const group = JSON.parse(key) as Group;
    return { ...group, ...named(group), ...sums };
  });
  yield* rows
    .filter(({ deferred_before, billed, earned }) => deferred_before !== 0 || billed !== 0 || earned !== 0)
    .sort((one, other) => orderOf(one).localeCompare(orderOf(other), 'en'));
}

const orderOf = (group: Group): string => GROUPED_BY.map((name) => group[name] ?? '').join('\n');

/** Returns where what the report has billed differs from what the ledger account revenue was credited with. */
export const revenueDifferences = async (
  records: Records,
  period: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => {
  const posted = (await ledgerSums(records.reports, period)).filter(({ account }) => account === 'revenue');
  const credited = posted.map(
    ({ currency, ...sum }) => [currency, sum.credits_in_cents - sum.debits_in_cents] as const,
  );
  return differingSums('billed', sums.of('billed'), new Map(credited));
};
