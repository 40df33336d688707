import { type Issue, refuse } from '../../values/failure.ts';
import { LEDGER_ACCOUNTS } from '../ledger/movement.ts';
import { type ChartRule, chartKey, type DatevClient, type JournalChart, MOST_CHART_RULES } from './chart.ts';

/** The most characters of each text of a rule. */
const LONGEST = { accounting_code: 20, tax_type: 50, account: 100, cost_centre: 36, tax_code: 100 } as const;
/** Control characters, which no format of a journal can hold. */
const UNPRINTABLE = /\p{Cc}/u;
const CURRENCY = /^[A-Z]{3}$/;

const textIssues = (field: string, value: string | null, longest: number): Issue[] => {
  if (value === null) return [];
  if (!value.trim()) return [{ field, symbol: 'blank' }];
  if (UNPRINTABLE.test(value)) return [{ field, symbol: 'invalid' }];
  return value.length > longest ? [{ field, symbol: 'too_long', count: longest }] : [];
};

const ruleIssues = (rule: ChartRule): Issue[] => [
  ...(LEDGER_ACCOUNTS.includes(rule.ledger_account)
    ? []
    : [{ field: 'journal_chart.ledger_account', symbol: 'inclusion', choices: LEDGER_ACCOUNTS } satisfies Issue]),
  ...Object.entries(LONGEST).flatMap(([name, longest]) =>
    textIssues(`journal_chart.${name}`, rule[name as keyof typeof LONGEST], longest),
  ),
  ...(rule.currency === null || CURRENCY.test(rule.currency)
    ? []
    : [{ field: 'journal_chart.currency', symbol: 'invalid' } satisfies Issue]),
];

/** Returns the chart with a rule, which replaces the one with the same traits. Throws `Invalid`. */
export const withRule = (chart: JournalChart, rule: ChartRule): JournalChart => {
  refuse(ruleIssues(rule));
  const others = chart.rules.filter((one) => chartKey(one) !== chartKey(rule));
  if (others.length >= MOST_CHART_RULES) {
    refuse([{ field: 'journal_chart.rules', symbol: 'too_many', count: MOST_CHART_RULES }]);
  }
  const rules = [...others, rule].sort((one, other) => (chartKey(one) < chartKey(other) ? -1 : 1));
  return { ...chart, rules };
};

/** Returns the chart without the rule with these traits; undefined where it has none. */
export const withoutRule = (chart: JournalChart, key: string): JournalChart | undefined => {
  const rules = chart.rules.filter((rule) => chartKey(rule) !== key);
  return rules.length === chart.rules.length ? undefined : { ...chart, rules };
};

/** Returns the chart with another default account, or none. Throws `Invalid`. */
export const withDefaultAccount = (chart: JournalChart, default_account: string | null): JournalChart => {
  refuse(textIssues('journal_chart.default_account', default_account, LONGEST.account));
  return { ...chart, default_account };
};

/** The range of each number of a DATEV client. */
const DATEV_RANGES = {
  consultant_number: [1001, 9_999_999],
  client_number: [1, 99_999],
  fiscal_year_month: [1, 12],
  account_length: [4, 8],
} as const satisfies Readonly<Record<keyof DatevClient, readonly [number, number]>>;

/** Returns the chart with what DATEV wants to know of the client. Throws `Invalid`. */
export const withDatevClient = (chart: JournalChart, datev: DatevClient): JournalChart => {
  refuse(
    Object.entries(DATEV_RANGES).flatMap(([name, [least, most]]): Issue[] => {
      const value = datev[name as keyof DatevClient];
      return Number.isInteger(value) && value >= least && value <= most
        ? []
        : [{ field: `journal_chart.${name}`, symbol: 'inclusion', choices: [`${least} to ${most}`] }];
    }),
  );
  return { ...chart, datev };
};
