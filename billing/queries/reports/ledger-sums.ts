import type { LedgerAccount } from '../../domain/ledger/movement.ts';
import type { CurrencySums, ReportPeriod } from '../../domain/reports/report.ts';
import type { LedgerTurnover } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';

/** Movements that are added up together: a part of a second, on a usual machine. */
const TOGETHER = 20_000;

/** The movement of one ledger account in one currency. Debits are positive. */
export interface LedgerMovementSum {
  readonly account: LedgerAccount;
  readonly currency: string;
  /** The balance before the period. */
  readonly opening_in_cents: number;
  readonly debits_in_cents: number;
  readonly credits_in_cents: number;
}

type LedgerReader = Pick<Records['reports'], 'turnover'>;

/** Reads a period of the ledger in parts, so that a report can be stopped between two of them. */
async function* turnoversIn(reports: LedgerReader, { from, to }: ReportPeriod, limit: number) {
  for (let start = from; start < to; ) {
    const { turnovers, until } = await reports.turnover({ from: start, to }, limit);
    yield* turnovers;
    start = until;
  }
}

/** Debits and credits, in cents. */
interface Turnover extends Pick<LedgerTurnover, 'account' | 'currency'> {
  debits: number;
  credits: number;
}

const turnoverIn = async (reports: LedgerReader, period: ReportPeriod, limit: number) => {
  const sums = new Map<string, Turnover>();
  for await (const { account, currency, ...turnover } of turnoversIn(reports, period, limit)) {
    const key = `${currency} ${account}`;
    const sum = sums.get(key) ?? { account, currency, debits: 0, credits: 0 };
    sums.set(key, sum);
    sum.debits += turnover.debits_in_cents;
    sum.credits += turnover.credits_in_cents;
  }
  return sums;
};

/** Returns the sums of the ledger, by currency and account. */
export const ledgerSums = async (
  reports: LedgerReader,
  { from, to }: ReportPeriod,
  limit = TOGETHER,
): Promise<readonly LedgerMovementSum[]> => {
  const before = await turnoverIn(reports, { from: 0, to: from }, limit);
  const within = await turnoverIn(reports, { from, to }, limit);
  return [...new Set([...before.keys(), ...within.keys()])].sort().map((key): LedgerMovementSum => {
    const [earlier, now] = [before.get(key), within.get(key)];
    const { account, currency } = (now ?? earlier) as Turnover;
    return {
      account,
      currency,
      opening_in_cents: (earlier?.debits ?? 0) - (earlier?.credits ?? 0),
      debits_in_cents: now?.debits ?? 0,
      credits_in_cents: now?.credits ?? 0,
    };
  });
};

/** Returns the sum of one ledger account in the movements of one kind, by currency. */
export const ledgerSumOf = async (
  reports: LedgerReader,
  period: ReportPeriod,
  account: LedgerAccount,
  kind: string,
  limit = TOGETHER,
): Promise<CurrencySums> => {
  const sums = new Map<string, number>();
  for await (const turnover of turnoversIn(reports, period, limit)) {
    if (turnover.account !== account || turnover.kind !== kind) continue;
    const { currency, debits_in_cents, credits_in_cents } = turnover;
    sums.set(currency, (sums.get(currency) ?? 0) + debits_in_cents - credits_in_cents);
  }
  return sums;
};
