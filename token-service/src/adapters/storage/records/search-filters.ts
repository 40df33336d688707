import type { AmountRange } from '@service/billing/domain/search/amounts.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import type { SearchedKind, SearchFilters } from '@service/billing/ports/search.ts';
import { allCurrencies } from '@service/billing/resources/currencies.ts';
import { minorDigits } from '@service/billing/values/money/currency.ts';
import type { Bind } from '../paging.ts';
import { accountsInState } from './accounts.ts';

/** The column with the amount of a record. */
const AMOUNTS: Partial<Readonly<Record<SearchedKind, string>>> = {
  invoice: 'total_in_cents',
  payment: 'amount_in_cents',
};

/** Lists the currencies whose units have a number of decimals: indexes of amounts begin with the currency. */
const listed = (digits: number): string =>
  allCurrencies()
    .filter((code) => minorDigits(code) === digits)
    .map((code) => `'${code}'`)
    .join(', ');
const BY_DIGITS: ReadonlyMap<number, string> = new Map([0, 2, 3].map((digits) => [digits, listed(digits)]));

const inRange = (column: string, bind: Bind, { digits, least, most }: AmountRange): string =>
  `(r.currency IN (${BY_DIGITS.get(digits)}) AND r.${column} BETWEEN ${bind(least)} AND ${bind(most)})`;

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
