import type { AmountRange } from '@service/billing/domain/search/amounts.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import type { SearchedKind, SearchFilters } from '@service/billing/ports/search.ts';
import type { Bind } from '../paging.ts';
import { accountsInState } from './accounts.ts';

/** The column with the amount of a record. */
const AMOUNTS: Partial<Readonly<Record<SearchedKind, string>>> = {
  invoice: 'total_in_cents',
  payment: 'amount_in_cents',
};

/** Indexes of amounts begin with the currency. The codes are those of a table, so there are few different texts. */
const inRange = (column: string, bind: Bind, { currencies, least, most }: AmountRange): string =>
  `(r.currency IN (${currencies.map((code) => `'${code}'`).join(', ')}) ` +
  `AND r.${column} BETWEEN ${bind(least)} AND ${bind(most)})`;

const inState = (kind: SearchedKind, state: string, bind: Bind): string =>
  kind === 'customer'
    ? accountsInState(state as NonNullable<AccountFilter['state']>, bind)
    : `r.state = ${bind(state)}`;

const inCountry = (kind: SearchedKind, country: string, bind: Bind): string =>
  kind === 'customer'
    ? `r.address_country = ${bind(country)}`
    : 'EXISTS (SELECT 1 FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id ' +
      `AND a.address_country = ${bind(country)})`;

/** Returns the conditions of filters over the row `r` of a kind that has them. */
export const narrowed = (kind: SearchedKind, filters: SearchFilters, bind: Bind): readonly string[] => {
  const { state, plan, country, amounts, created } = filters;
  const column = AMOUNTS[kind];
  return [
    ...(state === undefined ? [] : [inState(kind, state, bind)]),
    ...(plan === undefined ? [] : [`r.plan_code = ${bind(plan)}`]),
    ...(country === undefined ? [] : [inCountry(kind, country, bind)]),
    ...(amounts === undefined || column === undefined
      ? []
      : [`(${amounts.map((range) => inRange(column, bind, range)).join(' OR ')})`]),
    ...(created === undefined
      ? []
      : [`r.created_at >= ${bind(created.from)}`, `r.created_at < ${bind(created.until)}`]),
  ];
};
