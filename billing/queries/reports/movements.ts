import type { ReportColumn, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import { MRR_MOVEMENT_KINDS } from '../../domain/revenue/movement.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { dayIn } from '../../values/periods/day-in.ts';
import { customersMovements } from './mrr-movements.ts';

export const MOVEMENT_COLUMNS: readonly ReportColumn[] = [
  { name: 'day', label: 'Day', kind: 'day' },
  { name: 'kind', label: 'Movement', kind: 'text', filters: true, values: MRR_MOVEMENT_KINDS },
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'subscription_uuid', label: 'Subscription', kind: 'text', opens: 'subscription' },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'amount', label: 'MRR moved', kind: 'cents' },
  { name: 'past_due', label: 'Past due moved', kind: 'cents' },
  { name: 'mrr', label: 'MRR after it', kind: 'cents', overlaps: true },
  { name: 'reason', label: 'Reason', kind: 'text', unlessZero: true },
];

/** Returns each movement of recurring revenue in a period, with its subscription, the oldest first. */
export async function* movementRows(records: Records, site: Site, period: ReportPeriod): AsyncGenerator<ReportRow> {
  for await (const movement of customersMovements(records, period.from, period.to)) {
    yield {
      day: dayIn(site.time_zone, movement.at),
      kind: movement.kind,
      account_code: movement.account_code,
      country: movement.country,
      subscription_uuid: movement.subscription_id,
      plan_code: movement.plan_code,
      currency: movement.currency,
      amount: movement.amount_in_cents,
      past_due: movement.past_due_in_cents,
      mrr: movement.mrr_in_cents,
      reason: movement.reason,
    };
  }
}
