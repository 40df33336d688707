import { payingParent } from '../../domain/accounts/account.ts';
import { accountCity, accountCountry } from '../../domain/accounts/account-country.ts';
import type { AccountRecord } from '../../domain/accounts/record.ts';
import { monthAnnouncedBy } from '../../domain/mail/reminders.ts';
import { foldedPostalCode } from '../../domain/search/fold.ts';
import { holdsLongNumber } from '../../domain/search/long-number.ts';
import type { AccountFilter, CurrencyBalance } from '../../ports/accounts.ts';
import type { Records } from '../../ports/storage.ts';
import type { SubscribedPlan } from '../../ports/subscriptions.ts';
import { Failure } from '../../values/failure.ts';
import type { Seconds } from '../../values/time.ts';
import { type RowQuery, rowList } from '../lists/row-list.ts';
import { needAccount } from './accounts.ts';
import { filterOf, type RowCustomer, rowCustomer, type ShownCard, shownCard } from './row-parts.ts';

/**
 * The states by which customers are listed: those of the XML API, `in_trial` and `canceling` by their subscriptions,
 * `card_expires` with a card that expires within 30 days or has expired, and `no_card` without a payment method. The
 * last two are open accounts.
 */
export const CUSTOMER_STATES = [
  'active',
  'closed',
  'subscriber',
  'non_subscriber',
  'past_due',
  'in_trial',
  'canceling',
  'card_expires',
  'no_card',
] as const;

export type CustomerState = (typeof CUSTOMER_STATES)[number];

export interface CustomerQuery extends RowQuery {
  readonly state?: CustomerState | undefined;
  /** A part of email, name, company or code, in any case. */
  readonly q?: string | undefined;
  /** The whole address, in any case. */
  readonly email?: string | undefined;
  /** The country of the address, else of the payment method, two letters. */
  readonly country?: string | undefined;
  /** The city and the postal code of a billing or delivery address, of the account or a payment method. */
  readonly city?: string | undefined;
  readonly postal_code?: string | undefined;
  /** The code of the account that they belong to. */
  readonly parent?: string | undefined;
}

export interface CustomerRow extends RowCustomer {
  readonly id: string;
  /** The first that applies: closed, past due, in a trial, canceling, with a subscription, without. */
  readonly state: 'closed' | 'past_due' | 'in_trial' | 'canceling' | 'subscriber' | 'non_subscriber';
  /** The country of the address, else of the payment method. */
  readonly country: string | null;
  /** The city of the address, else of the payment method. */
  readonly city: string | null;
  /** In the order of currencies; currencies without open invoices are missing. */
  readonly balances: readonly Pick<CurrencyBalance, 'currency' | 'balance_in_cents'>[];
  readonly card: ShownCard | null;
  /** The code of the parent that pays; null where the account pays itself. */
  readonly paid_by: string | null;
  /** The plans of live subscriptions, each once. */
  readonly plans: readonly Pick<SubscribedPlan, 'plan_code' | 'plan_name' | 'subscriptions'>[];
  readonly created_at: Seconds;
}

export interface CustomerTotals {
  readonly count: number;
}

/**
 * Returns the conditions of a query. Throws `not_found` for a parent, and `bad_request` for a card number, which is
 * never searched.
 */
export const customerFilter = async (
  records: Pick<Records, 'accounts'>,
  { state, q, email, country, city, postal_code, parent }: CustomerQuery,
  at: Seconds,
): Promise<AccountFilter> => {
  const [name] = Object.entries({ q, email }).find(([, typed]) => typed !== undefined && holdsLongNumber(typed)) ?? [];
  if (name !== undefined) {
    const details = `${name} must not contain a card number: the search finds cards by their last four digits`;
    throw new Failure('bad_request', { name }, details);
  }
  const parent_id = parent === undefined ? undefined : (await needAccount(records, parent)).id;
  const place = filterOf<AccountFilter>({
    ...{ part: q, email, country, city, parent_id },
    postal_code: postal_code === undefined ? undefined : foldedPostalCode(postal_code),
  });
  switch (state) {
    case undefined:
      return place;
    case 'in_trial':
      return { ...place, in_trial_at: at };
    case 'card_expires':
      return { ...place, card_expires_by: monthAnnouncedBy(at) };
    default:
      return { ...place, state };
  }
};

const rowsOf = async (
  { accounts, paymentMethods, subscriptions }: Records,
  page: readonly AccountRecord[],
  at: Seconds,
): Promise<CustomerRow[]> => {
  const ids = page.map(({ id }) => id);
  const [balances, methods, plans] = await Promise.all([
    accounts.balances(ids),
    paymentMethods.primaries(ids),
    subscriptions.plansOf(ids, at),
  ]);
  const balancesById = Map.groupBy(balances, ({ account_id }) => account_id);
  const methodById = new Map(methods.map((method) => [method.account_id, method]));
  const plansById = Map.groupBy(plans, ({ account_id }) => account_id);
  return page.map((account) => {
    const subscribed = plansById.get(account.id) ?? [];
    const method = methodById.get(account.id);
    return {
      ...rowCustomer(account),
      id: account.id,
      state: stateOf(account, subscribed),
      country: accountCountry(account, method),
      city: accountCity(account, method),
      balances: (balancesById.get(account.id) ?? []).map(({ currency, balance_in_cents }) => ({
        currency,
        balance_in_cents,
      })),
      card: method ? shownCard(method) : null,
      paid_by: payingParent(account),
      plans: subscribed.map(({ plan_code, plan_name, subscriptions: count }) => ({
        plan_code,
        plan_name,
        subscriptions: count,
      })),
      created_at: account.created_at,
    };
  });
};

const stateOf = (account: AccountRecord, plans: readonly SubscribedPlan[]): CustomerRow['state'] => {
  if (account.state === 'closed') return 'closed';
  if (account.has_past_due_invoice) return 'past_due';
  if (plans.some(({ in_trial }) => in_trial > 0)) return 'in_trial';
  if (plans.some(({ canceled }) => canceled > 0)) return 'canceling';
  return plans.length > 0 ? 'subscriber' : 'non_subscriber';
};

/** Lists customers with what a table shows of them. The totals count them. */
export const listCustomers = rowList<CustomerQuery, AccountRecord, AccountFilter, CustomerRow, CustomerTotals>({
  listing: ({ accounts }) => accounts,
  filter: (query, { at }, records) => customerFilter(records, query, at),
  place: ({ id, created_at }) => ({ id, at: created_at }),
  rows: (records, page, { at }) => rowsOf(records, page, at),
  totals: async ({ accounts }, query) => ({ count: await accounts.count(query) }),
  few: (page) => ({ count: page.length }),
});
