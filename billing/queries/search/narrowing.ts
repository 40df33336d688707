import { amountRanges } from '../../domain/search/amounts.ts';
import type { TypedFilters } from '../../domain/search/search-text.ts';
import type { SearchedKind, SearchFilters } from '../../ports/search.ts';
import { ACCOUNT_STATES } from '../../resources/account.ts';
import { CHARGE_STATES, CREDIT_STATES } from '../../resources/invoice.ts';
import { SUBSCRIPTION_STATES } from '../../resources/subscription.ts';

/** The states by which records are found: those of accounts are the ones that their list has. */
const STATES: Partial<Readonly<Record<SearchedKind, readonly string[]>>> = {
  customer: [...ACCOUNT_STATES, 'subscriber', 'non_subscriber', 'past_due'],
  subscription: SUBSCRIPTION_STATES,
  invoice: [...CHARGE_STATES, ...CREDIT_STATES],
};

/** The kinds that have what a filter compares. */
const HAVE = {
  plan: ['subscription'],
  country: ['customer', 'subscription', 'invoice'],
  city: ['customer', 'subscription', 'invoice'],
  postal_code: ['customer', 'subscription', 'invoice'],
  amounts: ['invoice', 'payment'],
  created: ['customer', 'subscription', 'invoice', 'payment'],
} as const satisfies Partial<Record<keyof TypedFilters, readonly SearchedKind[]>>;

export const hasFilters = (filters: TypedFilters): boolean => Object.keys(filters).length > 0;

/** Returns the filters of one kind; undefined for a kind that lacks what one compares: nothing of it is found. */
export const filtersOf = (
  kind: SearchedKind,
  typed: TypedFilters,
  currencies: readonly string[],
): SearchFilters | undefined => {
  const { amounts, ...others } = typed;
  if (typed.state !== undefined && !STATES[kind]?.includes(typed.state)) return undefined;
  const lacking = Object.entries(HAVE).some(
    ([name, kinds]) =>
      typed[name as keyof TypedFilters] !== undefined && !(kinds as readonly SearchedKind[]).includes(kind),
  );
  if (lacking) return undefined;
  return amounts ? { ...others, amounts: amountRanges(amounts, currencies) } : others;
};

/** Whether a filter is about the address of a customer, which is personal data. */
export const isOfAddress = ({ country, city, postal_code }: TypedFilters): boolean =>
  [country, city, postal_code].some((value) => value !== undefined);

/**
 * Whether filters select few enough records of a kind by themselves: the address is that of the account, so it only
 * narrows what something else selects.
 */
export const selects = (kind: SearchedKind, filters: TypedFilters): boolean => {
  const { country, city, postal_code, ...others } = filters;
  return hasFilters(others) || (kind === 'customer' && isOfAddress(filters));
};
