import type { Site } from '../../resources/site.ts';
import type { Issue } from '../../values/failure.ts';
import { isVatNumber } from '../../values/tax/vat-number.ts';
import type { Seconds } from '../../values/time.ts';
import type { AccountRecord, AccountRow } from './record.ts';

/**
 * Returns the issues of a parent. A hierarchy has two levels (2.19): an account with a parent has no children, and no
 * account is its own parent.
 */
export const parentIssues = (
  child: AccountRecord | undefined,
  childCode: string,
  parent: AccountRecord | undefined,
): Issue[] => {
  const field = 'account.parent_account_code';
  if (!parent) return [{ field, symbol: 'not_found' }];
  const impossible = parent.account_code === childCode || parent.parent_id !== null || child?.has_children;
  return impossible ? [{ field, symbol: 'invalid', reason: 'account_in_a_hierarchy' }] : [];
};

/**
 * Returns the id of the account that pays for what is sold to an account, and whose invoices it is on: its parent if it
 * is billed to it, else the account itself.
 */
export const payerIdOf = ({ id, parent_id, bill_to }: Pick<AccountRow, 'id' | 'parent_id' | 'bill_to'>): string =>
  bill_to === 'parent' && parent_id !== null ? parent_id : id;

/** Returns the code of the parent that pays for an account; null where it pays itself. */
export const payingParent = ({
  bill_to,
  parent_account_code,
}: Pick<AccountRecord, 'bill_to' | 'parent_account_code'>): string | null =>
  bill_to === 'parent' ? parent_account_code : null;

/** The fields of an account that events contain, and a few more of its settings. */
const TOLD = [
  'username',
  'email',
  'cc_emails',
  'first_name',
  'last_name',
  'company_name',
  'vat_number',
  'tax_exempt',
  'accept_language',
  'preferred_locale',
] as const satisfies readonly (keyof AccountRow)[];

/** An account after a transition, and the events that the transition causes. */
export interface MovedAccount {
  readonly account: AccountRow;
  readonly events: readonly 'updated_account'[];
}

/**
 * Returns an account that is written again, which reopens a closed one. There is no event if it is open and nothing is
 * set to another value of which receivers are told.
 */
export const written = (before: AccountRow, fields: Partial<AccountRow>, at: Seconds): MovedAccount => {
  const isTold = before.state === 'closed' || TOLD.some((name) => name in fields && fields[name] !== before[name]);
  return {
    account: { ...before, ...fields, state: 'active', closed_at: null, updated_at: at },
    events: isTold ? ['updated_account'] : [],
  };
};

/**
 * Returns the issues of a VAT number, which is checked when it is stored, by the country of its address. `field`:
 * `account.vat_number`.
 */
export const vatNumberIssues = (
  { mode }: Pick<Site, 'mode'>,
  field: string,
  country: string | null | undefined,
  vat_number: string | null | undefined,
): Issue[] =>
  !country || !vat_number || isVatNumber(mode, country, vat_number)
    ? []
    : [{ field, symbol: 'invalid', reason: 'vat_number_of_another_country' }];
