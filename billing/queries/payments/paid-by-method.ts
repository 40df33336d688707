import type { BillingInfoRecord } from '../../domain/billing-info/record.ts';
import { type CollectedRecord, isCollectedWith } from '../../domain/billing-info/wallet.ts';
import type { ShownInvoice } from '../../domain/invoices/record.ts';
import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import { siteQuery } from '../lists/site-query.ts';

/** The live subscriptions and unpaid invoices that a payment method pays. */
export interface MethodPayments {
  readonly subscriptions: readonly ShownSubscription[];
  readonly invoices: readonly ShownInvoice[];
}

/**
 * Returns what each payment method of an account pays by itself, by the id of the method: what names it, and for the
 * primary all that names none. `methods`: all of the account, the primary first.
 */
export const findPaidByMethods = siteQuery(
  async (
    { subscriptions, invoices },
    { id }: { readonly id: string },
    methods: readonly BillingInfoRecord[],
  ): Promise<ReadonlyMap<string, MethodPayments>> => {
    const [live, open] = await Promise.all([subscriptions.paidBy(id), invoices.openCharges(id)]);
    const paidBy = <T extends CollectedRecord>(all: readonly T[], method: BillingInfoRecord): T[] =>
      all.filter((one) => isCollectedWith(method, methods, one));
    return new Map(
      methods.map((method) => [method.id, { subscriptions: paidBy(live, method), invoices: paidBy(open, method) }]),
    );
  },
);
