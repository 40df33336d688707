import { withBuiltIn } from '../../domain/general-ledger/obligations.ts';
import type { ReportColumn } from '../../domain/reports/report.ts';
import type { RevenueLine } from '../../ports/reports.ts';
import type { Records } from '../../ports/storage.ts';

/** The columns of the labels by which revenue is deferred and earned. The name of an obligation may change. */
export const OBLIGATION_COLUMNS: readonly ReportColumn[] = [
  { name: 'liability_gl_account_code', label: 'Liability account', kind: 'text', unlessZero: true },
  { name: 'performance_obligation_id', label: 'Obligation id', kind: 'text', detail: true },
  { name: 'performance_obligation', label: 'Performance obligation', kind: 'text', unlessZero: true, ofToday: true },
];

type Labels = Pick<RevenueLine, 'liability_gl_account_code' | 'performance_obligation_id'>;

/** Returns the function that gives the values of these columns. An obligation that was removed has only its id. */
export const obligationNames = async ({ performanceObligations }: Pick<Records, 'performanceObligations'>) => {
  const names = new Map(withBuiltIn(await performanceObligations.all()).map(({ id, name }) => [id, name]));
  return ({ liability_gl_account_code, performance_obligation_id }: Labels) => ({
    liability_gl_account_code,
    performance_obligation_id,
    performance_obligation:
      performance_obligation_id && (names.get(performance_obligation_id) ?? performance_obligation_id),
  });
};
