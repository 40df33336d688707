import type { AddOnRecord, PlanRecord } from '@service/billing/domain/plans/record.ts';
import type { PaidPrice } from '@service/billing/ports/subscriptions.ts';
import { listPaidPrices } from '@service/billing/queries/catalogue-list.ts';
import { findPlan, findPlanOffer } from '@service/billing/queries/plans.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { factList, momentOf, moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { itemPath, planPath } from '../../parts/paths.ts';
import { countInWords } from '../../parts/row-query.ts';
import { showPage } from '../../parts/shell.ts';
import { consoleTable, type TableColumn } from '../../parts/table.ts';
import { type ConsoleRoute, readingPage } from '../../route.ts';
import { type ConsoleVisit, consoleVisitOf, may } from '../../visit.ts';
import { addOnPrice } from './add-on-price.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { intervalInWords, spanInWords } from './catalogue-parts.ts';

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
          ? [
              actionLink(visit, planPath(plan_code, 'edit'), 'Edit plan', { main: true, key: 'e' }),
              actionLink(visit, planPath(plan_code, 'new-add-on'), 'New add-on'),
              actionLink(visit, planPath(plan_code, 'new-item-add-on'), 'Sell an item'),
              actionLink(visit, planPath(plan_code, 'remove'), 'Remove'),
            ]
          : [],
      },
      [
        description ? html`<p class="prose">${description}</p>` : '',
        html`<div class="sections"><div>
<section><h2>Prices</h2>${priceTable(visit, plan, prices)}
<p class="quiet">A price change is for new sales only: live subscriptions keep the price that they were sold at.</p></section></div>
<div><section class="panel"><h2>Terms</h2>${factList(factsOf(visit, plan))}</section></div></div>
<section><h2>Add-ons</h2>${addOnTable(visit, plan, found?.addOns ?? [])}</section>`,
      ],
    );
  });
};

interface PriceRow {
  readonly currency: string;
  /** Whether new customers pay it. Live subscriptions may pay an earlier price. */
  readonly isCurrent: boolean;
  readonly cents: number;
  readonly fee: number | undefined;
  readonly subscriptions: number;
}

/** The prices of the plan, each followed by earlier ones that subscriptions still pay. */
const priceRows = (plan: PlanRecord, paid: readonly PaidPrice[]): readonly PriceRow[] => {
  const now = plan.unit_amount_in_cents;
  const earlier = paid.filter(({ currency, unit_amount_in_cents }) => now[currency] !== unit_amount_in_cents);
  const currencies = [...new Set([...Object.keys(now), ...earlier.map(({ currency }) => currency)])];
  return currencies.flatMap((currency): PriceRow[] => {
    const cents = now[currency];
    const on = paid.find((one) => one.currency === currency && one.unit_amount_in_cents === cents);
    const fee = plan.setup_fee_in_cents[currency];
    return [
      ...(cents === undefined
        ? []
        : [{ currency, isCurrent: true, cents, fee, subscriptions: on?.subscriptions ?? 0 }]),
      ...earlier
        .filter((one) => one.currency === currency)
        .map(({ unit_amount_in_cents, subscriptions }) => ({
          currency,
          isCurrent: false,
          cents: unit_amount_in_cents,
          fee: undefined,
          subscriptions,
        })),
    ];
  });
};

const priceTable = (visit: ConsoleVisit, plan: PlanRecord, paid: readonly PaidPrice[]): Markup =>
  consoleTable<PriceRow>({
    caption: 'Prices',
    rows: priceRows(plan, paid),
    empty: 'The plan has no price.',
    columns: [
      { name: 'currency', label: 'Currency', cell: ({ currency }) => currency },
      { name: 'price', label: 'Price', numeric: true, cell: ({ cents, currency }) => moneyOf(cents, currency) },
      { name: 'sold', label: 'Sold', cell: ({ isCurrent }) => (isCurrent ? 'now' : 'earlier') },
      {
        name: 'fee',
        label: 'Setup fee',
        numeric: true,
        cell: ({ fee, currency }) => (fee === undefined ? '–' : moneyOf(fee, currency)),
      },
      {
        name: 'subscriptions',
        label: 'Live subscriptions',
        numeric: true,
        cell: ({ subscriptions, currency }) =>
          subscriptions === 0 || !may(visit, 'subscriptions.read')
            ? subscriptions
            : html`<a href="${visit.prefix}/subscriptions?${new URLSearchParams({ plan_code: plan.plan_code, currency, state: 'live' }).toString()}">${subscriptions.toLocaleString('en-US')}</a>`,
      },
    ],
  });

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
