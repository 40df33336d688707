import type { LedgerAccount } from '../ledger/movement.ts';

/** The traits of a posting that its account is chosen by. Null where a posting has no such value. */
export interface PostingTraits {
  readonly ledger_account: LedgerAccount;
  /** The accounting code of the invoice line. */
  readonly accounting_code: string | null;
  /** The type of the tax, for example `vat`; of revenue, the type of the first tax on it. */
  readonly tax_type: string | null;
  readonly currency: string;
}

/** A rule of the chart: the account of postings with these traits. A null trait stands for any. */
export interface ChartRule {
  readonly ledger_account: LedgerAccount;
  readonly accounting_code: string | null;
  /** `none` for what has no tax. */
  readonly tax_type: string | null;
  readonly currency: string | null;
  /** Number or name of the account in the accounting software. */
  readonly account: string;
  readonly cost_centre: string | null;
  /** The name of the tax rate in the accounting software: the tax rate of Xero, the tax key of DATEV. */
  readonly tax_code: string | null;
}

/** The numbers by which DATEV knows a client, which the tax consultant has. */
export interface DatevClient {
  readonly consultant_number: number;
  readonly client_number: number;
  /** The month in which the fiscal year begins, from 1. */
  readonly fiscal_year_month: number;
  /** Digits of account numbers, from 4 to 8. */
  readonly account_length: number;
}

/** The accounts of the accounting software that the postings of a site's ledger are made to. */
export interface JournalChart {
  readonly rules: readonly ChartRule[];
  /** The account of postings that no rule names; null where there is none. */
  readonly default_account: string | null;
  readonly datev: DatevClient | null;
}

export const EMPTY_CHART: JournalChart = { rules: [], default_account: null, datev: null };

export const MOST_CHART_RULES = 500;

/** The tax type of a rule about what has no tax. */
export const WITHOUT_TAX = 'none';

/** The account that a posting is made to. */
export type PostedAccount = Pick<ChartRule, 'account' | 'cost_centre' | 'tax_code'>;

const TRAITS = ['accounting_code', 'tax_type', 'currency'] as const;

/** Returns the traits that tell rules apart: a chart has one rule of each. */
export const chartKey = (rule: Pick<ChartRule, 'ledger_account' | (typeof TRAITS)[number]>): string =>
  JSON.stringify([rule.ledger_account, ...TRAITS.map((trait) => rule[trait])]);

/** Returns how specific a rule is: an accounting code weighs more than a tax type, a tax type more than a currency. */
const weightOf = (rule: ChartRule): number =>
  TRAITS.reduce((weight, trait) => weight * 2 + (rule[trait] === null ? 0 : 1), 0);

const NAMES_CODE = 4;

const applies = (rule: ChartRule, traits: PostingTraits): boolean =>
  rule.ledger_account === traits.ledger_account &&
  (rule.accounting_code === null || rule.accounting_code === traits.accounting_code) &&
  (rule.tax_type === null || rule.tax_type === (traits.tax_type ?? WITHOUT_TAX)) &&
  (rule.currency === null || rule.currency === traits.currency);

/**
 * Returns the account of a posting by the most specific rule; undefined where no rule names one.
 *
 * @param own the account that the product itself names, which gives way only to a rule with an accounting code
 */
export const accountOf = (
  { rules, default_account }: JournalChart,
  traits: PostingTraits,
  own: string | null = null,
): PostedAccount | undefined => {
  let best: ChartRule | undefined;
  for (const rule of rules) if (applies(rule, traits) && (!best || weightOf(rule) > weightOf(best))) best = rule;
  if (own !== null && (!best || weightOf(best) < NAMES_CODE)) {
    return { account: own, cost_centre: best?.cost_centre ?? null, tax_code: best?.tax_code ?? null };
  }
  if (best) return best;
  return default_account === null ? undefined : { account: default_account, cost_centre: null, tax_code: null };
};
