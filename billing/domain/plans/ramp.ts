import type { PlanInput, PlanRampInterval } from '../../resources/plan.ts';
import type { CentsByCurrency } from '../../resources/schema.ts';
import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import { foreignCurrencyIssues } from './prices.ts';
import type { PlanRecord } from './record.ts';

interface Draft {
  readonly pricing_model: PlanRecord['pricing_model'];
  readonly ramp_intervals: readonly PlanRampInterval[];
}

const PATH = 'plan.ramp_intervals';

/** Returns the prices of the first interval, at which the plan is sold. */
export const firstPrices = ({ ramp_intervals }: Pick<Draft, 'ramp_intervals'>): CentsByCurrency =>
  ramp_intervals[0]?.unit_amount_in_cents ?? {};

/** Returns an issue unless the first interval starts with cycle 1, and each other one after the one before it. */
export const startIssues = (
  path: string,
  intervals: readonly { readonly starting_billing_cycle?: number | null | undefined }[],
): Issue[] =>
  intervals.flatMap(({ starting_billing_cycle }, at): Issue[] => {
    const field = `${path}[${at}].starting_billing_cycle`;
    const start = starting_billing_cycle ?? 1;
    const before = intervals[at - 1];
    if (!before) return start === 1 ? [] : [{ field, symbol: 'equal_to', count: 1 }];
    const count = before.starting_billing_cycle ?? 1;
    return start > count ? [] : [{ field, symbol: 'greater_than', count }];
  });

/**
 * Returns the issues of the ramp of a plan after a request: it has intervals, each with a price in every currency that
 * one of them has, and no price besides. A fixed price has no intervals.
 */
export const rampIssues = (
  site: Pick<Site, 'currencies'>,
  sent: Pick<PlanInput, 'unit_amount_in_cents' | 'ramp_intervals'>,
  { pricing_model, ramp_intervals }: Draft,
  held?: PlanRecord,
): Issue[] => {
  const given = sent.ramp_intervals ?? [];
  if (pricing_model === 'fixed') {
    return given.length > 0 ? [{ field: PATH, symbol: 'invalid', reason: 'fixed_price' }] : [];
  }
  const first = firstPrices({ ramp_intervals });
  const beside = Object.entries(sent.unit_amount_in_cents ?? {}).some(
    ([code, cents]) => (first[code] ?? null) !== cents,
  );
  const currencies = [...new Set(ramp_intervals.flatMap((one) => Object.keys(one.unit_amount_in_cents ?? {})))];
  return [
    ...(beside
      ? [{ field: 'plan.unit_amount_in_cents', symbol: 'invalid', reason: 'price_of_a_ramp' } satisfies Issue]
      : []),
    ...(ramp_intervals.length === 0 ? [{ field: PATH, symbol: 'empty' } satisfies Issue] : []),
    ...startIssues(PATH, given),
    ...given.flatMap(({ unit_amount_in_cents }, at): Issue[] => {
      const field = `${PATH}[${at}].unit_amount_in_cents`;
      const missing = currencies.filter((code) => unit_amount_in_cents?.[code] == null);
      return [
        ...foreignCurrencyIssues(site, field, unit_amount_in_cents, held?.ramp_intervals[at]?.unit_amount_in_cents),
        ...(missing.length > 0 && unit_amount_in_cents
          ? [{ field, symbol: 'blank', of: missing.join(', ') } satisfies Issue]
          : []),
      ];
    }),
  ];
};
