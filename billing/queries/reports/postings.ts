import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import type { ReportedPosting } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { everyPage } from '../lists/every-page.ts';
import { ledgerSums } from './ledger-sums.ts';

export const POSTING_COLUMNS: readonly ReportColumn[] = [
  { name: 'day', label: 'Day', kind: 'day' },
  { name: 'event', label: 'Event', kind: 'text', filters: true },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'invoice_number', label: 'Invoice', kind: 'text', opens: 'invoice', isSeveral: true },
  { name: 'account', label: 'Ledger account', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', filters: true },
  { name: 'debit', label: 'Debit', kind: 'cents' },
  { name: 'credit', label: 'Credit', kind: 'cents' },
  { name: 'amount', label: 'Debit less credit', kind: 'cents', detail: true },
  { name: 'movement_id', label: 'Movement', kind: 'text', detail: true },
];

/** Returns each posting of the ledger in a period, the oldest first. */
export async function* postingRows(
  { reports }: Pick<Records, 'reports'>,
  site: Site,
  period: ReportPeriod,
): AsyncGenerator<ReportRow> {
  const postings = everyPage<ReportedPosting>((after, limit) => reports.postings(period, after, limit));
  for await (const { at, amount_in_cents, movement_id, kind, account, currency, ...about } of postings) {
    yield {
      day: dayIn(site.time_zone, at),
      event: kind,
      account_code: about.account_code,
      invoice_number: about.invoice_number,
      account,
      currency,
      debit: Math.max(0, amount_in_cents),
      credit: Math.max(0, 0 - amount_in_cents),
      amount: amount_in_cents,
      movement_id,
    };
  }
}

/** Returns the currencies in which debits and credits are not equal, or not those of the trial balance. */
export const postingDifferences = async (
  { reports }: Pick<Records, 'reports'>,
  period: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => {
  const balance = new Map<string, number>();
  for (const { currency, debits_in_cents } of await ledgerSums(reports, period)) {
    balance.set(currency, (balance.get(currency) ?? 0) + debits_in_cents);
  }
  return [
    ...differingSums('debits', sums.of('debit'), balance),
    ...differingSums('credits', sums.of('credit'), sums.of('debit')),
  ];
};
