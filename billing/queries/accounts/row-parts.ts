import type { AccountNames } from '../../ports/accounts.ts';
import type { Records } from '../../ports/storage.ts';
import { needAccount } from './accounts.ts';

/** A payment method as a table shows it. */
export interface ShownCard {
  /** `credit_card`, `paypal`, `bank_account` or `manual`. */
  readonly type: string;
  /** The brand, `visa`; null for anything but a card. */
  readonly brand: string | null;
  readonly last_four: string | null;
  /** The month to which it is valid. */
  readonly month: number | null;
  readonly year: number | null;
}

/** Returns what a table shows of a payment method. */
export const shownCard = ({
  type,
  card_type,
  last_four,
  month,
  year,
}: {
  readonly type: string;
  readonly card_type?: string | null | undefined;
  readonly last_four?: string | null | undefined;
  readonly month?: number | null | undefined;
  readonly year?: number | null | undefined;
}): ShownCard => ({
  type,
  brand: card_type ?? null,
  last_four: last_four ?? null,
  month: month ?? null,
  year: year ?? null,
});

/** The customer of a record, by whom a table names it. */
export interface RowCustomer {
  readonly account_code: string;
  /** First and last name; null if the account has neither. */
  readonly name: string | null;
  readonly email: string | null;
  readonly company: string | null;
}

/** Returns what a table shows of a customer. */
export const rowCustomer = ({
  account_code,
  first_name,
  last_name,
  email,
  company_name,
}: Omit<AccountNames, 'id'>): RowCustomer => ({
  account_code,
  name: [first_name, last_name].filter((part) => part?.trim()).join(' ') || null,
  email: email || null,
  company: company_name || null,
});

/** Returns the customers of records by account id, read together. */
export const customersOf = async (
  { accounts }: Pick<Records, 'accounts'>,
  owned: readonly { readonly account_id: string | null }[],
): Promise<ReadonlyMap<string, RowCustomer>> => {
  const ids = [...new Set(owned.flatMap(({ account_id }) => account_id ?? []))];
  const names = ids.length > 0 ? await accounts.names(ids) : [];
  return new Map(names.map((one) => [one.id, rowCustomer(one)]));
};

/** Returns the account of a filter, by its code; an empty filter without one. Throws `not_found`. */
export const accountNamed = async (
  records: Pick<Records, 'accounts'>,
  code: string | undefined,
): Promise<{ readonly account_id?: string }> =>
  code === undefined ? {} : { account_id: (await needAccount(records, code)).id };

/** Returns the members of a filter that are given. */
export const filterOf = <F extends object>(filter: { readonly [K in keyof F]: F[K] | undefined }): F =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as F;
