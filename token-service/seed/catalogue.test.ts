import type { World } from '@service/billing/ports/world.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenStorage, openStorage } from '../src/adapters/storage/storage.ts';
import { openWorld } from '../src/runtime/world.ts';
import { testClock } from '../test/clock.ts';
import { seedCatalogue } from './catalogue.ts';
import { seedDemo } from './demo.ts';

const clock = testClock('2026-03-01T12:00:00Z');
const world: World = { ...openWorld(clock), pause: async () => {} };
const everything = { filter: {}, sort: 'created_at', order: 'asc', limit: 200 } as const;

let opened: OpenStorage;
let site: Site;
beforeEach(async () => {
  opened = await openStorage({ dataDir: ':memory:', databaseUrl: null }, world);
  await seedDemo(opened.administration, world);
  const demo = await opened.sites.find('demo');
  if (!demo) throw new Error('the demo site is missing');
  site = demo;
});
afterEach(() => opened.close());

const seed = () => seedCatalogue({ ...opened, world });
const records = () => opened.storage.of(site.id);
const addOnsOf = async (code: string) => {
  const plan = await records().plans.find(code);
  return plan ? await records().addOns.ofPlan(plan.id) : [];
};

test('the demo site sells Tideline in all its currencies, seeded once even by two concurrent starts', async () => {
  await Promise.all([seed(), seed()]);
  await seed();
  const { records: plans } = await records().plans.list(everything);
  expect(plans.map(({ plan_code }) => plan_code)).toEqual(['tideline', 'tideline-yearly', 'tideline-trial']);
  for (const plan of plans) expect(Object.keys(plan.unit_amount_in_cents)).toEqual(site.currencies);
  expect(plans[0]).toMatchObject({
    plan_interval_length: 1,
    unit_amount_in_cents: { USD: 1999 },
    setup_fee_in_cents: { USD: 500 },
  });
  expect(plans[1]).toMatchObject({ plan_interval_length: 12, setup_fee_in_cents: { USD: 0 } });
  expect(plans[2]).toMatchObject({ trial_interval_length: 7, trial_interval_unit: 'days' });
});

test('it has an add-on of every kind', async () => {
  await seed();
  const addOns = await addOnsOf('tideline');
  expect(addOns.map(({ add_on_code, tier_type, add_on_type }) => [add_on_code, tier_type, add_on_type])).toEqual([
    ['storm-alerts', 'flat', 'fixed'],
    ['tide-tables', 'tiered', 'fixed'],
    ['readers', 'volume', 'fixed'],
    ['prints', 'stairstep', 'fixed'],
    ['archive', 'flat', 'usage'],
  ]);
  const unit = await records().measuredUnits.named('article');
  expect(addOns.at(-1)).toMatchObject({ measured_unit_id: unit?.id, usage_type: 'price' });
});

test('records that are missing are added, and existing ones stay unchanged', async () => {
  await seed();
  const tideline = await records().plans.find('tideline');
  const [alerts, tables] = await addOnsOf('tideline');
  if (!tideline || !alerts || !tables) throw new Error('the seeded records are missing');
  await records().plans.save({ ...tideline, name: 'Ours now' });
  await records().addOns.save({ ...alerts, name: 'Ours too' });
  await records().addOns.save({ ...tables, state: 'inactive' });

  await seed();
  expect(await records().plans.find('tideline')).toMatchObject({ name: 'Ours now' });
  expect((await addOnsOf('tideline')).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Ours too', 'Tide tables, for each harbour']),
  );
});

test('a demo site with other currencies sells in those it has in common with the catalogue, or nothing', async () => {
  await opened.sites.save({ ...site, currencies: ['CHF', 'EUR'] });
  await seed();
  expect(await records().plans.find('tideline')).toMatchObject({
    unit_amount_in_cents: { EUR: 1899 },
    setup_fee_in_cents: { EUR: 500 },
  });
  expect((await addOnsOf('tideline'))[1]?.tiers[0]?.unit_amount_in_cents).toEqual({ EUR: 300 });
});

test('nothing is seeded without a matching currency or without a demo site', async () => {
  await opened.sites.save({ ...site, currencies: ['CHF'] });
  await seed();
  expect(await records().plans.count(everything)).toBe(0);
  await expect(seedCatalogue({ ...opened, sites: { find: async () => undefined }, world })).resolves.toBeUndefined();
});
