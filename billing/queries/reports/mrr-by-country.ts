import type { ReportColumn, ReportLead, ReportPeriod, ReportRow } from '../../domain/reports/report.ts';
import type { Records } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import type { Seconds } from '../../values/time.ts';
import { customersMovements, shareInPercent } from './mrr-movements.ts';

const SUBSCRIPTIONS: ReportLead = { to: 'mrr_subscriptions', by: ['country', 'plan_code', 'currency'] };
const PAYING: ReportLead = { ...SUBSCRIPTIONS, where: () => ({ paying: 'yes' }) };

export const MRR_BY_COUNTRY_COLUMNS: readonly ReportColumn[] = [
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'customers', label: 'Customers', kind: 'count', leads: { ...PAYING, counts: 'account_code' } },
  { name: 'subscriptions', label: 'Subscriptions', kind: 'count', leads: PAYING },
  { name: 'mrr', label: 'MRR', kind: 'cents', leads: SUBSCRIPTIONS },
  { name: 'mrr_percent', label: 'Of the currency', kind: 'percent' },
  { name: 'past_due', label: 'Besides, past due', kind: 'cents', unlessZero: true, leads: SUBSCRIPTIONS },
];

export const MRR_SUBSCRIPTION_COLUMNS: readonly ReportColumn[] = [
  { name: 'account_code', label: 'Customer code', kind: 'text', opens: 'customer' },
  { name: 'country', label: 'Country', kind: 'text', filters: true },
  { name: 'subscription_uuid', label: 'Subscription', kind: 'text', opens: 'subscription' },
  { name: 'plan_code', label: 'Plan', kind: 'text', filters: true },
  { name: 'currency', label: 'Currency', kind: 'text', detail: true },
  { name: 'paying', label: 'Paying', kind: 'text', filters: true, values: ['yes', 'no'] },
  { name: 'mrr', label: 'MRR', kind: 'cents' },
  { name: 'past_due', label: 'Besides, past due', kind: 'cents', unlessZero: true },
];

/** A subscription with recurring revenue: what is paid of it, and what is past due. */
interface EarningSubscription {
  readonly subscription_uuid: string;
  readonly account_code: string;
  readonly country: string | null;
  readonly plan_code: string;
  readonly currency: string;
  mrr: number;
  past_due: number;
}

/** Returns the subscriptions that had revenue at a moment, where their customers were at the time. */
const earningAt = async (records: Records, to: Seconds): Promise<readonly EarningSubscription[]> => {
  const all = new Map<string, EarningSubscription>();
  for await (const movement of customersMovements(records, 0, to)) {
    const { country, plan_code, currency, subscription_id, account_code, amount_in_cents, past_due_in_cents } =
      movement;
    const key = JSON.stringify([subscription_id, country, plan_code]);
    const one = all.get(key) ?? {
      ...{ subscription_uuid: subscription_id, account_code, country, plan_code, currency },
      ...{ mrr: 0, past_due: 0 },
    };
    one.mrr += amount_in_cents - past_due_in_cents;
    one.past_due += past_due_in_cents;
    if (one.mrr === 0 && one.past_due === 0) all.delete(key);
    else all.set(key, one);
  }
  return [...all.values()];
};

/** Returns each subscription with recurring revenue at the end of a day, the one that began first before others. */
export async function* mrrSubscriptionRows(
  records: Records,
  _site: Site,
  { to }: ReportPeriod,
): AsyncGenerator<ReportRow, void> {
  for (const { mrr, past_due, ...one } of await earningAt(records, to)) {
    yield { ...one, paying: mrr === 0 ? 'no' : 'yes', mrr, past_due };
  }
}

/** Returns the recurring revenue at the end of a day, by the country of the customer and by plan. */
export async function* mrrByCountryRows(
  records: Records,
  _site: Site,
  { to }: ReportPeriod,
): AsyncGenerator<ReportRow, void> {
  const earning = await earningAt(records, to);
  const groups = Map.groupBy(earning, ({ currency, country, plan_code }) =>
    JSON.stringify([currency, country, plan_code]),
  );
  const sums = Map.groupBy(earning, ({ currency }) => currency);
  const rows = [...groups.values()].map((group) => {
    const [{ country, plan_code, currency }] = group as [EarningSubscription];
    const paying = group.filter(({ mrr }) => mrr !== 0);
    const mrr = total(group, 'mrr');
    return {
      ...{ country, plan_code, currency },
      customers: new Set(paying.map(({ account_code }) => account_code)).size,
      subscriptions: paying.length,
      mrr,
      mrr_percent: shareInPercent(mrr, total(sums.get(currency) ?? [], 'mrr')),
      past_due: total(group, 'past_due'),
    };
  });
  yield* rows.sort((one, other) => one.currency.localeCompare(other.currency, 'en') || other.mrr - one.mrr);
}

const total = (some: readonly EarningSubscription[], what: 'mrr' | 'past_due'): number =>
  some.reduce((sum, one) => sum + one[what], 0);
