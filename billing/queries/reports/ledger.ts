import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportPeriod,
  type ReportRow,
  sumsOf,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';

export const LEDGER_COLUMNS: readonly ReportColumn[] = [
  { name: 'account', label: 'Ledger account', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'opening', label: 'Opening', kind: 'cents' },
  { name: 'debits', label: 'Debits', kind: 'cents' },
  { name: 'credits', label: 'Credits', kind: 'cents' },
  { name: 'closing', label: 'Closing', kind: 'cents' },
];

/** Returns the trial balance: the opening balance, debits, credits and closing balance of each ledger account. */
export async function* ledgerRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for (const sum of await records.reports.ledgerSums(period)) {
    const { account, currency, opening_in_cents, debits_in_cents, credits_in_cents } = sum;
    yield {
      account,
      currency,
      opening: opening_in_cents,
      debits: debits_in_cents,
      credits: credits_in_cents,
      closing: opening_in_cents + debits_in_cents - credits_in_cents,
    };
  }
}

/** Returns the currencies in which debits and credits are not equal. */
export const ledgerDifferences = async (
  _records: Records,
  _period: ReportPeriod,
  rows: readonly ReportRow[],
): Promise<readonly ReportDifference[]> =>
  differingSums(
    'debits and credits',
    sumsOf(rows, ({ currency, debits }) => [String(currency), Number(debits)]),
    sumsOf(rows, ({ currency, credits }) => [String(currency), Number(credits)]),
  );
