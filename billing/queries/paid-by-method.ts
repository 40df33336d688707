import type { BillingInfoRecord } from '../domain/billing-info/record.ts';
import { methodThatPays, type NamesMethod } from '../domain/billing-info/wallet.ts';
import type { ShownInvoice } from '../domain/invoices/record.ts';
import type { ShownSubscription } from '../domain/subscriptions/record.ts';
import { siteQuery } from './site-query.ts';

/** The live subscriptions and unpaid invoices that a payment method pays. */
export interface MethodPayments {
  readonly subscriptions: readonly ShownSubscription[];
  readonly invoices: readonly ShownInvoice[];
}

interface Paid extends NamesMethod {
  readonly collection_method: 'automatic' | 'manual';
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
    const paidBy = <T extends Paid>(all: readonly T[], method: BillingInfoRecord): T[] =>
      all.filter((one) => one.collection_method === 'automatic' && methodThatPays(methods, one) === method);
    return new Map(
      methods.map((method) => [method.id, { subscriptions: paidBy(live, method), invoices: paidBy(open, method) }]),
    );
  },
);
