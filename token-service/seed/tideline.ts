import { type AddOnInput, NO_END, type Tier } from '@service/billing/resources/add-on.ts';
import type { MeasuredUnitInput } from '@service/billing/resources/measured-unit.ts';
import type { PlanInput } from '@service/billing/resources/plan.ts';
import type { CentsByCurrency } from '@service/billing/resources/schema.ts';

/**
 * The offer of the demo shop, a magazine about the coast: a plan with its add-ons, with codes that are easy to guess.
 */
export interface SeededPlan {
  readonly plan: PlanInput;
  /** Usage add-ons are measured in `ARTICLE`. */
  readonly addOns: readonly AddOnInput[];
}

/** Returns a price in the minor unit of each currency of the demo site. */
const price = (usd: number, eur: number, gbp: number, cad: number, aud: number, jpy: number): CentsByCurrency => ({
  USD: usd,
  EUR: eur,
  GBP: gbp,
  CAD: cad,
  AUD: aud,
  JPY: jpy,
});

const monthly = price(1999, 1899, 1699, 2699, 2999, 2980);
const alerts = price(250, 250, 200, 350, 400, 380);

const stormAlerts = (unit_amount_in_cents: CentsByCurrency): AddOnInput => ({
  add_on_code: 'storm-alerts',
  name: 'Storm alerts by text message',
  unit_amount_in_cents,
});

/** Tier limits, each with its unit price. */
const tiers = (...steps: readonly (readonly [number, CentsByCurrency])[]): readonly Tier[] =>
  steps.map(([ending_quantity, unit_amount_in_cents]) => ({ ending_quantity, unit_amount_in_cents }));

export const PARCEL = {
  code: 'parcel',
  name: 'Parcel',
  accounting_code: 'shipping',
  tax_code: 'physical',
} as const;

export const ARTICLE: MeasuredUnitInput = {
  name: 'article',
  display_name: 'Articles',
  description: 'An article read in the archive.',
};

export const TIDELINE: readonly SeededPlan[] = [
  {
    plan: {
      plan_code: 'tideline',
      name: 'Tideline',
      description: 'The magazine about the coast and those who live by it, every month.',
      unit_name: 'copy',
      display_quantity: true,
      tax_code: 'digital',
      unit_amount_in_cents: monthly,
      setup_fee_in_cents: price(500, 500, 450, 650, 750, 700),
    },
    addOns: [
      stormAlerts(alerts),
      {
        add_on_code: 'tide-tables',
        name: 'Tide tables, for each harbour',
        tier_type: 'tiered',
        tiers: tiers(
          [5, price(300, 300, 250, 400, 450, 450)],
          [20, price(200, 200, 175, 275, 300, 300)],
          [NO_END, price(100, 100, 85, 135, 150, 150)],
        ),
      },
      {
        add_on_code: 'readers',
        name: 'Readers in your crew',
        tier_type: 'volume',
        tiers: tiers(
          [10, price(400, 375, 350, 550, 600, 600)],
          [50, price(300, 280, 260, 400, 450, 450)],
          [NO_END, price(200, 190, 175, 275, 300, 300)],
        ),
      },
      {
        add_on_code: 'prints',
        name: 'Prints of the cover, by the tube',
        tier_type: 'stairstep',
        tiers: tiers(
          [10, price(1000, 950, 850, 1350, 1500, 1500)],
          [20, price(1800, 1700, 1550, 2450, 2700, 2700)],
          [NO_END, price(2500, 2400, 2150, 3400, 3750, 3750)],
        ),
      },
      {
        add_on_code: 'archive',
        name: 'Archive, for each article read',
        add_on_type: 'usage',
        usage_type: 'price',
        unit_amount_in_cents: price(50, 50, 45, 70, 75, 75),
      },
    ],
  },
  {
    plan: {
      plan_code: 'tideline-yearly',
      name: 'Tideline, by the year',
      description: 'Twelve issues for the price of ten.',
      plan_interval_length: 12,
      tax_code: 'digital',
      unit_amount_in_cents: price(19900, 18900, 16900, 26900, 29900, 29800),
    },
    addOns: [stormAlerts(price(2500, 2500, 2000, 3500, 4000, 3800))],
  },
  {
    plan: {
      plan_code: 'tideline-trial',
      name: 'Tideline, seven days to try',
      description: 'A free week, then every month.',
      trial_interval_length: 7,
      trial_interval_unit: 'days',
      tax_code: 'digital',
      unit_amount_in_cents: monthly,
    },
    addOns: [stormAlerts(alerts)],
  },
];
