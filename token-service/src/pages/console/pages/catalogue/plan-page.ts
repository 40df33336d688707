import type { AddOnRecord, PlanRecord } from '@service/billing/domain/plans/record.ts';
import { listPaidPrices } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { findPlan, findPlanOffer } from '@service/billing/queries/catalogue/plans.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { factList, momentOf } from '../../parts/figures.ts';
import { foldedActions } from '../../parts/folded-actions.ts';
import { actionLink } from '../../parts/form.ts';
import { itemPath, planPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { countInWords } from '../../row-query.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { addOnPrice } from './add-on-price.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { intervalInWords, spanInWords } from './catalogue-parts.ts';
import { planPriceTable } from './price-table.ts';

/** A plan: its prices and who pays which, its add-ons and its terms. */
export const planPage = (deps: CatalogueDeps): ConsoleRoute => {
  const find = findPlan(deps);
  const offer = findPlanOffer(deps);
  const paid = listPaidPrices(deps);
  return readingPage('/catalogue/plans/:code', 'plan', 'catalogue.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const plan = await find(visit.caller, ctx.params.code ?? '');
    const [prices, found] = await Promise.all([paid(visit.caller, plan), offer(visit.caller, plan.plan_code)]);
    const { plan_code, name, description } = plan;
    showPage(
      ctx,
      {
        title: name,
        subtitle: html`<code>${plan_code}</code> · billed ${intervalInWords(plan.plan_interval_length, plan.plan_interval_unit)}`,
        back: { href: '/catalogue', label: 'Plans' },
        actions: may(visit, 'catalogue.edit')
          ? foldedActions(
              [
                actionLink(visit, planPath(plan_code, 'edit'), 'Edit plan', { main: true, key: 'e' }),
                actionLink(visit, planPath(plan_code, 'new-add-on'), 'New add-on'),
                actionLink(visit, planPath(plan_code, 'new-item-add-on'), 'Sell an item'),
                actionLink(visit, planPath(plan_code, 'remove'), 'Remove'),
              ],
              2,
            )
          : [],
      },
      [
        description ? html`<p class="prose">${description}</p>` : '',
        html`<div class="sections"><div>
<section><h2>Prices</h2>${planPriceTable(visit, plan, prices)}
<p class="quiet">${plan.pricing_model === 'ramp' ? 'The price changes with periods, counted from the first paid one. ' : ''}A price change is for new sales only: live subscriptions keep the ${plan.pricing_model === 'ramp' ? 'prices' : 'price'} that they were sold at.</p></section></div>
<div><section class="panel"><h2>Terms</h2>${factList(factsOf(visit, plan))}</section></div></div>
<section><h2>Add-ons</h2>${addOnTable(visit, plan, found?.addOns ?? [])}</section>`,
      ],
    );
  });
};

const billedBy = ({ add_on_type, usage_type }: AddOnRecord): string => {
  if (add_on_type === 'fixed') return 'each period';
  return usage_type === 'percentage' ? 'by usage' : 'by usage, each unit';
};

/** The code of an add-on. That of an item leads to the item. */
const codeOf = ({ prefix }: ConsoleVisit, { add_on_code, item_code }: AddOnRecord): Markup =>
  item_code
    ? html`<a href="${prefix}${itemPath(item_code)}" aria-label="Item ${item_code}"><code>${add_on_code}</code></a>`
    : html`<code>${add_on_code}</code>`;

const addOnTable = (visit: ConsoleVisit, { plan_code }: PlanRecord, addOns: readonly AddOnRecord[]): Markup => {
  const link = ({ add_on_code, name }: AddOnRecord, action: string, label: string): Markup =>
    html`<a href="${visit.prefix}${planPath(plan_code, 'add-ons')}/${encodeURIComponent(add_on_code)}/${action}" aria-label="${label} ${name}">${label}</a>`;
  const columns: readonly TableColumn<AddOnRecord>[] = [
    { name: 'name', label: 'Add-on', cell: ({ name }) => name },
    { name: 'code', label: 'Code', cell: (one) => codeOf(visit, one) },
    {
      name: 'type',
      label: 'Billed',
      cell: billedBy,
    },
    { name: 'price', label: 'Price', cell: addOnPrice },
    { name: 'optional', label: 'Sold', cell: ({ optional }) => (optional ? 'if chosen' : 'with each subscription') },
    ...(may(visit, 'catalogue.edit')
      ? [
          {
            name: 'actions',
            label: 'Actions',
            cell: (one: AddOnRecord) =>
              html`<span>${link(one, 'edit', 'Edit')} ${link(one, 'remove', 'Remove')}</span>`,
          },
        ]
      : []),
  ];
  return consoleTable<AddOnRecord>({
    caption: 'Add-ons',
    rows: addOns,
    columns,
    empty: 'No add-ons. An add-on is sold with a subscription to this plan, each period or by usage.',
  });
};

const factsOf = (visit: ConsoleVisit, plan: PlanRecord) => {
  const { trial_interval_length: trial, total_billing_cycles: cycles } = plan;
  return [
    { label: 'Period', value: spanInWords(plan.plan_interval_length, plan.plan_interval_unit) },
    {
      label: 'Trial',
      value:
        trial === 0
          ? 'none'
          : `${spanInWords(trial, plan.trial_interval_unit)}, ${plan.trial_requires_billing_info ? 'with' : 'without'} a payment method`,
    },
    {
      label: 'Term',
      value:
        cycles === null
          ? 'until canceled'
          : `${countInWords(cycles, 'period')}, ${plan.auto_renew ? 'then renewed' : 'then it ends'}`,
    },
    { label: 'Items besides the add-ons', value: plan.allow_any_item_on_subscriptions ? 'any' : 'none' },
    { label: 'Tax code', value: plan.tax_exempt ? 'exempt' : plan.tax_code },
    { label: 'Accounting code', value: plan.accounting_code },
    { label: 'Accounting code of the setup fee', value: plan.setup_fee_accounting_code },
    { label: 'Revenue', value: plan.revenue_schedule_type?.replaceAll('_', ' ') },
    { label: 'Created', value: momentOf(visit, plan.created_at) },
    { label: 'Changed', value: momentOf(visit, plan.updated_at) },
  ];
};
