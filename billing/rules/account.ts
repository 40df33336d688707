import { Failure, type Issue, notFound } from '../failure.ts';
import type { AccountRecord, Records } from '../ports/records.ts';
import type { AccountInput } from '../resources/account.ts';
import type { Site } from '../site.ts';

export const unknownAccount = (code: string): Failure => notFound('Account', 'account_code', code);

/** The account, or 404. */
export const needAccount = async ({ accounts }: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const found = await accounts.find(code);
  if (!found) throw unknownAccount(code);
  return found;
};

/** The account, open: 404 without one, 422 `account_closed` for a closed one. */
export const needOpenAccount = async (records: Pick<Records, 'accounts'>, code: string): Promise<AccountRecord> => {
  const account = await needAccount(records, code);
  if (account.state === 'closed') throw new Failure('account_closed', { value: code });
  return account;
};

/** Custom fields must be defined by the site (reference "resources", section 2.3). */
export const customFieldIssues = (site: Site, { custom_fields }: Pick<AccountInput, 'custom_fields'>): Issue[] =>
  (custom_fields ?? []).flatMap(({ name }, index) =>
    !name || site.custom_fields.includes(name)
      ? []
      : [{ field: `account.custom_fields[${index}].name`, symbol: 'invalid' as const }],
  );

type CustomFields = AccountRecord['custom_fields'];

/** Only the fields sent change; an empty value deletes. */
export const mergedCustomFields = (held: CustomFields, sent: AccountInput['custom_fields']): CustomFields => {
  const values = new Map(held.map(({ name, value }) => [name, value]));
  for (const { name, value } of sent ?? []) {
    if (!name) continue;
    if (value) values.set(name, value);
    else values.delete(name);
  }
  return [...values].map(([name, value]) => ({ name, value }));
};

/** A family has two generations (2.19): who has a parent has no children, and nobody is their own parent. */
export const parentIssues = (
  child: AccountRecord | undefined,
  childCode: string,
  parent: AccountRecord | undefined,
): Issue[] => {
  const field = 'account.parent_account_code';
  if (!parent) return [{ field, symbol: 'not_found' }];
  const impossible = parent.account_code === childCode || parent.parent_id !== null || child?.has_children;
  return impossible ? [{ field, symbol: 'invalid' }] : [];
};
