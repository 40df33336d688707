import type { AccountRecord } from '@service/billing/domain/accounts/record.ts';
import type { Site } from '@service/billing/resources/site.ts';
import { sellerName } from '../../../documents/messages/seller-name.ts';

/** Returns the name of an account on its pages: its email address, else its name. */
export const customerName = ({ email, first_name, last_name, account_code }: AccountRecord): string =>
  email || [first_name, last_name].filter(Boolean).join(' ') || account_code;

interface Named {
  readonly site: Pick<Site, 'company' | 'subdomain'>;
  readonly account: AccountRecord;
}

/**
 * Returns the names of two accounts that are shown together: with their merchants where these differ, and with their
 * codes where both would be called the same, as the accounts of one email address are.
 */
export const namesApart = (one: Named, other: Named): readonly [string, string] => {
  const [here, there] = [customerName(one.account), customerName(other.account)];
  const [seller, otherSeller] = [sellerName(one.site), sellerName(other.site)];
  if (seller !== otherSeller) return [`${here} (${seller})`, `${there} (${otherSeller})`];
  if (here !== there) return [here, there];
  return [`${here} (${one.account.account_code})`, `${there} (${other.account.account_code})`];
};
