import type { AmountRange } from '@service/billing/domain/search/amounts.ts';
import type { AccountFilter } from '@service/billing/ports/accounts.ts';
import type { SearchedKind, SearchFilters } from '@service/billing/ports/search.ts';
import type { Bind } from '../paging.ts';
import { accountIn, idsIn } from './account-country.ts';
import { accountsInState } from './accounts.ts';
import { accountAt, anyAccountAt } from './search-addresses.ts';

/** The column with the amount of a record. */
const AMOUNTS: Partial<Readonly<Record<SearchedKind, string>>> = {
  invoice: 'total_in_cents',
  payment: 'amount_in_cents',
};

/** Indexes of amounts begin with the currency. The codes are those of a table, so there are few different texts. */
const inRange = (column: string, bind: Bind, { currencies, least, most }: AmountRange): string =>
  `(r.currency IN (${currencies.map((code) => `'${code}'`).join(', ')}) ` +
  `AND r.${column} BETWEEN ${bind(least)} AND ${bind(most)})`;

/** Records whose customers are looked up, of a site that has very many: the latest ones. */
const LATEST = 2000;
const PAST_DUE = "FROM invoices i WHERE i.site_id = $1 AND i.state = 'past_due' AND i.type = 'charge'";
const OF_LATEST_PAST_DUE = `r.id IN (SELECT i.account_id ${PAST_DUE} ORDER BY i.created_at DESC, i.uuid DESC LIMIT ${LATEST})`;

/** A filter that stands alone starts from the few past-due invoices, and one that narrows others from each account. */
const inState = (kind: SearchedKind, state: string, bind: Bind, alone: boolean): string => {
  if (kind !== 'customer') return `r.state = ${bind(state)}`;
  if (state !== 'past_due') return accountsInState(state as NonNullable<AccountFilter['state']>, bind);
  return alone ? OF_LATEST_PAST_DUE : `EXISTS (SELECT 1 ${PAST_DUE} AND i.account_id = r.id)`;
};

const inCountry = (kind: SearchedKind, country: string, bind: Bind, alone: boolean): string => {
  const code = bind(country);
  if (kind === 'customer') return alone ? `r.id IN (${idsIn(code, bind(LATEST))})` : accountIn('r', code);
  return `EXISTS (SELECT 1 FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id AND ${accountIn('a', code)})`;
};

/** As `inCountry`; a city or postal code selects customers also where another filter narrows them. */
const atAddress = (kind: SearchedKind, filters: SearchFilters, bind: Bind, alone: boolean): readonly string[] => {
  if (kind !== 'customer') {
    return accountAt('a', filters, bind).map(
      (at) => `EXISTS (SELECT 1 FROM accounts a WHERE a.site_id = r.site_id AND a.id = r.account_id AND ${at})`,
    );
  }
  if (!alone) return accountAt('r', filters, bind);
  return anyAccountAt('r', filters, bind, Object.keys(filters).length === 1 ? LATEST : undefined);
};

/** Returns the conditions of filters over the row `r` of a kind that has them. `alone`: there is no other condition. */
export const narrowed = (kind: SearchedKind, filters: SearchFilters, bind: Bind, alone: boolean): readonly string[] => {
  const { state, plan, country, amounts, created } = filters;
  const column = AMOUNTS[kind];
  return [
    ...(state === undefined ? [] : [inState(kind, state, bind, alone)]),
    ...(plan === undefined ? [] : [`r.plan_code = ${bind(plan)}`]),
    ...(country === undefined ? [] : [inCountry(kind, country, bind, alone && Object.keys(filters).length === 1)]),
    ...atAddress(kind, filters, bind, alone),
    ...(amounts === undefined || column === undefined
      ? []
      : [`(${amounts.map((range) => inRange(column, bind, range)).join(' OR ')})`]),
    ...(created === undefined
      ? []
      : [`r.created_at >= ${bind(created.from)}`, `r.created_at < ${bind(created.until)}`]),
  ];
};
