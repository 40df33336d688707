import { couponState } from '../../domain/coupons/coupon.ts';
import type { ItemRecord } from '../../domain/items/record.ts';
import { type RecordDifference, recordDifference } from '../../domain/plans/catalogue-difference.ts';
import type { MeasuredUnitRecord, PlanRecord } from '../../domain/plans/record.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Listing } from '../../ports/listing.ts';
import type { Records, Storage } from '../../ports/storage.ts';
import { addOn } from '../../resources/add-on.ts';
import { coupon } from '../../resources/coupon.ts';
import { item } from '../../resources/item.ts';
import { measuredUnit } from '../../resources/measured-unit.ts';
import { plan } from '../../resources/plan.ts';
import type { Seconds } from '../../values/time.ts';
import { everyPage } from '../lists/every-page.ts';
import { translatedReferences } from './translated-references.ts';

/** One record of a catalogue, and what copying it to another site would do there. */
export interface CatalogueDifference extends RecordDifference {
  readonly kind: 'measured_unit' | 'item' | 'plan' | 'add_on' | 'coupon';
  /** Its code, with that of the plan before the code of an add-on: `gold/seats`. The name of a measured unit. */
  readonly code: string;
  readonly name: string;
  /** The number of the measured unit at the other site; null: it has none yet. */
  readonly unit_id: number | null;
  /** The name of the measured unit in which an add-on is counted. */
  readonly unit_name: string | null;
}

interface Sides {
  readonly source: Records;
  readonly target: Records;
  readonly currencies: readonly string[];
}

/**
 * Compares the catalogue of one site with that of the caller's site: all plans, add-ons, measured units and items on
 * sale, and all coupons that can be redeemed. `from.at`: the moment of the site's clock. Records that only the caller's
 * site has are left out. Units and items come before the add-ons that are counted in them or sell them, and plans
 * before add-ons and coupons.
 */
export const compareCatalogues =
  ({ storage }: { readonly storage: Pick<Storage, 'of'> }) =>
  async (caller: Caller, from: Pick<Caller, 'site' | 'at'>): Promise<readonly CatalogueDifference[]> => {
    const sides: Sides = {
      source: storage.of(from.site.id),
      target: storage.of(caller.site.id),
      currencies: caller.site.currencies,
    };
    const units = await everyRecord(sides.source.measuredUnits, {}, ({ key }) => key);
    const plans = await everyRecord(sides.source.plans, {}, ({ id }) => id);
    const inPlans: CatalogueDifference[][] = [];
    for (const one of plans) inPlans.push(await ofPlan(sides, one, units));
    const ofUnits = await Promise.all(units.map((unit) => ofUnit(sides, unit)));
    const items = await everyRecord(sides.source.items, { state: 'active' } as const, ({ id }) => id);
    const ofItems = await Promise.all(items.map((one) => ofItem(sides, one)));
    return [...ofUnits, ...ofItems, ...inPlans.flat(), ...(await ofCoupons(sides, from.at, caller.at))];
  };

const PLAIN = { unit_id: null, unit_name: null };

const ofUnit = async ({ target, currencies }: Sides, unit: MeasuredUnitRecord): Promise<CatalogueDifference> => {
  const held = await target.measuredUnits.named(unit.name);
  const difference = recordDifference({ table: measuredUnit, source: unit, target: held, currencies });
  return {
    ...difference,
    ...PLAIN,
    kind: 'measured_unit',
    code: unit.name,
    name: unit.display_name,
    unit_id: held?.id ?? null,
  };
};

const ofItem = async ({ source, target, currencies }: Sides, one: ItemRecord): Promise<CatalogueDifference> => {
  const held = await target.items.find(one.item_code);
  const translated = await translatedReferences(source, target, one, held);
  const difference = recordDifference({ table: item, source: translated, target: held, currencies });
  // Copying sells nothing again that the other site has taken off sale.
  const outcome = held?.state === 'inactive' ? 'blocked' : difference.outcome;
  return { ...difference, ...PLAIN, outcome, kind: 'item', code: one.item_code, name: one.name };
};

const ofPlan = async (
  { source, target, currencies }: Sides,
  one: PlanRecord,
  units: readonly MeasuredUnitRecord[],
): Promise<CatalogueDifference[]> => {
  const { id, plan_code, name } = one;
  const held = await target.plans.find(plan_code);
  const [own, theirs] = await Promise.all([source.addOns.ofPlan(id), held ? target.addOns.ofPlan(held.id) : []]);
  const ofAddOns = own.map(async (each): Promise<CatalogueDifference> => {
    const unit_name = units.find((unit) => unit.id === each.measured_unit_id)?.name ?? null;
    // A unit has another number at each site: it is the same one by its name.
    const unit_id = unit_name === null ? null : ((await target.measuredUnits.named(unit_name))?.id ?? null);
    const there = theirs.find(({ add_on_code }) => add_on_code === each.add_on_code);
    const difference = recordDifference({
      table: addOn,
      source: { ...(await translatedReferences(source, target, each, there)), measured_unit_id: unit_id },
      target: there,
      currencies,
    });
    return {
      ...difference,
      kind: 'add_on',
      code: `${plan_code}/${each.add_on_code}`,
      name: each.name,
      unit_id,
      unit_name,
    };
  });
  const translated = await translatedReferences(source, target, one, held);
  const difference = recordDifference({ table: plan, source: translated, target: held, currencies });
  return [{ ...difference, ...PLAIN, kind: 'plan', code: plan_code, name }, ...(await Promise.all(ofAddOns))];
};

const ofCoupons = async (
  { source, target, currencies }: Sides,
  at: Seconds,
  thereAt: Seconds,
): Promise<CatalogueDifference[]> => {
  const redeemable = await everyRecord(source.coupons, { state: 'redeemable', at } as const, ({ key }) => key);
  const found: CatalogueDifference[] = [];
  for (const one of redeemable) {
    const there = await target.coupons.find(one.coupon_code);
    const isOpen = there && !there.unique && couponState(there.coupon, thereAt) === 'redeemable';
    const held = isOpen ? there.coupon : undefined;
    const difference = recordDifference({ table: coupon, source: one, target: held, currencies });
    // A unique code of the other site has the code of the coupon, and is never free again.
    const outcome = there?.unique ? 'blocked' : difference.outcome;
    found.push({ ...difference, ...PLAIN, outcome, kind: 'coupon', code: one.coupon_code, name: one.name });
  }
  return found;
};

const AT_ONCE = 200;

/** Reads all records of a list that meet a filter, oldest first. */
const everyRecord = <T extends { readonly created_at: Seconds }, Filter>(
  listing: Listing<T, Filter>,
  filter: Filter,
  idOf: (record: T) => string,
): Promise<T[]> =>
  Array.fromAsync(
    everyPage<T>(async (after, limit) => {
      const from = after && { id: idOf(after), at: after.created_at, back: false };
      const query = { filter, sort: 'created_at', order: 'asc', limit, ...(from && { from }) } as const;
      return (await listing.list(query)).records;
    }, AT_ONCE),
  );
