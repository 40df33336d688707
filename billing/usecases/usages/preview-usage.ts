import { currentPeriod, isTrialPeriod } from '../../domain/subscriptions/periods.ts';
import type { ShownSubscription, SubscriptionAddOnRecord } from '../../domain/subscriptions/record.ts';
import { amountOfUsage, centsOfUsage } from '../../domain/subscriptions/usage-lines.ts';
import type { UsageRecord } from '../../domain/usages/record.ts';
import { readUsageCharges } from '../../engine/recording/usage/read-usage-charge.ts';
import type { Caller } from '../../ports/caller.ts';
import type { QueryDeps } from '../../queries/lists/site-query.ts';
import { MAX_CENTS } from '../../values/money/cents.ts';
import type { Period } from '../../values/periods/period.ts';

/** Usage of an add-on that no invoice has billed yet. */
export interface PreviewedUsage {
  readonly addOn: SubscriptionAddOnRecord;
  /** The display name of its measured unit; undefined where it has none. */
  readonly unit: string | undefined;
  readonly period: Period;
  /** Whether it belongs to an earlier period, which was billed without it. */
  readonly isLate: boolean;
  /** Number of records. */
  readonly count: number;
  /** The amount that will be billed, as decimal text; of a percentage, cents. */
  readonly amount: string;
  /** Before discounts and taxes. Usage of a trial costs nothing; undefined: above the limit of an invoice. */
  readonly total_in_cents: number | undefined;
}

export interface PreviewedUsages {
  /** One for each usage add-on, and before it one for each earlier period with usage that was recorded late. */
  readonly unbilled: readonly PreviewedUsage[];
  /** The latest records of these add-ons, newest first. */
  readonly latest: readonly UsageRecord[];
}

const MOST_LATEST = 10;

/** Computes what the usage of a running subscription has cost since its last invoice, and writes nothing. */
export const previewUsage =
  ({ storage }: QueryDeps) =>
  async ({ site }: Pick<Caller, 'site'>, subscription: ShownSubscription): Promise<PreviewedUsages> => {
    const records = storage.of(site.id);
    const addOns = subscription.add_ons.filter(({ add_on_type }) => add_on_type === 'usage');
    const isRunning = subscription.state === 'active' || subscription.state === 'canceled';
    if (addOns.length === 0 || !isRunning) return { unbilled: [], latest: [] };
    const charge = { kind: 'usage', period: currentPeriod(subscription), addOns } as const;
    const [read, units, listed] = await Promise.all([
      readUsageCharges(records, { before: subscription, after: subscription }, [charge]),
      Promise.all(
        addOns.map(async ({ measured_unit_id: id }) =>
          id === null ? undefined : (await records.measuredUnits.find(id))?.display_name,
        ),
      ),
      Promise.all(
        addOns.map(({ add_on_code }) =>
          records.usages.list({
            filter: { subscription_id: subscription.uuid, add_on_code },
            sort: 'created_at',
            order: 'desc',
            limit: MOST_LATEST,
          }),
        ),
      ),
    ]);
    const isFree = isTrialPeriod(subscription);
    const unbilled = read.map((usage): PreviewedUsage => {
      const { addOn, period, selection, total } = usage;
      const cents = isFree ? 0 : centsOfUsage(usage);
      return {
        addOn,
        unit: units[addOns.indexOf(addOn)],
        period,
        isLate: selection.late,
        count: total.count,
        amount: amountOfUsage(usage),
        total_in_cents: cents <= MAX_CENTS ? cents : undefined,
      };
    });
    const latest = listed
      .flatMap((page) => page.records)
      .sort((one, other) => other.id - one.id)
      .slice(0, MOST_LATEST);
    return { unbilled, latest };
  };
