import { withoutItemFields } from '../../domain/items/item-add-on.ts';
import type { Caller } from '../../ports/caller.ts';
import type { Storage } from '../../ports/storage.ts';
import type { World } from '../../ports/world.ts';
import { type CatalogueDifference, compareCatalogues } from '../../queries/catalogue/catalogue-differences.ts';
import { type Failure, type Invalid, isRefusedByRule } from '../../values/failure.ts';
import { createCoupon } from '../coupons/create-coupon.ts';
import { updateCoupon } from '../coupons/update-coupon.ts';
import { createItem } from '../items/create-item.ts';
import { updateItem } from '../items/update-item.ts';
import { createMeasuredUnit } from '../measured-units/create-measured-unit.ts';
import { updateMeasuredUnit } from '../measured-units/update-measured-unit.ts';
import { createAddOn } from './create-add-on.ts';
import { createPlan } from './create-plan.ts';
import { updateAddOn } from './update-add-on.ts';
import { updatePlan } from './update-plan.ts';

interface Deps {
  readonly storage: Storage;
  readonly world: World;
}

export interface CopiedCatalogue {
  readonly created: readonly CatalogueDifference[];
  readonly changed: readonly CatalogueDifference[];
  /** Those that the rules of the site refused. The others are copied all the same. */
  readonly refused: readonly { readonly record: CatalogueDifference; readonly error: Failure | Invalid }[];
}

/**
 * Makes the catalogue of the caller's site like that of another one, record by record, as requests would: each has its
 * own entry in the audit log. `isChosen`: whether a record is copied. Records that only the caller's site has stay, and
 * so do live subscriptions and their prices. Copying again does what is left.
 */
export const copyCatalogue = (deps: Deps) => {
  const compare = compareCatalogues(deps);
  const carryOut = copying(deps);
  return async (
    caller: Caller,
    from: Pick<Caller, 'site' | 'at'>,
    isChosen: (record: CatalogueDifference) => boolean,
  ): Promise<CopiedCatalogue> => {
    const chosen = (await compare(caller, from)).filter(isChosen);
    const done: CatalogueDifference[] = [];
    const refused: { readonly record: CatalogueDifference; readonly error: Failure | Invalid }[] = [];
    for (const record of chosen.filter(({ outcome }) => outcome === 'new' || outcome === 'changed')) {
      try {
        await carryOut(caller, record);
        done.push(record);
      } catch (error) {
        if (!isRefusedByRule(error)) throw error;
        refused.push({ record, error });
      }
    }
    return {
      created: done.filter(({ outcome }) => outcome === 'new'),
      changed: done.filter(({ outcome }) => outcome === 'changed'),
      refused,
    };
  };
};

/** Returns what creates or changes one record. */
const copying = (deps: Deps) => {
  const units = { create: createMeasuredUnit(deps), update: updateMeasuredUnit(deps) };
  const items = { create: createItem(deps), update: updateItem(deps) };
  const plans = { create: createPlan(deps), update: updatePlan(deps) };
  const addOns = { create: createAddOn(deps), update: updateAddOn(deps) };
  const coupons = { create: createCoupon(deps), update: updateCoupon(deps) };

  return async (caller: Caller, record: CatalogueDifference): Promise<unknown> => {
    const { kind, code, outcome, unit_id } = record;
    const sent = { value: record.input, issues: [] };
    const isNew = outcome === 'new';
    switch (kind) {
      case 'measured_unit':
        return isNew ? units.create(caller, sent) : units.update(caller, String(unit_id), sent);
      case 'item':
        return isNew ? items.create(caller, sent) : items.update(caller, code, sent);
      case 'plan':
        return isNew ? plans.create(caller, sent) : plans.update(caller, code, sent);
      case 'coupon':
        return isNew ? coupons.create(caller, sent) : coupons.update(caller, code, sent);
      case 'add_on': {
        const [plan_code = '', add_on_code = ''] = code.split('/');
        if (!isNew) return addOns.update(caller, plan_code, add_on_code, sent);
        const measured_unit_id = await unitNumber(deps, caller, record);
        const value = withoutItemFields({ ...record.input, measured_unit_id });
        return addOns.create(caller, plan_code, { ...sent, value });
      }
    }
  };
};

/** The number of the add-on's measured unit, which may have been copied just before. */
const unitNumber = async (
  { storage }: Deps,
  { site }: Caller,
  { unit_name }: CatalogueDifference,
): Promise<number | null> =>
  unit_name === null ? null : ((await storage.of(site.id).measuredUnits.named(unit_name))?.id ?? null);
