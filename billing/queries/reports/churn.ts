import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { MONTH_COLUMNS, monthsOf, type ReportMonth } from './months.ts';
import { readByMonth, shareInPercent } from './mrr-movements.ts';
import type { ReportQuestion } from './report-question.ts';

export const CHURN_COLUMNS: readonly ReportColumn[] = [
  ...MONTH_COLUMNS,
  { name: 'currency', label: 'Currency', kind: 'text' },
  { name: 'customers_opening', label: 'Customers at first', kind: 'count' },
  { name: 'customers_new', label: 'New', kind: 'count' },
  { name: 'customers_returned', label: 'Returned', kind: 'count' },
  { name: 'customers_lost', label: 'Lost', kind: 'count' },
  { name: 'customers_closing', label: 'Customers at the end', kind: 'count' },
  { name: 'customer_churn_percent', label: 'Customer churn', kind: 'percent' },
  { name: 'mrr_opening', label: 'MRR at first', kind: 'cents', overlaps: true },
  { name: 'churn_voluntary', label: 'Canceled', kind: 'cents' },
  { name: 'churn_involuntary', label: 'Not paid', kind: 'cents' },
  { name: 'revenue_churn_percent', label: 'Revenue churn', kind: 'percent' },
  { name: 'gross_retention_percent', label: 'Gross retention', kind: 'percent' },
  { name: 'net_retention_percent', label: 'Net retention', kind: 'percent' },
  { name: 'trials_ended', label: 'Trials ended', kind: 'count' },
  { name: 'trials_converted', label: 'Converted', kind: 'count' },
  { name: 'trial_conversion_percent', label: 'Trial conversion', kind: 'percent' },
];

/** The customers of one currency, with their revenue by its terms. */
interface Customers {
  readonly now: Map<string, number>;
  /** At the beginning of the month. */
  before: ReadonlyMap<string, number>;
  /** Those who ever had revenue, and those who had it before the month. */
  readonly seen: Set<string>;
  seenBefore: ReadonlySet<string>;
  /** The revenue of subscriptions, now and at the beginning of the month. */
  readonly subscriptions: Map<string, number>;
  subscriptionsBefore: ReadonlyMap<string, number>;
  /** The subscriptions that ended in the month, and whether that was because they were not paid. */
  readonly ended: Map<string, 'voluntary' | 'involuntary'>;
}

const noCustomers = (): Customers => ({
  now: new Map(),
  before: new Map(),
  seen: new Set(),
  seenBefore: new Set(),
  subscriptions: new Map(),
  subscriptionsBefore: new Map(),
  ended: new Map(),
});

/** Adds to an amount, and forgets it where nothing is left. */
const addTo = (amounts: Map<string, number>, key: string, amount: number): number => {
  const sum = (amounts.get(key) ?? 0) + amount;
  if (sum === 0) amounts.delete(key);
  else amounts.set(key, sum);
  return sum;
};

const total = (amounts: Iterable<number>): number => [...amounts].reduce((sum, each) => sum + each, 0);

/** Returns how many customers and how much revenue each month has kept and lost, by currency. */
export async function* churnRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  const all = new Map<string, Customers>();
  const months: { readonly month: ReportMonth; readonly rows: Map<string, ReportRow> }[] = [];
  const customersOf = (currency: string): Customers => {
    const found = all.get(currency) ?? noCustomers();
    all.set(currency, found);
    return found;
  };
  await readByMonth(records, monthsOf(site, period, at), {
    begins() {
      for (const customers of all.values()) {
        customers.before = new Map(customers.now);
        customers.seenBefore = new Set(customers.seen);
        customers.subscriptionsBefore = new Map(customers.subscriptions);
        customers.ended.clear();
      }
    },
    moves({ currency, account_id, subscription_id, kind, amount_in_cents }) {
      const customers = customersOf(currency);
      if (addTo(customers.now, account_id, amount_in_cents) !== 0) customers.seen.add(account_id);
      addTo(customers.subscriptions, subscription_id, amount_in_cents);
      if (kind === 'churn_voluntary') customers.ended.set(subscription_id, 'voluntary');
      if (kind === 'churn_involuntary') customers.ended.set(subscription_id, 'involuntary');
    },
    ends(month) {
      months.push({ month, rows: new Map([...all].map(([currency, customers]) => [currency, rowOf(customers)])) });
    },
  });
  for (const { month, rows } of months) {
    const trials = new Map(
      (await records.revenue.endedTrials(month.from, month.to)).map((ended) => [ended.currency, ended]),
    );
    for (const currency of [...new Set([...rows.keys(), ...trials.keys()])].sort()) {
      const { ended = 0, converted = 0 } = trials.get(currency) ?? {};
      yield {
        month: month.month,
        part: month.part,
        currency,
        ...(rows.get(currency) ?? rowOf(noCustomers())),
        trials_ended: ended,
        trials_converted: converted,
        trial_conversion_percent: shareInPercent(converted, ended),
      };
    }
  }
}

/** Returns the revenue at the beginning of the month of subscriptions that ended and have none any more. */
const lostBy = ({ subscriptions, subscriptionsBefore, ended }: Customers, cause: 'voluntary' | 'involuntary'): number =>
  total(
    [...ended]
      .filter(([id, why]) => why === cause && !subscriptions.has(id))
      .map(([id]) => subscriptionsBefore.get(id) ?? 0),
  );

const rowOf = (customers: Customers): ReportRow => {
  const { now, before, seenBefore } = customers;
  const [voluntary, involuntary] = [lostBy(customers, 'voluntary'), lostBy(customers, 'involuntary')];
  const lost = [...before.keys()].filter((account) => !now.has(account)).length;
  const added = [...now.keys()].filter((account) => !before.has(account));
  const returned = added.filter((account) => seenBefore.has(account)).length;
  const opening = total(before.values());
  const kept = [...before].map(([account, was]) => [was, now.get(account) ?? 0] as const);
  return {
    customers_opening: before.size,
    customers_new: added.length - returned,
    customers_returned: returned,
    customers_lost: lost,
    customers_closing: now.size,
    customer_churn_percent: shareInPercent(lost, before.size),
    mrr_opening: opening,
    churn_voluntary: 0 - voluntary,
    churn_involuntary: 0 - involuntary,
    revenue_churn_percent: shareInPercent(voluntary + involuntary, opening),
    gross_retention_percent: shareInPercent(total(kept.map(([was, is]) => Math.min(was, is))), opening),
    net_retention_percent: shareInPercent(total(kept.map(([, is]) => is)), opening),
  };
};
