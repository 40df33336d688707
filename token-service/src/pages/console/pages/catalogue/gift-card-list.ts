import {
  type GiftCardListRow,
  type GiftCardQuery,
  listGiftCardRows,
} from '@service/billing/queries/catalogue/catalogue-list.ts';
import { everyRow } from '@service/billing/queries/lists/row-list.ts';
import { decimalText } from '@service/billing/values/money/decimal-text.ts';
import { isoTime, type Seconds } from '@service/billing/values/time.ts';
import { html, type Markup } from '../../../../documents/html.ts';
import type { Form } from '../../../../http/bodies/form.ts';
import { recordList } from '../../list-page.ts';
import { momentOf, moneyOf } from '../../parts/figures.ts';
import { customerPath, giftCardPath } from '../../parts/paths.ts';
import { stateBadge } from '../../parts/state-words.ts';
import type { TableColumn } from '../../parts/table.ts';
import type { ConsoleRoute } from '../../route.ts';
import { countInWords, DATE_FILTERS, listedRows, ORDER_FILTER, rowQuery } from '../../row-query.ts';
import type { ConsoleVisit } from '../../visit.ts';
import type { CatalogueDeps } from './catalogue-deps.ts';
import { catalogueTabs } from './catalogue-parts.ts';

const PATH = '/catalogue/gift-cards';

/** Gift cards with filters, totals and CSV, without their redemption codes. */
export const giftCardList = (deps: CatalogueDeps): ConsoleRoute => {
  const list = listGiftCardRows(deps);
  const queryOf = (visit: ConsoleVisit, filters: Form, cursor?: string): GiftCardQuery => ({
    ...rowQuery(visit, filters, cursor),
    gifter_account_code: filters.gifter_account_code,
    recipient_account_code: filters.recipient_account_code,
  });
  return recordList<GiftCardListRow>({
    path: PATH,
    name: 'gift cards',
    title: 'Gift cards',
    permission: 'catalogue.read',
    filters: [
      { name: 'gifter_account_code', label: 'Bought by (customer code)' },
      { name: 'recipient_account_code', label: 'Redeemed by (customer code)' },
      ...DATE_FILTERS,
      ORDER_FILTER,
    ],
    columns: columnsOf,
    href: (visit, { id }) => `${visit.prefix}${giftCardPath(String(id))}`,
    empty: html`No gift cards yet. A customer buys one for another person, who redeems its code for credit.`,
    read: async (visit, filters, cursor) =>
      listedRows(await list(visit.caller, queryOf(visit, filters, cursor)), ({ count }) => [
        countInWords(count, 'gift card'),
      ]),
    every: (visit, filters) => everyRow(deps, listGiftCardRows, visit.caller, queryOf(visit, filters)),
    above: async (visit) => catalogueTabs(visit, PATH),
  });
};

const columnsOf = (visit: ConsoleVisit): readonly TableColumn<GiftCardListRow>[] => {
  const customer = (code: string | null): Markup | string =>
    code === null ? '' : html`<a href="${visit.prefix}${customerPath(code)}">${code}</a>`;
  const moment = (at: Seconds | null): Markup | string => (at === null ? '' : momentOf(visit, at));
  const iso = (at: Seconds | null): string => (at === null ? '' : isoTime(at));
  return [
    { name: 'id', label: 'Number', cell: ({ id }) => id, csv: ({ id }) => id },
    { name: 'state', label: 'State', cell: ({ state }) => stateBadge('gift_card', state), csv: ({ state }) => state },
    {
      name: 'unit_amount',
      label: 'Value',
      numeric: true,
      cell: ({ unit_amount_in_cents, currency }) => moneyOf(unit_amount_in_cents, currency),
      csv: ({ unit_amount_in_cents, currency }) => decimalText(unit_amount_in_cents, currency),
    },
    {
      name: 'currency',
      label: 'Currency',
      optional: true,
      cell: ({ currency }) => currency,
      csv: ({ currency }) => currency,
    },
    {
      name: 'product_code',
      label: 'Product',
      cell: ({ product_code }) => product_code,
      csv: ({ product_code }) => product_code,
    },
    {
      name: 'gifter_account_code',
      label: 'Bought by',
      cell: ({ gifter_account_code }) => customer(gifter_account_code),
      csv: ({ gifter_account_code }) => gifter_account_code,
    },
    {
      name: 'recipient_account_code',
      label: 'Redeemed by',
      cell: ({ recipient_account_code }) => customer(recipient_account_code),
      csv: ({ recipient_account_code }) => recipient_account_code ?? '',
    },
    {
      name: 'created_at',
      label: 'Bought',
      cell: ({ created_at }) => moment(created_at),
      csv: ({ created_at }) => iso(created_at),
    },
    {
      name: 'delivered_at',
      label: 'Delivered',
      optional: true,
      cell: ({ delivered_at }) => moment(delivered_at),
      csv: ({ delivered_at }) => iso(delivered_at),
    },
    {
      name: 'redeemed_at',
      label: 'Redeemed',
      cell: ({ redeemed_at }) => moment(redeemed_at),
      csv: ({ redeemed_at }) => iso(redeemed_at),
    },
  ];
};
