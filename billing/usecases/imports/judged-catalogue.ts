import { isRedeemable } from '../../domain/coupons/coupon.ts';
import type { ImportColumns, ImportTable } from '../../domain/imports/column.ts';
import { ADD_ON_PRICES, COUPONS, PLANS } from '../../domain/imports/tables.ts';
import type { Caller } from '../../ports/caller.ts';
import type { ImportFiles } from '../../ports/import-files.ts';
import type { Records } from '../../ports/storage.ts';
import type { Seconds } from '../../values/time.ts';
import { type ImportedRow, type ImportProblems, importFileOf, importRows } from './import-rows.ts';

/** A plan as subscriptions of an import may name it: of the site, or of the file. */
export interface KnownPlan {
  readonly currencies: ReadonlySet<string>;
  readonly cycles: number | null;
  readonly isRamp: boolean;
  /** The currencies of each add-on with a fixed price, by its code. */
  readonly addOns: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A coupon as redemptions of an import may name it. */
export interface KnownCoupon {
  /** The currencies of an amount; undefined: a percentage. */
  readonly currencies: ReadonlySet<string> | undefined;
  readonly isOfSubscriptions: boolean;
}

/** The catalogue of the site with that of the files. */
export interface JudgedCatalogue {
  plan(code: string): Promise<KnownPlan | undefined>;
  coupon(code: string): Promise<KnownCoupon | undefined>;
}

/** Reports a problem of a row. */
export type Report = (row: number, column: string | null, says: string) => void;

/** Returns what reports problems of a table's file. */
export const reporting =
  (files: ImportFiles, table: Pick<ImportTable, 'file' | 'otherFiles'>, problems: ImportProblems): Report =>
  (row, column, says) =>
    problems.add({ file: importFileOf(files, table) ?? table.file, row, column, says });

interface FilePlan {
  readonly currencies: Set<string>;
  readonly cycles: number | null;
  readonly addOns: Map<string, Set<string>>;
  readonly last: number;
}

type CatalogueCheck = {
  readonly files: ImportFiles;
  readonly problems: ImportProblems;
  readonly records: Records;
  readonly caller: Caller;
};

/** Counts the rows of a table while they are read. */
export async function* countedRows<C extends ImportColumns>(
  { files, problems }: Pick<CatalogueCheck, 'files' | 'problems'>,
  table: ImportTable<C>,
  counts: Map<string, number>,
): AsyncGenerator<ImportedRow<C>, void> {
  for await (const row of importRows(files, table, problems)) {
    counts.set(table.file, (counts.get(table.file) ?? 0) + 1);
    yield row;
  }
}

/** Judges plans, add-ons and coupons, and returns them together with those of the site. */
export const judgeCatalogue = async (check: CatalogueCheck, counts: Map<string, number>): Promise<JudgedCatalogue> => {
  const plans = await judgePlans(check, counts);
  const coupons = await judgeCoupons(check, counts);
  const { records, caller } = check;
  const ofSite = new Map<string, Promise<KnownPlan | undefined>>();
  const couponsOfSite = new Map<string, Promise<KnownCoupon | undefined>>();
  await judgeAddOns(check, plans, (code) => planOfSite(records, code), counts);
  return {
    async plan(code) {
      const found = ofSite.get(code) ?? planOfSite(records, code);
      ofSite.set(code, found);
      const stored = await found;
      const own = plans.get(code);
      if (!stored) return own && { ...own, isRamp: false };
      return own ? { ...stored, addOns: new Map([...own.addOns, ...stored.addOns]) } : stored;
    },
    async coupon(code) {
      const key = code.toLowerCase();
      const found = couponsOfSite.get(key) ?? couponOfSite(records, code, caller.at);
      couponsOfSite.set(key, found);
      return (await found) ?? coupons.get(key);
    },
  };
};

const planOfSite = async ({ plans, addOns }: Records, code: string): Promise<KnownPlan | undefined> => {
  const plan = await plans.find(code);
  if (!plan) return undefined;
  const fixed = (await addOns.ofPlan(plan.id)).filter(({ add_on_type }) => add_on_type === 'fixed');
  return {
    currencies: new Set(Object.keys(plan.unit_amount_in_cents)),
    cycles: plan.total_billing_cycles,
    isRamp: plan.pricing_model === 'ramp',
    addOns: new Map(fixed.map((one) => [one.add_on_code, new Set(Object.keys(one.unit_amount_in_cents ?? {}))])),
  };
};

const couponOfSite = async ({ coupons }: Records, code: string, at: Seconds): Promise<KnownCoupon | undefined> => {
  const found = await coupons.find(code);
  if (!found || !isRedeemable(found, at) || found.coupon.discount_type === 'free_trial') return undefined;
  const { discount_type, discount_in_cents, redemption_resource } = found.coupon;
  return {
    currencies: discount_type === 'dollars' ? new Set(Object.keys(discount_in_cents ?? {})) : undefined,
    isOfSubscriptions: redemption_resource === 'subscription',
  };
};

const NOT_SOLD = 'The site does not sell in this currency. Add it to the currencies of the site, or write one of them.';

const judgePlans = async (check: CatalogueCheck, counts: Map<string, number>): Promise<Map<string, FilePlan>> => {
  const report = reporting(check.files, PLANS, check.problems);
  const plans = new Map<string, FilePlan>();
  let before: string | undefined;
  for await (const { row, values } of countedRows(check, PLANS, counts)) {
    const { plan_code: code, currency, total_billing_cycles } = values;
    if (code === undefined || currency === undefined) continue;
    if (!check.caller.site.currencies.includes(currency)) report(row, 'currency', NOT_SOLD);
    const known = plans.get(code);
    if (known && before !== code) report(row, 'plan_code', 'Rows of one plan follow one another. Move the row up.');
    if (known?.currencies.has(currency))
      report(row, 'currency', 'The plan has this currency already. Remove the row, or write another currency.');
    const other = known ? undefined : await check.records.plans.findAnyCase(code);
    if (other && other.plan_code !== code)
      report(row, 'plan_code', `The site has the plan ${other.plan_code}. Write its code in the same case.`);
    const plan = known ?? { currencies: new Set(), cycles: total_billing_cycles ?? null, addOns: new Map(), last: row };
    plan.currencies.add(currency);
    plans.set(code, plan);
    before = code;
  }
  return plans;
};

const judgeAddOns = async (
  check: CatalogueCheck,
  plans: ReadonlyMap<string, FilePlan>,
  ofSite: (code: string) => Promise<KnownPlan | undefined>,
  counts: Map<string, number>,
): Promise<void> => {
  const report = reporting(check.files, ADD_ON_PRICES, check.problems);
  let before: string | undefined;
  for await (const { row, values } of countedRows(check, ADD_ON_PRICES, counts)) {
    const { plan_code = '', add_on_code, currency } = values;
    if (add_on_code === undefined || currency === undefined) continue;
    const stored = await ofSite(plan_code);
    const own = plans.get(plan_code);
    const plan = stored ?? own;
    if (!plan) {
      report(row, 'plan_code', 'There is no such plan. Add it to plans.csv, or write the code of a plan of the site.');
      continue;
    }
    if (stored && !own && !stored.addOns.has(add_on_code))
      report(row, 'plan_code', 'The plan is one of the site. Add the add-on there, and remove the row.');
    if (!plan.currencies.has(currency))
      report(row, 'currency', 'The plan has no price in this currency. Add one, or remove the row.');
    const key = JSON.stringify([plan_code, add_on_code]);
    const known = own?.addOns.get(add_on_code);
    if (known && before !== key) report(row, 'add_on_code', 'Rows of one add-on follow one another. Move the row up.');
    if (known?.has(currency)) report(row, 'currency', 'The add-on has this currency already. Remove the row.');
    own?.addOns.set(add_on_code, new Set([...(known ?? []), currency]));
    before = key;
  }
};

const judgeCoupons = async (check: CatalogueCheck, counts: Map<string, number>): Promise<Map<string, KnownCoupon>> => {
  const report = reporting(check.files, COUPONS, check.problems);
  const coupons = new Map<string, KnownCoupon>();
  for await (const { row, values } of countedRows(check, COUPONS, counts)) {
    const { coupon_code: code, discount_type, discount_percent, discount, currency, duration } = values;
    if (code === undefined) continue;
    if (coupons.has(code.toLowerCase())) report(row, 'coupon_code', 'The code is in the file already. Remove the row.');
    if (discount_type === 'percent' && discount_percent === undefined)
      report(row, 'discount_percent', 'The cell is empty. A coupon of percent needs whole percent such as 25.');
    if (discount_type === 'dollars' && (discount === undefined || currency === undefined))
      report(row, 'discount', 'A coupon of an amount needs discount and currency. Write both.');
    if (currency !== undefined && !check.caller.site.currencies.includes(currency)) report(row, 'currency', NOT_SOLD);
    if (duration === 'temporal' && (values.temporal_amount === undefined || values.temporal_unit === undefined))
      report(row, 'temporal_amount', 'A temporal coupon needs temporal_amount and temporal_unit, such as 3 and month.');
    coupons.set(code.toLowerCase(), {
      currencies: discount_type === 'dollars' ? new Set(currency === undefined ? [] : [currency]) : undefined,
      isOfSubscriptions: values.redemption_resource === 'subscription',
    });
  }
  return coupons;
};
