import {
  type ReportColumn,
  type ReportLead,
  type ReportPeriod,
  type ReportRow,
  WITHOUT_VALUE,
} from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { mrrMovementsIn } from './mrr-movements.ts';

/** Said where neither the customer nor an operator chose a reason. */
const NOT_GIVEN = 'not_given';

const MOVEMENTS: ReportLead = {
  to: 'movements',
  by: ['currency'],
  where: ({ reason }) => ({
    kind: 'churn_voluntary,churn_involuntary',
    reason: reason === NOT_GIVEN ? WITHOUT_VALUE : String(reason),
  }),
};

export const CANCELLATION_COLUMNS: readonly ReportColumn[] = [
  { name: 'reason', label: 'Reason', kind: 'text' },
  { name: 'currency', label: 'Currency', kind: 'text' },
  {
    name: 'subscriptions',
    label: 'Subscriptions',
    kind: 'count',
    leads: { ...MOVEMENTS, counts: 'subscription_uuid' },
  },
  { name: 'mrr', label: 'MRR lost', kind: 'cents', leads: MOVEMENTS },
];

/** Returns the recurring revenue that was lost in a period, by the reasons that customers gave for canceling. */
export async function* cancellationRows(
  records: Records,
  _site: Site,
  period: ReportPeriod,
): AsyncGenerator<ReportRow> {
  const lost = new Map<string, { readonly reason: string; readonly currency: string; ids: Set<string>; mrr: number }>();
  for await (const movement of mrrMovementsIn(records, period.from, period.to)) {
    const { kind, currency, subscription_id, amount_in_cents, reason: given } = movement;
    if (kind !== 'churn_voluntary' && kind !== 'churn_involuntary') continue;
    const reason = given ?? NOT_GIVEN;
    const sum = lost.get(`${reason}\n${currency}`) ?? { reason, currency, ids: new Set(), mrr: 0 };
    sum.ids.add(subscription_id);
    sum.mrr += amount_in_cents;
    lost.set(`${reason}\n${currency}`, sum);
  }
  yield* [...lost.values()]
    .map(({ reason, currency, ids, mrr }) => ({ reason, currency, subscriptions: ids.size, mrr }))
    .sort((one, other) => one.currency.localeCompare(other.currency, 'en') || one.mrr - other.mrr);
}
