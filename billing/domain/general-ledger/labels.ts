import type { LedgerReferences } from '../../resources/ledger-references.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { GeneralLedgerAccountRecord } from './record.ts';

/** The codes of general ledger accounts and the obligation that a line repeats, as they were when it was made. */
export type LineLabels = Pick<
  AdjustmentRecord,
  'liability_gl_account_code' | 'revenue_gl_account_code' | 'performance_obligation_id'
>;

export const NO_LABELS: LineLabels = {
  liability_gl_account_code: null,
  revenue_gl_account_code: null,
  performance_obligation_id: null,
};

/** The labels of what a subscription bills. */
export interface SubscriptionLabels {
  readonly plan: LineLabels;
  readonly setup_fee: LineLabels;
  /** The labels of each add-on of the plan by its code. */
  readonly add_ons: Readonly<Record<string, LineLabels>>;
  /** The labels of each item that is sold besides them, by the code that it was sold under. */
  readonly items: Readonly<Record<string, LineLabels>>;
}

export const UNLABELED: SubscriptionLabels = { plan: NO_LABELS, setup_fee: NO_LABELS, add_ons: {}, items: {} };

/** Returns the ids of the general ledger accounts that records refer to, each once. */
export const referredAccounts = (records: readonly Partial<LedgerReferences>[]): readonly string[] => [
  ...new Set(
    records.flatMap(({ liability_gl_account_id, revenue_gl_account_id }) =>
      [liability_gl_account_id, revenue_gl_account_id].filter((id) => typeof id === 'string'),
    ),
  ),
];

/** References as a client sent them. */
type SentReferences = { readonly [Name in keyof LedgerReferences]?: string | null | undefined };

/** Returns the references of a charge or an add-on: its own, or else those of the item that it sells. */
export const referencesOf = (sent: SentReferences, item: LedgerReferences | undefined): LedgerReferences => ({
  liability_gl_account_id: sent.liability_gl_account_id || (item?.liability_gl_account_id ?? null),
  revenue_gl_account_id: sent.revenue_gl_account_id || (item?.revenue_gl_account_id ?? null),
  performance_obligation_id: sent.performance_obligation_id || (item?.performance_obligation_id ?? null),
});

/** Returns the labels of a record's lines. `accounts`: those that the record refers to, among others. */
export const labelsOf = (
  { liability_gl_account_id, revenue_gl_account_id, performance_obligation_id }: Partial<LedgerReferences>,
  accounts: readonly GeneralLedgerAccountRecord[],
): LineLabels => {
  const codeOf = (id: string | null | undefined): string | null => accounts.find((one) => one.id === id)?.code ?? null;
  return {
    liability_gl_account_code: codeOf(liability_gl_account_id),
    revenue_gl_account_code: codeOf(revenue_gl_account_id),
    performance_obligation_id: performance_obligation_id ?? null,
  };
};

/** Returns a line of a subscription with the labels of what it bills. */
export const labeled = (
  line: AdjustmentRecord,
  { plan, setup_fee, add_ons, items }: SubscriptionLabels,
): AdjustmentRecord => {
  const { origin, product_code, add_on_source } = line;
  if (origin === 'setup_fee') return { ...line, ...setup_fee };
  const isAddOn = origin === 'add_on' || origin === 'add_on_trial';
  if (!isAddOn) return { ...line, ...plan };
  return { ...line, ...(add_on_source === 'item' ? items : add_ons)[product_code ?? ''] };
};

/** Returns a line with the codes of its seller where it has none of its own. */
export const withDefaults = (line: AdjustmentRecord, defaults: LineLabels): AdjustmentRecord => ({
  ...line,
  liability_gl_account_code: line.liability_gl_account_code ?? defaults.liability_gl_account_code,
  revenue_gl_account_code: line.revenue_gl_account_code ?? defaults.revenue_gl_account_code,
});
