import { couponView, redeemByDay, type ShownCoupon } from '@service/billing/domain/coupons/coupon.ts';
import type { CodeCounts } from '@service/billing/ports/coupons.ts';
import { listRedemptionRows, type RedeemedRow } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { countCodes, findCoupon } from '@service/billing/queries/catalogue/coupons.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import { factList, momentOf, moneyOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { couponPath, customerPath, itemPath, planPath, subscriptionPath } from '../../parts/paths.ts';
import { showPage } from '../../parts/shell.ts';
import { stateBadge } from '../../parts/state-words.ts';
import { consoleTable } from '../../parts/table.ts';
import { type ConsoleRoute, continueTo, queryOf, readingPage } from '../../route.ts';
import { countInWords, listedRows, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, consoleVisitOf, may, seesPersonalData } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { discountInWords, durationInWords } from './coupon-words.ts';

/** A coupon: what it takes off, its codes and who redeemed it. The address of a unique code leads to its coupon. */
export const couponPage = (deps: CatalogueDeps): ConsoleRoute => {
  const find = findCoupon(deps);
  const count = countCodes(deps);
  const redemptions = listRedemptionRows(deps);
  return readingPage('/catalogue/coupons/:code', 'coupon', 'catalogue.read', async (ctx) => {
    const visit = consoleVisitOf(ctx);
    const { coupon, unique } = await find(visit.caller, ctx.params.code ?? '');
    if (unique) return continueTo(ctx, `${visit.prefix}${couponPath(coupon.coupon_code)}`);
    const shown = couponView({ coupon, unique: null }, visit.caller.at);
    const query = queryOf(ctx);
    const [codes, page] = await Promise.all([
      coupon.coupon_type === 'bulk' ? count(visit.caller, coupon) : undefined,
      redemptions(visit.caller, { ...rowQuery(visit, {}, query.cursor), coupon }),
    ]);
    showPage(
      ctx,
      {
        title: shown.name,
        badge: stateBadge('coupon', shown.state),
        subtitle: html`<code>${shown.coupon_code}</code> · ${discountInWords(shown)} ${durationInWords(shown)}`,
        back: { href: '/catalogue/coupons', label: 'Coupons' },
        actions: actionsOf(visit, shown),
      },
      [
        html`<div class="sections"><div>
${codes ? codesOf(visit, shown, codes) : ''}
<section><h2>Redemptions</h2>${redemptionTable(
          visit,
          shown,
          listedRows(page, (totals) => [countInWords(totals.count, 'redemption')]),
        )}</section></div>
<div><section class="panel"><h2>Terms</h2>${factList(factsOf(visit, shown))}</section></div></div>`,
      ],
    );
  });
};

const actionsOf = (visit: ConsoleVisit, { coupon_code, state, restorable }: ShownCoupon): Markup[] => {
  if (!may(visit, 'catalogue.edit')) return [];
  const link = (action: string, label: string, main = false) =>
    actionLink(visit, couponPath(coupon_code, action), label, { main, key: main && action === 'edit' ? 'e' : '' });
  return [
    ...(state === 'redeemable' ? [link('edit', 'Edit coupon', true), link('expire', 'Expire')] : []),
    ...(restorable ? [link('restore', 'Restore', true)] : []),
  ];
};

const codesOf = (visit: ConsoleVisit, shown: ShownCoupon, { unused, redeemed, revoked }: CodeCounts): Markup => {
  const { coupon_code, state } = shown;
  const all = unused + redeemed + revoked;
  const link = (action: string, label: string) => actionLink(visit, couponPath(coupon_code, action), label);
  return html`<section class="panel"><h2>Codes</h2>
${factList([
  { label: 'Unused', value: unused.toLocaleString('en-US') },
  { label: 'Redeemed', value: redeemed.toLocaleString('en-US') },
  { label: 'Revoked', value: revoked.toLocaleString('en-US') },
  { label: 'Made like', value: html`<code>${shown.unique_code_template}</code>` },
])}
<div class="buttons">
${may(visit, 'codes.read') && state === 'redeemable' ? link('generate', 'Generate codes') : ''}
${may(visit, 'codes.read') && all > 0 ? link('codes', 'Download codes') : ''}
${may(visit, 'catalogue.edit') && unused > 0 ? link('revoke', `Revoke ${countInWords(unused, 'unused code')}`) : ''}
</div></section>`;
};

interface Listed {
  readonly rows: readonly RedeemedRow[];
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
  readonly totals: readonly (Markup | string)[];
}

const redemptionTable = (
  visit: ConsoleVisit,
  { coupon_code }: ShownCoupon,
  { rows, next, previous, totals }: Listed,
): Markup => {
  const nameOf = ({ customer }: RedeemedRow): string =>
    (seesPersonalData(visit) && (customer?.name ?? customer?.company ?? customer?.email)) ||
    (customer?.account_code ?? '');
  const turn = (cursor: string | undefined, rel: string, label: string) =>
    cursor === undefined
      ? ''
      : html`<a class="button" rel="${rel}" href="${visit.prefix}${couponPath(coupon_code)}?${new URLSearchParams({ cursor }).toString()}">${label}</a>`;
  return html`<div class="totals"><p>${totals.join(' · ')}</p></div>${consoleTable<RedeemedRow>({
    caption: 'Redemptions',
    rows,
    empty: 'No customer has redeemed it yet.',
    columns: [
      {
        name: 'customer',
        label: 'Customer',
        cell: (row) =>
          row.customer
            ? html`<a class="row-link" href="${visit.prefix}${customerPath(row.customer.account_code)}">${nameOf(row)}</a>`
            : '',
      },
      { name: 'state', label: 'State', cell: ({ state }) => stateBadge('redemption', state) },
      {
        name: 'scope',
        label: 'For',
        cell: ({ subscription_id }) =>
          subscription_id === null
            ? 'all that the customer buys'
            : html`<a href="${visit.prefix}${subscriptionPath(subscription_id)}">one subscription</a>`,
      },
      {
        name: 'discounted',
        label: 'Taken off so far',
        numeric: true,
        cell: ({ total_discounted_in_cents, currency }) => moneyOf(total_discounted_in_cents, currency),
      },
      { name: 'created_at', label: 'Redeemed', cell: ({ created_at }) => momentOf(visit, created_at) },
    ],
  })}${next === undefined && previous === undefined ? '' : html`<nav class="pager" aria-label="Pages">${turn(previous, 'prev', 'Previous')}${turn(next, 'next', 'Next')}</nav>`}`;
};

const factsOf = (visit: ConsoleVisit, shown: ShownCoupon) => [
  { label: 'Description', value: shown.description },
  { label: 'On invoices', value: shown.invoice_description },
  { label: 'Discount', value: discountInWords(shown) },
  { label: 'Duration', value: durationInWords(shown) },
  {
    label: 'Redeemable until',
    value: shown.redeem_by_date === null ? 'no last day' : redeemByDay(shown.redeem_by_date),
  },
  {
    label: 'Redemptions',
    value: `${shown.redemption_count.toLocaleString('en-US')}${shown.max_redemptions === null ? ', without a limit' : ` of ${shown.max_redemptions.toLocaleString('en-US')}`}`,
  },
  { label: 'For each customer', value: shown.max_redemptions_per_account ?? 'any number' },
  { label: 'Plans', value: shown.applies_to_all_plans ? 'all' : linksTo(visit, shown.plan_codes, planPath) },
  { label: 'Items', value: shown.applies_to_all_items ? 'all' : linksTo(visit, shown.item_codes, itemPath) },
  { label: 'One-time charges', value: shown.applies_to_non_plan_charges ? 'yes' : 'no' },
  { label: 'Redeemed for', value: shown.redemption_resource === 'account' ? 'the customer' : 'a subscription' },
  { label: 'Created', value: momentOf(visit, shown.created_at) },
  { label: 'Changed', value: momentOf(visit, shown.updated_at) },
];

const linksTo = (
  { prefix }: ConsoleVisit,
  codes: readonly string[],
  pathOf: (code: string) => string,
): Markup | string =>
  codes.length === 0
    ? 'none'
    : html`${codes.map((code, index) => html`${index > 0 ? ', ' : ''}<a href="${prefix}${pathOf(code)}">${code}</a>`)}`;
