import {
  differingSums,
  type ReportColumn,
  type ReportDifference,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  type ReportSums,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { ledgerSums } from './ledger-sums.ts';

const POSTINGS: ReportLead = { to: 'postings', by: ['account', 'currency'] };

export const LEDGER_COLUMNS: readonly ReportColumn[] = [
  { name: 'account', label: 'Ledger account', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'opening', label: 'Opening', kind: 'cents', leads: { ...POSTINGS, span: 'before' } },
  { name: 'debits', label: 'Debits', kind: 'cents', leads: POSTINGS },
  { name: 'credits', label: 'Credits', kind: 'cents', leads: POSTINGS },
  { name: 'closing', label: 'Closing', kind: 'cents', leads: { ...POSTINGS, span: 'until' } },
];

/** Returns the trial balance: the opening balance, debits, credits and closing balance of each ledger account. */
export async function* ledgerRows(records: Records, _site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for (const sum of await ledgerSums(records.reports, period)) {
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

/**
 * Returns the currencies in which debits and credits are not equal, and those in which the liability for gift cards is
 * not the value of the cards that are not redeemed.
 */
export const ledgerDifferences = async (
  { reports }: Pick<Records, 'reports'>,
  period: ReportPeriod,
  sums: ReportSums,
): Promise<readonly ReportDifference[]> => {
  const liability = (await ledgerSums(reports, period))
    .filter(({ account }) => account === 'gift_cards')
    .map(
      ({ currency, ...sum }) => [currency, sum.credits_in_cents - sum.debits_in_cents - sum.opening_in_cents] as const,
    );
  return [
    ...differingSums('debits and credits', sums.of('debits'), sums.of('credits')),
    ...differingSums('gift cards not redeemed', await reports.giftCardsOwed(period.to), new Map(liability)),
  ];
};
