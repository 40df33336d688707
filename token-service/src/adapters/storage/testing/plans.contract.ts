import { beforeAll, describe, expect, test } from 'vitest';
import type { Ground } from '../storage.contract.ts';
import { aMeasuredUnit, anAddOn, anItem, aPlan, aShippingMethod, id, NOON } from './samples.ts';

const everything = { filter: {}, sort: 'created_at', order: 'asc', limit: 200 } as const;

/** Plans, their add-ons, and the units usage is counted in. */
export const plansBehave = (ground: () => Ground): void => {
  describe('plans', () => {
    const [sold, other] = [aPlan(700), aPlan(701, { description: '', total_billing_cycles: 12 })];
    beforeAll(async () => {
      for (const plan of [sold, other]) await ground().of(1).plans.add(plan);
    });

    test('come back as they were put in, and as they were changed', async () => {
      const { plans } = ground().of(1);
      expect(await plans.find(sold.plan_code)).toEqual(sold);
      const dearer = { ...other, unit_amount_in_cents: { EUR: 1, USD: 2 }, trial_interval_length: 0 };
      await plans.save(dearer);
      expect(await plans.find(other.plan_code)).toEqual(dearer);
      expect(await plans.find('unknown')).toBeUndefined();
      expect(await plans.findAnyCase(sold.plan_code.toUpperCase())).toEqual(sold);
      expect(await plans.findAnyCase('unknown')).toBeUndefined();
    });

    test('have a code of their own while they are active, and free it', async () => {
      const { plans } = ground().of(1);
      await expect(plans.add({ ...aPlan(702), plan_code: sold.plan_code })).rejects.toThrow();
      await plans.add(aPlan(703));
      await plans.save(aPlan(703, { state: 'inactive' }));
      expect(await plans.find('plan-703')).toBeUndefined();
      expect(await plans.byId(aPlan(703).id)).toEqual(aPlan(703, { state: 'inactive' }));
      expect(await ground().of(2).plans.byId(aPlan(703).id)).toBeUndefined();
      await plans.add(aPlan(704, { plan_code: 'plan-703' }));
      await plans.save(aPlan(704, { plan_code: 'plan-703', state: 'inactive' }));
      expect(await plans.find('plan-703')).toBeUndefined();
    });

    test('are listed while they are active', async () => {
      const { plans } = ground().of(1);
      const { records } = await plans.list(everything);
      expect(records.map(({ id }) => id)).toEqual([sold.id, other.id]);
      expect(await plans.count(everything)).toBe(2);
      expect(await plans.list({ ...everything, order: 'desc', limit: 1 })).toMatchObject({
        records: [{ id: other.id }],
        more: true,
      });
    });
  });

  describe('add-ons', () => {
    const [plan, neighbour] = [aPlan(720), aPlan(721)];
    const unit = aMeasuredUnit(722);
    const flat = anAddOn(723, plan);
    const stairs = anAddOn(724, plan, {
      unit_amount_in_cents: null,
      tier_type: 'stairstep',
      tiers: [
        { ending_quantity: 10, unit_amount_in_cents: { USD: 5000 } },
        { ending_quantity: 999_999_999, unit_amount_in_cents: { USD: 15_000 } },
      ],
    });
    const share = anAddOn(725, plan, {
      add_on_type: 'usage',
      usage_type: 'percentage',
      usage_percentage: '2.36',
      measured_unit_id: unit.id,
      unit_amount_in_cents: null,
    });
    beforeAll(async () => {
      const { plans, addOns, measuredUnits } = ground().of(2);
      for (const one of [plan, neighbour]) await plans.add(one);
      await measuredUnits.add(unit);
      for (const one of [share, flat, stairs]) await addOns.add(one);
      await addOns.add(anAddOn(726, neighbour, { add_on_code: flat.add_on_code }));
    });

    test('belong to a plan, in the order in which they were added', async () => {
      const { addOns } = ground().of(2);
      expect(await addOns.ofPlan(plan.id)).toEqual([flat, stairs, share]);
      expect(await addOns.find(plan.id, share.add_on_code)).toEqual(share);
      expect(await addOns.find(neighbour.id, share.add_on_code)).toBeUndefined();
      const query = { ...everything, filter: { plan_id: plan.id } };
      expect((await addOns.list({ ...query, limit: 2 })).records).toEqual([flat, stairs]);
      expect(await addOns.count(query)).toBe(3);
    });

    test('are gone once inactive, and free their code', async () => {
      const { addOns } = ground().of(2);
      const brief = anAddOn(730, plan, { add_on_code: 'brief' });
      await addOns.add(brief);
      await expect(addOns.add({ ...brief, id: id(731) })).rejects.toThrow();
      await addOns.save({ ...brief, state: 'inactive' });
      expect(await addOns.find(plan.id, 'brief')).toBeUndefined();
      await addOns.add({ ...brief, id: id(731), name: 'Again' });
      expect(await addOns.find(plan.id, 'brief')).toMatchObject({ name: 'Again' });
      await addOns.save({ ...brief, id: id(731), state: 'inactive' });
      expect(await addOns.ofPlan(plan.id)).toHaveLength(3);
    });

    test('keep their unit in use as long as they and their plan are sold', async () => {
      const { plans, addOns, measuredUnits } = ground().of(2);
      const counted = (n: number) =>
        anAddOn(n, neighbour, { add_on_type: 'usage', usage_type: 'price', measured_unit_id: 740 });
      await measuredUnits.add(aMeasuredUnit(740));
      expect(await measuredUnits.inUse(740)).toBe(false);
      await addOns.add(counted(741));
      expect(await measuredUnits.inUse(740)).toBe(true);
      await addOns.save({ ...counted(741), state: 'inactive' });
      expect(await measuredUnits.inUse(740)).toBe(false);
      await addOns.add(counted(742));
      await plans.save({ ...neighbour, state: 'inactive' });
      expect(await measuredUnits.inUse(740)).toBe(false);
    });
  });

  test('measured units are found by number and by name, changed, listed, and gone once inactive', async () => {
    const { measuredUnits } = ground().of(3);
    const [readings, miles] = [aMeasuredUnit(750), aMeasuredUnit(751, { name: 'miles' })];
    for (const unit of [readings, miles]) await measuredUnits.add(unit);
    expect(await measuredUnits.find(750)).toEqual(readings);
    expect(await measuredUnits.named('miles')).toEqual(miles);
    await expect(measuredUnits.add({ ...aMeasuredUnit(752), name: 'miles' })).rejects.toThrow();
    await measuredUnits.save({ ...miles, display_name: 'Sea miles' });
    expect((await measuredUnits.list(everything)).records).toEqual([readings, { ...miles, display_name: 'Sea miles' }]);
    await measuredUnits.save({ ...miles, state: 'inactive' });
    expect(await measuredUnits.find(751)).toBeUndefined();
    expect(await measuredUnits.named('miles')).toBeUndefined();
    expect(await measuredUnits.count(everything)).toBe(1);
    await measuredUnits.add(aMeasuredUnit(753, { name: 'miles' }));
  });

  test('shipping methods are found by code, changed, listed and removed', async () => {
    const { shippingMethods } = ground().of(3);
    const [parcel, letter] = [aShippingMethod(770), aShippingMethod(771)];
    for (const one of [parcel, letter]) await shippingMethods.add(one);
    expect(await shippingMethods.find('method-770')).toEqual(parcel);
    expect(await ground().of(2).shippingMethods.find('method-770')).toBeUndefined();
    await expect(shippingMethods.add(aShippingMethod(772, { code: 'method-770' }))).rejects.toThrow();
    await shippingMethods.save({ ...letter, name: 'Letter', tax_code: null });
    const { records } = await shippingMethods.list(everything);
    expect(records).toEqual([parcel, { ...letter, name: 'Letter', tax_code: null }]);
    await ground().of(2).shippingMethods.remove(parcel.id);
    expect(await shippingMethods.count(everything)).toBe(2);
    await shippingMethods.remove(parcel.id);
    expect(await shippingMethods.find('method-770')).toBeUndefined();
  });

  test('items are found by code and by id, changed, and listed by state', async () => {
    const { items } = ground().of(3);
    const [mug, map] = [anItem(760), anItem(761)];
    for (const one of [mug, map]) await items.add(one);
    expect(await items.find('item-760')).toEqual(mug);
    expect(await items.byId(map.id)).toEqual(map);
    expect(await ground().of(2).items.find('item-760')).toBeUndefined();
    expect(await ground().of(2).items.byId(map.id)).toBeUndefined();
    const gone = anItem(761, { state: 'inactive', deleted_at: NOON, tax_exempt: true });
    await items.save(gone);
    await expect(items.add(anItem(762, { item_code: 'item-761' }))).rejects.toThrow();
    expect((await items.list(everything)).records).toEqual([mug, gone]);
    expect((await items.list({ ...everything, filter: { state: 'inactive' } })).records).toEqual([gone]);
    expect(await items.count({ ...everything, filter: { state: 'active' } })).toBe(1);
  });

  test('add-ons of items show the state of their item, and follow its code', async () => {
    const { plans, addOns, items } = ground().of(1);
    const plan = aPlan(780);
    const sells = anAddOn(781, plan, { item_code: 'item-782', external_sku: 'BAR-1', item_state: 'active' });
    await plans.add(plan);
    await items.add(anItem(782));
    await addOns.add(sells);
    expect(await addOns.find(plan.id, sells.add_on_code)).toEqual(sells);
    await items.save(anItem(782, { item_code: 'item-783', state: 'inactive' }));
    await addOns.renameItem('item-782', 'item-783');
    const renamed = { ...sells, item_code: 'item-783', item_state: 'inactive' };
    expect(await addOns.ofPlan(plan.id)).toEqual([renamed]);
    expect(await items.states(['item-783', 'unknown'])).toEqual(new Map([['item-783', 'inactive']]));
    await plans.save(aPlan(780, { state: 'inactive' }));
  });
};
