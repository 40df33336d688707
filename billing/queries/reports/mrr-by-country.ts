import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { customersMovements, shareInPercent } from './mrr-movements.ts';

export const MRR_BY_COUNTRY_COLUMNS: readonly ReportColumn[] = [
  { name: 'country', label: 'Country', kind: 'text', filters: true, ofToday: true },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'customers', label: 'Customers', kind: 'count' },
  { name: 'subscriptions', label: 'Subscriptions', kind: 'count' },
  { name: 'mrr', label: 'MRR', kind: 'cents' },
  { name: 'mrr_percent', label: 'Of the currency', kind: 'percent' },
  { name: 'past_due', label: 'Besides, past due', kind: 'cents', unlessZero: true },
];

interface Group {
  readonly country: string | null;
  readonly plan_code: string;
  readonly currency: string;
  /** The revenue of each subscription by its terms, the part of it that is past due, and its customer. */
  readonly subscriptions: Map<string, { readonly account_code: string; mrr: number; past_due: number }>;
}

/** Returns the recurring revenue at the end of a day, by the country of the customer and by plan. */
export async function* mrrByCountryRows(
  records: Records,
  _site: Site,
  { to }: ReportPeriod,
): AsyncGenerator<ReportRow, void> {
  const groups = new Map<string, Group>();
  for await (const movement of customersMovements(records, 0, to)) {
    const { country, plan_code, currency, subscription_id, account_code } = movement;
    const key = JSON.stringify([currency, country, plan_code]);
    const group = groups.get(key) ?? { country, plan_code, currency, subscriptions: new Map() };
    groups.set(key, group);
    const one = group.subscriptions.get(subscription_id) ?? { account_code, mrr: 0, past_due: 0 };
    one.mrr += movement.amount_in_cents;
    one.past_due += movement.past_due_in_cents;
    if (one.mrr === 0 && one.past_due === 0) group.subscriptions.delete(subscription_id);
    else group.subscriptions.set(subscription_id, one);
  }
  const rows = [...groups.values()].map(({ subscriptions, ...group }) => {
    const paid = [...subscriptions.values()].filter((one) => one.mrr !== one.past_due);
    return {
      ...group,
      customers: new Set(paid.map(({ account_code }) => account_code)).size,
      subscriptions: paid.length,
      mrr: total(paid.map((one) => one.mrr - one.past_due)),
      past_due: total([...subscriptions.values()].map((one) => one.past_due)),
    };
  });
  const sums = Map.groupBy(rows, ({ currency }) => currency);
  yield* rows
    .filter(({ mrr, past_due }) => mrr !== 0 || past_due !== 0)
    .map((row) => ({
      ...row,
      mrr_percent: shareInPercent(row.mrr, total((sums.get(row.currency) ?? []).map(({ mrr }) => mrr))),
    }))
    .sort((one, other) => one.currency.localeCompare(other.currency, 'en') || other.mrr - one.mrr);
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
