import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { NamesMethod } from '../../../domain/billing-info/wallet.ts';
import type { Records } from '../../../ports/storage.ts';
import { otherCurrencyIssues } from '../../../values/bank/debits.ts';
import type { Issue } from '../../../values/failure.ts';

/** A subscription or an invoice of an account, with the method that it names. */
export interface PaidByMethod extends NamesMethod {
  readonly account_id: string;
}

/** Returns the method that pays something: the one that it names, else the primary of its account. */
export const payingMethod = async (
  { paymentMethods }: Pick<Records, 'paymentMethods'>,
  { account_id, billing_info_uuid }: PaidByMethod,
): Promise<BillingInfoRecord | undefined> => {
  if (!billing_info_uuid) return paymentMethods.primary(account_id);
  const wallet = await paymentMethods.ofAccount(account_id);
  return wallet.find(({ uuid }) => uuid === billing_info_uuid) ?? wallet[0];
};

/** The method that a customer or operator has agreed to charge, with the card or bank account behind it. */
export type AgreedMethod = Pick<BillingInfoRecord, 'id' | 'reference'>;

/** Returns those of the named methods that an account no longer has. */
export const removedMethods = async (
  { paymentMethods }: Pick<Records, 'paymentMethods'>,
  accountId: string,
  named: readonly Pick<PaidByMethod, 'billing_info_uuid'>[],
): Promise<ReadonlySet<string>> => {
  const removed = new Set(named.flatMap(({ billing_info_uuid }) => billing_info_uuid ?? []));
  if (removed.size === 0) return removed;
  for (const { uuid } of await paymentMethods.ofAccount(accountId)) removed.delete(uuid);
  return removed;
};

/** A uuid in a request, with its field, the account that it is to pay for, and the currency of what it is to pay. */
export interface NamedByUuid {
  readonly accountId: string | undefined;
  readonly field: string;
  readonly named: string | null | undefined;
  readonly currency: string;
}

/** Returns an issue for a uuid that no payment method of the account has, or one that debits another currency. */
export const methodIssues = async (
  { paymentMethods }: Pick<Records, 'paymentMethods'>,
  { accountId, field, named, currency }: NamedByUuid,
): Promise<Issue[]> => {
  if (!named) return [];
  const wallet = accountId === undefined ? [] : await paymentMethods.ofAccount(accountId);
  const method = wallet.find(({ uuid }) => uuid === named);
  return method ? otherCurrencyIssues(field, method.type, currency) : [{ field, symbol: 'not_found' }];
};
