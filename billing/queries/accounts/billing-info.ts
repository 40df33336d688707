import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { methodThatPays, type NamesMethod } from '../../domain/billing-info/wallet.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';
import { needAccount } from './accounts.ts';

/** A payment method as clients name it: by its uuid, or as the primary of its account. */
export interface NamedMethod {
  readonly account_code: string;
  readonly uuid?: string | undefined;
}

/** Returns a payment method of an account. Throws `not_found` when there is no account, or no such method. */
export const needMethod = async (
  records: Pick<Records, 'accounts' | 'paymentMethods'>,
  { account_code, uuid }: NamedMethod,
): Promise<BillingInfoRecord> => {
  const { id } = await needAccount(records, account_code);
  if (uuid === undefined) {
    const found = await records.paymentMethods.primary(id);
    if (!found) throw notFound('BillingInfo', 'account_code', account_code);
    return found;
  }
  const found = (await records.paymentMethods.ofAccount(id)).find((method) => method.uuid === uuid);
  if (!found) throw notFound('BillingInfo', 'uuid', uuid);
  return found;
};

/** Returns a payment method of an account. Throws `not_found`. */
export const findBillingInfo = siteQuery(needMethod);

/** Lists the payment methods of an account, by `account_id`. */
export const listBillingInfos = siteList(({ paymentMethods }) => paymentMethods);

/** Returns the payment methods of an account, the primary first. */
export const findPaymentMethods = siteQuery(({ paymentMethods }, { id }: { readonly id: string }) =>
  paymentMethods.ofAccount(id),
);

/** Returns the payment method that an attempt to collect an invoice charges by default; undefined if there is none. */
export const findPayingMethod = siteQuery(
  async ({ paymentMethods }, invoice: NamesMethod & { readonly account_id: string }) =>
    methodThatPays(await paymentMethods.ofAccount(invoice.account_id), invoice),
);
