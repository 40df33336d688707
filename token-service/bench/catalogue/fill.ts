import { type AddOnInput, addOn } from '@service/billing/resources/add-on.ts';
import { filled } from '@service/billing/resources/apply.ts';
import { coupon } from '@service/billing/resources/coupon.ts';
import { plan } from '@service/billing/resources/plan.ts';
import { seedDemo } from '../../seed/demo.ts';
import type { Database } from '../../src/adapters/storage/database.ts';
import { type OpenStorage, openDatabase, openStorage, type StorageConfig } from '../../src/adapters/storage/storage.ts';
import { machineClock, openWorld } from '../../src/runtime/world.ts';

/** 2026-01-01T00:00:00Z. */
const BEGAN = 1_767_225_600;
/** The maximum number of codes of a coupon. */
const PER_COUPON = 100_000;
const BATCH = 1000;
/** A prime and a multiplier below it: the numbers are out of order, and none repeats. */
const [PRIME, STRIDE] = [2_147_483_647, 48_271];

export const planCode = (n: number): string => `plan-${(n * STRIDE) % PRIME}`;
export const uniqueCode = (n: number): string => `tide-${(n * STRIDE) % PRIME}`;

export interface Filled {
  readonly storage: OpenStorage['storage'];
  readonly siteId: string;
  close(): Promise<void>;
}

/** Creates a site with the given numbers of plans, of one add-on each, and of unique codes. */
export const fill = async (
  config: StorageConfig,
  size: { readonly plans: number; readonly codes: number },
): Promise<Filled> => {
  const world = openWorld({ ...machineClock, now: () => BEGAN * 1000 });
  const opened = await openStorage(config, world);
  await seedDemo(opened.administration, world);
  const site = await opened.sites.find('demo');
  if (!site) throw new Error('There is no demo site.');

  await addPlans(opened, site.id, world.ids.uuid, size.plans);
  const campaigns = await addCampaigns(opened, site.id, world.ids.uuid, Math.ceil(size.codes / PER_COUPON));
  const engine = await openDatabase(config);
  await addCodes(engine, site.id, campaigns, size.codes);
  await engine.run('ANALYZE');
  await engine.close();
  return { storage: opened.storage, siteId: site.id, close: opened.close };
};

const addPlans = async ({ storage }: OpenStorage, siteId: string, uuid: () => string, count: number): Promise<void> => {
  const price = { USD: 1999, EUR: 1899 };
  const times = { created_at: BEGAN, updated_at: BEGAN };
  const alerts: AddOnInput = { add_on_code: 'alerts', name: 'Alerts', unit_amount_in_cents: price };
  for (let from = 0; from < count; from += BATCH) {
    await storage.transaction(siteId, async ({ plans, addOns }) => {
      for (let n = from; n < Math.min(from + BATCH, count); n += 1) {
        const sent = { plan_code: planCode(n), name: 'Tideline', unit_amount_in_cents: price };
        const sold = { ...filled(plan, sent), id: uuid(), state: 'active' as const, ...times };
        await plans.add(sold);
        await addOns.add({
          ...filled(addOn, alerts),
          external_sku: null,
          item_state: null,
          id: uuid(),
          plan_id: sold.id,
          state: 'active',
          accounting_code: 'alerts',
          ...times,
        });
      }
    });
  }
};

const addCampaigns = async (
  { storage }: OpenStorage,
  siteId: string,
  uuid: () => string,
  count: number,
): Promise<string[]> => {
  const keys = Array.from({ length: count }, uuid);
  await storage.transaction(siteId, async ({ coupons, next }) => {
    for (const [index, key] of keys.entries()) {
      const sent = {
        coupon_code: `campaign-${index}`,
        name: 'Campaign',
        discount_type: 'percent',
        discount_percent: 10,
        coupon_type: 'bulk',
        unique_code_template: "'tide-'9999999999",
      } as const;
      await coupons.add({
        ...filled(coupon, sent),
        duration: 'forever',
        key,
        id: await next('coupon'),
        folded_code: sent.coupon_code,
        redeemable_until: null,
        redemption_count: 0,
        unique_coupon_codes_count: PER_COUPON,
        created_at: BEGAN,
        updated_at: BEGAN,
        deleted_at: null,
      });
    }
  });
  return keys;
};

/** Generated inside the database: a million single inserts would take minutes. */
const addCodes = async (
  engine: Database,
  siteId: string,
  campaigns: readonly string[],
  count: number,
): Promise<void> => {
  const hexadecimal = engine.engine === 'sqlite' ? "printf('%032x', i)" : "lpad(to_hex(i), 32, '0')";
  const code = `'tide-' || (CAST(i AS bigint) * ${STRIDE} % ${PRIME})`;
  for (const [index, campaign] of campaigns.entries()) {
    const [first, end] = [index * PER_COUPON, Math.min((index + 1) * PER_COUPON, count)];
    await engine.run(
      'INSERT INTO unique_coupon_codes (site_id, key, coupon_key, id, coupon_code, folded_code, created_at, updated_at) ' +
        `WITH RECURSIVE counted (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM counted WHERE i < ${end - 1}) ` +
        `SELECT '${siteId}', ${hexadecimal}, '${campaign}', i, ${code}, ${code}, ${BEGAN}, ${BEGAN} FROM counted`,
    );
  }
};
