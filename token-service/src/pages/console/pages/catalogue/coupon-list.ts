import { redeemByDay, type ShownCoupon } from '@service/billing/domain/coupons/coupon.ts';
import { type CouponQuery, listCouponRows } from '@service/billing/queries/catalogue/catalogue-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { COUPON_STATES } from '@service/billing/resources/coupon.ts';
import { isoTime } from '@service/billing/values/time.ts';
import { html } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf } from '../../parts/figures.ts';
import { actionLink } from '../../parts/form.ts';
import { couponPath } from '../../parts/paths.ts';
import { stateBadge, stateChoices } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, knownValue, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import { type ConsoleVisit, may } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { catalogueTabs } from './catalogue-parts.ts';
import { discountInWords, durationInWords } from './coupon-words.ts';

const PATH = '/catalogue/coupons';

/** Coupons with filters, totals and CSV. */
export const couponList = (deps: CatalogueDeps): ConsoleRoute => {
  const list = listCouponRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): CouponQuery => ({
    ...rowQuery(visit, filters, cursor),
    state: knownValue(COUPON_STATES, filters.state),
  });
  return recordList<ShownCoupon>({
    path: PATH,
    name: 'coupons',
    title: 'Coupons',
    permission: 'catalogue.read',
    filters: [
      {
        name: 'state',
        label: 'State',
        choices: stateChoices('coupon', COUPON_STATES),
      },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { coupon_code }) => `${visit.prefix}${couponPath(coupon_code)}`,
    empty: html`No coupons yet. A coupon takes something off what a customer buys: one code for everyone, or a code for each customer.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'coupon'),
      ]),
    every: (visit, filters) => everyRow(deps, listCouponRows, visit.caller, queryOf(visit, filters)),
    actions: (visit) =>
      may(visit, 'catalogue.edit') ? [actionLink(visit, '/catalogue/new-coupon', 'New coupon', { main: true })] : [],
    above: async (visit) => catalogueTabs(visit, PATH),
  });
};

const redeemedOf = ({ redemption_count, max_redemptions }: ShownCoupon): string =>
  `${redemption_count.toLocaleString('en-US')}${max_redemptions === null ? '' : ` of ${max_redemptions.toLocaleString('en-US')}`}`;

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<ShownCoupon>[] => [
  { name: 'coupon_code', label: 'Code', cell: ({ coupon_code }) => coupon_code, csv: ({ coupon_code }) => coupon_code },
  { name: 'name', label: 'Name', cell: ({ name }) => name, csv: ({ name }) => name },
  { name: 'state', label: 'State', cell: ({ state }) => stateBadge('coupon', state), csv: ({ state }) => state },
  { name: 'discount', label: 'Discount', cell: discountInWords, csv: discountInWords },
  { name: 'duration', label: 'Duration', cell: durationInWords, csv: durationInWords },
  {
    name: 'type',
    label: 'Codes',
    cell: ({ unique_coupon_codes_count }) =>
      unique_coupon_codes_count === null ? 'one' : `${unique_coupon_codes_count.toLocaleString('en-US')} unique`,
    csv: ({ unique_coupon_codes_count }) => unique_coupon_codes_count ?? 1,
  },
  {
    name: 'redemptions',
    label: 'Redeemed',
    numeric: true,
    cell: redeemedOf,
    csv: ({ redemption_count }) => redemption_count,
  },
  {
    name: 'redeem_by_date',
    label: 'Until',
    cell: ({ redeem_by_date }) => (redeem_by_date === null ? '' : redeemByDay(redeem_by_date)),
    csv: ({ redeem_by_date }) => (redeem_by_date === null ? '' : redeemByDay(redeem_by_date)),
  },
  {
    name: 'created_at',
    label: 'Created',
    optional: true,
    cell: ({ created_at }) => momentOf(visit, created_at),
    csv: ({ created_at }) => isoTime(created_at),
  },
];
