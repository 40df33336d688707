import type { Issue } from '../failure.ts';
import type { AccountInput } from '../resources/account.ts';
import type { Site } from '../site.ts';
import type { AccountRecord } from './record.ts';

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
