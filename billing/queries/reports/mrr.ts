import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { MrrMovementKind } from '../../domain/revenue/movement.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { MONTH_COLUMNS, monthsOf } from './months.ts';
import { movementsByMonth } from './mrr-movements.ts';
import type { ReportQuestion } from './report-question.ts';

/** The movements that have a column of their own: each changes the revenue by the terms of subscriptions. */
const MOVED = [
  ['opening', 'recorded', 'From before'],
  ['new', 'new', 'New'],
  ['expansion', 'expansion', 'Expansion'],
  ['contraction', 'contraction', 'Contraction'],
  ['churn_voluntary', 'churn_voluntary', 'Canceled'],
  ['churn_involuntary', 'churn_involuntary', 'Not paid'],
  ['reactivation', 'reactivation', 'Reactivation'],
  ['transfer', 'transfer', 'Changed plan'],
] as const satisfies readonly (readonly [MrrMovementKind, string, string])[];

const movementsOfKind = (kind: MrrMovementKind): ReportLead => ({
  to: 'movements',
  by: ['currency'],
  where: () => ({ kind }),
});

const SUBSCRIPTIONS: ReportLead = { to: 'mrr_subscriptions', by: ['currency'] };

export const MRR_COLUMNS: readonly ReportColumn[] = [
  ...MONTH_COLUMNS,
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true, detail: true },
  { name: 'opening', label: 'Opening', kind: 'cents', overlaps: true, leads: { ...SUBSCRIPTIONS, span: 'before' } },
  ...MOVED.map(
    ([kind, name, label]): ReportColumn => ({
      name,
      label,
      kind: 'cents',
      leads: movementsOfKind(kind),
      ...(name === 'recorded' || name === 'transfer' ? { unlessZero: true } : {}),
    }),
  ),
  { name: 'past_due', label: 'Past due', kind: 'cents', leads: { to: 'movements', by: ['currency'] } },
  { name: 'closing', label: 'Closing', kind: 'cents', overlaps: true, leads: SUBSCRIPTIONS },
  {
    name: 'closing_past_due',
    label: 'Besides, past due',
    kind: 'cents',
    overlaps: true,
    unlessZero: true,
    leads: SUBSCRIPTIONS,
  },
  {
    name: 'subscriptions',
    label: 'Subscriptions',
    kind: 'count',
    leads: { ...SUBSCRIPTIONS, where: () => ({ paying: 'yes' }) },
  },
];

interface Sum {
  opening: number;
  readonly moved: Map<MrrMovementKind, number>;
  past_due: number;
  closing: number;
  closing_past_due: number;
  /** The paid revenue of each subscription that has any. */
  readonly paying: Map<string, number>;
}

/**
 * Returns the paid recurring revenue of each month and currency: at its beginning, its movements by kind, and at its
 * end; of one plan where `where` names it.
 */
export async function* mrrRows(
  records: Records,
  site: Site,
  period: ReportPeriod,
  { at, where: { plan_code } }: ReportQuestion,
): AsyncGenerator<ReportRow> {
  const sums = new Map<string, Sum>();
  const sumOf = (currency: string): Sum => {
    const sum = sums.get(currency) ?? {
      opening: 0,
      moved: new Map(),
      past_due: 0,
      closing: 0,
      closing_past_due: 0,
      paying: new Map(),
    };
    sums.set(currency, sum);
    return sum;
  };
  for (const { month, movements } of movementsByMonth(records, monthsOf(site, period, at))) {
    for (const sum of sums.values()) {
      sum.opening = sum.closing;
      sum.past_due = 0;
      sum.moved.clear();
    }
    for await (const {
      currency,
      subscription_id,
      kind,
      amount_in_cents,
      past_due_in_cents,
      ...movement
    } of movements) {
      if (plan_code !== undefined && movement.plan_code !== plan_code) continue;
      const sum = sumOf(currency);
      sum.moved.set(kind, (sum.moved.get(kind) ?? 0) + amount_in_cents);
      sum.past_due -= past_due_in_cents;
      sum.closing += amount_in_cents - past_due_in_cents;
      sum.closing_past_due += past_due_in_cents;
      const paid = (sum.paying.get(subscription_id) ?? 0) + amount_in_cents - past_due_in_cents;
      if (paid === 0) sum.paying.delete(subscription_id);
      else sum.paying.set(subscription_id, paid);
    }
    if (!month) continue;
    for (const [currency, sum] of [...sums].sort(([one], [other]) => one.localeCompare(other, 'en'))) {
      yield {
        month: month.month,
        part: month.part,
        currency,
        plan_code: plan_code ?? null,
        opening: sum.opening,
        ...Object.fromEntries(MOVED.map(([kind, name]) => [name, sum.moved.get(kind) ?? 0])),
        past_due: sum.past_due,
        closing: sum.closing,
        closing_past_due: sum.closing_past_due,
        subscriptions: sum.paying.size,
      };
    }
  }
}
