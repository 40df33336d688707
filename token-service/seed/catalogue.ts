import type { Caller } from '@service/billing/ports/caller.ts';
import type { SiteRecords } from '@service/billing/ports/sites.ts';
import type { Storage } from '@service/billing/ports/storage.ts';
import type { World } from '@service/billing/ports/world.ts';
import type { AddOnInput } from '@service/billing/resources/add-on.ts';
import type { SentAmounts } from '@service/billing/resources/schema.ts';
import { siteTime } from '@service/billing/resources/site.ts';
import { createMeasuredUnit } from '@service/billing/usecases/measured-units/create-measured-unit.ts';
import { createAddOn } from '@service/billing/usecases/plans/create-add-on.ts';
import { createPlan } from '@service/billing/usecases/plans/create-plan.ts';
import { createShippingMethod } from '@service/billing/usecases/shipping-methods/create-shipping-method.ts';
import { Invalid } from '@service/billing/values/failure.ts';
import { ARTICLE, PARCEL, type SeededPlan, TIDELINE } from './tideline.ts';

interface Deps {
  readonly storage: Storage;
  readonly sites: Pick<SiteRecords, 'find'>;
  readonly world: World;
}

/**
 * Adds the missing catalogue records to the demo site at startup, in every version; existing records keep the changes
 * that an operator made. Prices use the currencies that the demo site still has. Does nothing without a demo site.
 */
export const seedCatalogue = async ({ storage, sites, world }: Deps): Promise<void> => {
  const site = await sites.find('demo');
  if (!site) return;
  const caller: Caller = { site, actor: 'demo seed', at: siteTime(site, world.clock), correlation: world.ids.uuid() };
  const sell = createPlan({ storage, world });
  const offer = createAddOn({ storage, world });

  await seedShippingMethod({ storage, world }, caller);
  const measured_unit_id = await seedUnit({ storage, world }, caller);
  for (const seeded of TIDELINE) {
    const { plan, addOns } = inCurrencies(seeded, site.currencies);
    if (Object.keys(plan.unit_amount_in_cents ?? {}).length === 0) continue;
    await unlessThere(sell(caller, { value: plan, issues: [] }));
    for (const addOn of addOns) {
      const value: AddOnInput = addOn.add_on_type === 'usage' ? { ...addOn, measured_unit_id } : addOn;
      await unlessThere(offer(caller, plan.plan_code ?? '', { value, issues: [] }));
    }
  }
};

/** A shipping method whose fees are taxed like any goods. */
const seedShippingMethod = async (deps: Pick<Deps, 'storage' | 'world'>, caller: Caller): Promise<void> => {
  const { code, ...settings } = PARCEL;
  await unlessThere(createShippingMethod(deps)(caller, code, settings));
};

/** The id of the measured unit of the demo’s usage add-ons. */
const seedUnit = async (deps: Pick<Deps, 'storage' | 'world'>, caller: Caller): Promise<number | null> => {
  await unlessThere(createMeasuredUnit(deps)(caller, { value: ARTICLE, issues: [] }));
  const unit = await deps.storage.of(caller.site.id).measuredUnits.named(ARTICLE.name ?? '');
  return unit?.id ?? null;
};

/**
 * Two processes may start at once, so this relies on the uniqueness check of the creation instead of a look-up
 * beforehand.
 */
export const unlessThere = async (creation: Promise<unknown>): Promise<void> => {
  try {
    await creation;
  } catch (error) {
    const there = error instanceof Invalid && error.issues.every(({ symbol }) => symbol === 'taken');
    if (!there) throw error;
  }
};

const inCurrencies = ({ plan, addOns }: SeededPlan, currencies: readonly string[]): SeededPlan => {
  const among = (amounts: SentAmounts): SentAmounts =>
    Object.fromEntries(Object.entries(amounts).filter(([code]) => currencies.includes(code)));
  const narrowed = <T extends { readonly unit_amount_in_cents?: SentAmounts | null }>(priced: T): T =>
    priced.unit_amount_in_cents ? { ...priced, unit_amount_in_cents: among(priced.unit_amount_in_cents) } : priced;
  return {
    plan: { ...narrowed(plan), setup_fee_in_cents: among(plan.setup_fee_in_cents ?? {}) },
    addOns: addOns.map((addOn) => ({ ...narrowed(addOn), ...(addOn.tiers && { tiers: addOn.tiers.map(narrowed) }) })),
  };
};
