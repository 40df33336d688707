import type { AddOnRecord } from '@service/billing/domain/plans/record.ts';
import { listItems } from '@service/billing/queries/catalogue/items.ts';
import { findAddOn, findPlan, listMeasuredUnits } from '@service/billing/queries/catalogue/plans.ts';
import { addOn } from '@service/billing/resources/add-on.ts';
import { createAddOn } from '@service/billing/usecases/plans/create-add-on.ts';
import { removeAddOn } from '@service/billing/usecases/plans/remove-add-on.ts';
import { updateAddOn } from '@service/billing/usecases/plans/update-add-on.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { FieldChoice } from '../../parts/form.ts';
import { planPath } from '../../parts/paths.ts';
import type { ConsoleRoute } from '../../route.ts';
import { type ConsolePage, type ConsoleVisit, withPermission } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { confirmForm } from './confirm-form.ts';
import { ledgerFields } from './ledger-fields.ts';
import { offered } from './offered.ts';
import { PERCENTAGES_HINT } from './percentage-lines.ts';
import { recordForm } from './record-form.ts';
import { currenciesFor, type FieldGroup, type TableField } from './table-spec.ts';
import { TIERS_HINT } from './tier-lines.ts';

const planOf = ({ params }: ConsolePage): string => params.code ?? '';
const addOnOf = ({ params }: ConsolePage): string => params.addOn ?? '';
const backTo = (_: unknown, ctx: ConsolePage) => ({ href: planPath(planOf(ctx)), label: planOf(ctx) });

/** Creates, edits and removes add-ons of plans. */
export const addOnForms = (deps: CatalogueDeps): readonly ConsoleRoute[] => {
  const findOne = findAddOn(deps);
  const findItsPlan = findPlan(deps);
  const units = listMeasuredUnits(deps);
  const items = listItems(deps);
  const ledger = ledgerFields(deps);
  const create = withPermission('catalogue.edit', createAddOn(deps));
  const update = withPermission('catalogue.edit', updateAddOn(deps));
  const remove = withPermission('catalogue.edit', removeAddOn(deps));
  const find = ({ caller }: ConsoleVisit, ctx: ConsolePage) => findOne(caller, planOf(ctx), addOnOf(ctx));
  const groups = async (visit: ConsoleVisit): Promise<readonly FieldGroup[]> => {
    const [{ records }, references] = await Promise.all([units.page(visit.caller, offered({})), ledger(visit)]);
    return groupsWith(
      records.map(({ id, name }) => [String(id), name]),
      references,
    );
  };
  const groupsOfItem = async ({ caller }: ConsoleVisit): Promise<readonly FieldGroup[]> => {
    const { records, more } = await items.page(caller, offered({ state: 'active' } as const));
    const choices = records.map(({ item_code, name }): FieldChoice => [item_code, name]);
    if (more) return itemGroupsWith(undefined);
    return itemGroupsWith(choices.length > 0 ? choices : [['', 'No active item yet']]);
  };
  const introOf = async ({ caller }: ConsoleVisit, ctx: ConsolePage): Promise<Markup> => {
    const { name } = await findItsPlan(caller, planOf(ctx));
    return html`<p class="quiet">For new sales of “${name}”. Live subscriptions get it only if they are changed.</p>`;
  };

  return [
    ...recordForm<typeof addOn, AddOnRecord>(deps, {
      path: '/catalogue/plans/:code/new-add-on',
      name: 'add-on create',
      table: addOn,
      groups,
      title: () => 'New add-on',
      back: backTo,
      button: 'Create add-on',
      intro: (visit, _, ctx) => introOf(visit, ctx),
      async save(visit, ctx, sent) {
        const { name } = await create(visit, planOf(ctx), sent);
        return { to: planPath(planOf(ctx)), notice: `The add-on “${name}” was created and is on sale.` };
      },
    }),
    ...recordForm<typeof addOn, AddOnRecord>(deps, {
      path: '/catalogue/plans/:code/new-item-add-on',
      name: 'add-on create of an item',
      table: addOn,
      groups: groupsOfItem,
      title: () => 'Sell an item',
      back: backTo,
      button: 'Add the item',
      intro: (visit, _, ctx) => introOf(visit, ctx),
      async save(visit, ctx, sent) {
        const { name } = await create(visit, planOf(ctx), sent);
        return { to: planPath(planOf(ctx)), notice: `The item “${name}” is sold as an add-on.` };
      },
    }),
    ...recordForm<typeof addOn, AddOnRecord>(deps, {
      path: '/catalogue/plans/:code/add-ons/:addOn/edit',
      name: 'add-on edit',
      table: addOn,
      find,
      groups: (visit, held) => (held?.item_code ? itemGroupsWith([]) : groups(visit)),
      currencies: ({ site }, held) => currenciesFor(site, held?.unit_amount_in_cents),
      title: (held) => `Edit ${held?.name}`,
      back: backTo,
      intro: async () =>
        html`<p class="quiet">Changes apply to new sales only: live subscriptions keep the price that they were sold at.</p>`,
      button: 'Save add-on',
      edits: ({ add_on_code }, ctx) => ['add_on.updated', `${planOf(ctx)}/${add_on_code}`],
      async save(visit, ctx, sent) {
        const to = planPath(planOf(ctx));
        const { name } = await update(visit, planOf(ctx), addOnOf(ctx), sent);
        return {
          to,
          notice: `The add-on “${name}” was saved. Prices are for new sales only, and customers were not told.`,
        };
      },
    }),
    ...confirmForm<AddOnRecord>({
      path: '/catalogue/plans/:code/add-ons/:addOn/remove',
      name: 'add-on remove',
      find,
      button: ({ name }) => `Remove ${name}`,
      back: backTo,
      consequence: () =>
        'The add-on is taken off sale, and its code is free again. Subscriptions that have it keep it, and customers are not told. A removed add-on cannot be restored.',
      async carryOut(visit, ctx, { name }) {
        await remove(visit, planOf(ctx), addOnOf(ctx));
        return {
          to: planPath(planOf(ctx)),
          notice: `The add-on “${name}” was taken off sale. Subscriptions that have it keep it.`,
        };
      },
    }),
  ];
};

const SALE: FieldGroup = {
  title: 'Sale',
  fields: [
    { name: 'optional', label: 'Sold only if it is chosen' },
    { name: 'default_quantity', label: 'Usual quantity' },
    { name: 'display_quantity_on_hosted_page', label: 'Ask for a quantity' },
  ],
};

/**
 * Returns the fields of the form of an add-on. `units`: the measured units of the site; `ledger`: the fields that refer
 * to general ledger accounts.
 */
const groupsWith = (units: readonly FieldChoice[], ledger: readonly TableField[]): readonly FieldGroup[] => [
  {
    title: 'Add-on',
    fields: [
      { name: 'name', label: 'Name', hint: 'Customers read it on invoices.' },
      { name: 'add_on_code', label: 'Code', hint: 'Your programs name the add-on by it. It cannot be changed later.' },
      { name: 'add_on_type', label: 'Billed', hint: 'Fixed: a part of each period. Usage: what was used, afterwards.' },
      { name: 'usage_type', label: 'Kind of usage', hint: 'For usage only.' },
      {
        name: 'measured_unit_id',
        label: 'Measured unit',
        hint: 'For usage only.',
        choices: [['', 'None'], ...units],
      },
    ],
  },
  {
    title: 'Price',
    fields: [
      { name: 'unit_amount_in_cents', label: 'Price of a unit', hint: 'Empty with tiers, and for a percentage.' },
      { name: 'usage_percentage', label: 'Percentage', hint: 'Of the amounts recorded as usage, such as 2.5.' },
      { name: 'tier_type', label: 'Kind of tiers', hint: 'Flat: one price for every quantity.' },
      { name: 'tiers', label: 'Tiers', hint: TIERS_HINT },
      { name: 'percentage_tiers', label: 'Percentages by amount', hint: PERCENTAGES_HINT },
      { name: 'usage_timeframe', label: 'Tiers begin again', hint: 'For tiered usage only. Empty: with every period.' },
      { name: 'usage_calculation_type', label: 'Usage of a period', hint: 'For usage at a price. Empty: the sum.' },
    ],
  },
  SALE,
  {
    title: 'Taxes and accounting',
    folded: true,
    fields: [
      { name: 'tax_code', label: 'Tax code' },
      { name: 'accounting_code', label: 'Accounting code', hint: 'Empty: the code of the add-on.' },
      { name: 'revenue_schedule_type', label: 'Revenue is recognized' },
      ...ledger,
    ],
  },
];

/**
 * Returns the fields of an add-on that has its name, codes and taxes from an item. `items`: undefined if they are too
 * many to choose from.
 */
const itemGroupsWith = (items: readonly FieldChoice[] | undefined): readonly FieldGroup[] => [
  {
    title: 'Item',
    fields: [
      {
        name: 'item_code',
        label: 'Item',
        hint: 'The add-on gets its name, codes and taxes from it.',
        ...(items && { choices: items }),
      },
    ],
  },
  {
    title: 'Price',
    fields: [
      { name: 'unit_amount_in_cents', label: 'Price of a unit', hint: 'Empty with tiers.' },
      { name: 'tier_type', label: 'Kind of tiers', hint: 'Flat: one price for every quantity.' },
      { name: 'tiers', label: 'Tiers', hint: TIERS_HINT },
    ],
  },
  SALE,
];
