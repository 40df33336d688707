import { centsIn } from '../../domain/imports/column.ts';
import { ADD_ON_PRICES, COUPONS, PLANS } from '../../domain/imports/tables.ts';
import { createCoupon } from '../coupons/create-coupon.ts';
import { createAddOn } from '../plans/create-add-on.ts';
import { createPlan } from '../plans/create-plan.ts';
import { feesOf, grouped, pricesOf } from './catalogue.ts';
import { ImportProblems, importRows } from './import-rows.ts';
import type { ImportRun } from './import-run.ts';

/** Rows were checked before, so that none is refused now. */
export const rowsOf = <C extends Parameters<typeof importRows>[1]['columns']>(
  { files }: Pick<ImportRun, 'files'>,
  table: Parameters<typeof importRows<C>>[1],
) => importRows(files, table, new ImportProblems());

/** Creates the plans, add-ons and coupons that the site does not have. */
export const importCatalogue = async (run: ImportRun): Promise<void> => {
  await importPlans(run);
  await importAddOns(run);
  await importCoupons(run);
};

const importPlans = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  for await (const { rows } of grouped(rowsOf(run, PLANS), ({ plan_code }) => plan_code ?? '')) {
    const [first] = rows;
    if (!first) continue;
    const isKnown = await deps.storage.of(caller.site.id).plans.find(first.plan_code ?? '');
    if (!isKnown) {
      const value = {
        plan_code: first.plan_code ?? null,
        name: first.name ?? null,
        plan_interval_length: first.interval_length ?? 1,
        plan_interval_unit: first.interval_unit ?? 'months',
        trial_interval_length: first.trial_interval_length ?? 0,
        trial_interval_unit: first.trial_interval_unit ?? 'months',
        total_billing_cycles: first.total_billing_cycles ?? null,
        auto_renew: first.auto_renew ?? true,
        tax_exempt: first.tax_exempt ?? false,
        tax_code: first.tax_code ?? null,
        accounting_code: first.accounting_code ?? null,
        unit_amount_in_cents: pricesOf(rows),
        setup_fee_in_cents: feesOf(rows),
      };
      await createPlan(deps)(caller, { value, issues: [] });
    }
    for (const _ of rows) note(PLANS.file, isKnown ? 'unchanged' : 'imported');
  }
};

const importAddOns = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  const keyOf = (row: { plan_code: string | undefined; add_on_code: string | undefined }) =>
    JSON.stringify([row.plan_code, row.add_on_code]);
  for await (const { rows } of grouped(rowsOf(run, ADD_ON_PRICES), keyOf)) {
    const [first] = rows;
    if (!first) continue;
    const { plan_code = '', add_on_code = '' } = first;
    const records = deps.storage.of(caller.site.id);
    const plan = await records.plans.find(plan_code);
    const isKnown = plan && (await records.addOns.find(plan.id, add_on_code));
    if (!isKnown) {
      const value = { add_on_code, name: first.name ?? null, unit_amount_in_cents: pricesOf(rows) };
      await createAddOn(deps)(caller, plan_code, { value, issues: [] });
    }
    for (const _ of rows) note(ADD_ON_PRICES.file, isKnown ? 'unchanged' : 'imported');
  }
};

const importCoupons = async (run: ImportRun): Promise<void> => {
  const { deps, caller, note } = run;
  for await (const { values: row } of rowsOf(run, COUPONS)) {
    const { coupon_code = '', currency, discount, plan_codes } = row;
    const isKnown = await deps.storage.of(caller.site.id).coupons.find(coupon_code);
    if (!isKnown) {
      const value = {
        coupon_code,
        name: row.name ?? null,
        discount_type: row.discount_type ?? null,
        ...(row.discount_type === 'percent' ? { discount_percent: row.discount_percent ?? null } : {}),
        ...(row.discount_type === 'dollars' && discount && currency
          ? { discount_in_cents: { [currency]: centsIn(discount, currency) } }
          : {}),
        duration: row.duration ?? 'forever',
        ...(row.duration === 'temporal'
          ? { temporal_unit: row.temporal_unit ?? null, temporal_amount: row.temporal_amount ?? null }
          : {}),
        redemption_resource: row.redemption_resource ?? 'account',
        ...(plan_codes ? { applies_to_all_plans: false, plan_codes: [...plan_codes] } : {}),
      };
      await createCoupon(deps)(caller, { value, issues: [] });
    }
    note(COUPONS.file, isKnown ? 'unchanged' : 'imported');
  }
};
