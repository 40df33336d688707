import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import type { PayingMethod } from '@service/billing/domain/billing-info/wallet.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import type { ChargesAfterEnd } from '@service/billing/domain/mail/facts.ts';
import { isActionRequired } from '@service/billing/domain/payments/decline-codes.ts';
import type { ShownSubscription, SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { TransitionDeps } from '@service/billing/engine/subscriptions/carry-out-transition.ts';
import type { Position } from '@service/billing/ports/listing.ts';
import {
  findBillingInfo,
  findPayingMethod,
  findPaymentMethods,
} from '@service/billing/queries/accounts/billing-info.ts';
import { findInvoice, findInvoiceParts, listInvoices } from '@service/billing/queries/invoices/invoices.ts';
import { findCollectedAtOnce } from '@service/billing/queries/payments/collected-at-once.ts';
import {
  findChargesAfterEnd,
  findSubscription,
  listSubscriptions,
} from '@service/billing/queries/subscriptions/subscriptions.ts';
import { LATEST } from '@service/billing/resources/version.ts';
import { type PreviewedRenewal, previewRenewal } from '@service/billing/usecases/subscriptions/preview-renewal.ts';
import { notFound, unlessRefused } from '@service/billing/values/failure.ts';
import type { Visit } from './visit.ts';

type Who = Pick<Visit, 'caller' | 'account'>;

/** Reads of the customer's own records, and of no other's, for the pages. */
export interface Reads {
  /** Live ones, the latest first; without any, the latest that ended. */
  subscriptionsOf(who: Who): Promise<readonly ShownSubscription[]>;
  /** Throws `not_found`, also for a subscription of another account. */
  subscriptionOf(who: Who, uuid: string): Promise<ShownSubscription>;
  /** The next invoice; undefined if there is none, or if it cannot be priced now. */
  renewalOf(who: Who, subscription: ShownSubscription): Promise<PreviewedRenewal | undefined>;
  billingInfoOf(who: Who): Promise<BillingInfoRecord | undefined>;
  /** The payment method that pays an invoice: the one that it names, else the primary. */
  payingMethodOf(who: Who, invoice: ShownInvoice): Promise<BillingInfoRecord | undefined>;
  /** All payment methods, the primary first. */
  paymentMethodsOf(who: Who): Promise<readonly BillingInfoRecord[]>;
  /** The latest invoices, from a position on. */
  invoicesOf(who: Who, limit: number, from?: Position): Promise<readonly ShownInvoice[]>;
  /** Throws `not_found`, also for an invoice of another account. */
  invoiceOf(who: Who, number: string): Promise<ShownInvoice>;
  /** Past-due charge invoices, oldest first. */
  pastDueOf(who: Who): Promise<readonly ShownInvoice[]>;
  /** Invoices that are charged at once when a payment method is stored with these roles, oldest first. */
  collectedAtOnce(who: Who, method: PayingMethod): Promise<readonly ShownInvoice[]>;
  /** Returns the charges that remain for a subscription that was canceled or has ended. */
  chargesAfter(who: Who, ended: SubscriptionRecord): Promise<ChargesAfterEnd>;
  /** Credit that is left to spend, in cents by currency. */
  creditOf(who: Who): Promise<ReadonlyMap<string, number>>;
  /** Whether the bank declined the last attempt to pay an invoice because the customer has to confirm it. */
  waitsForCustomer(who: Who, invoice: ShownInvoice): Promise<boolean>;
}

const MOST_SUBSCRIPTIONS = 50;
const MOST_PAST_DUE = 50;
const MOST_CREDITS = 100;
const MOST_EMBEDDED = 100;

export const readsOf = (deps: TransitionDeps): Reads => {
  const subscriptions = listSubscriptions(deps);
  const invoices = listInvoices(deps);
  const subscription = findSubscription(deps);
  const invoice = findInvoice(deps);
  const parts = findInvoiceParts(deps);
  const info = findBillingInfo(deps);
  const methods = findPaymentMethods(deps);
  const payingMethod = findPayingMethod(deps);
  const atOnce = findCollectedAtOnce(deps);
  const renewal = previewRenewal(deps);
  const charges = findChargesAfterEnd(deps);

  return {
    async subscriptionsOf({ caller, account }) {
      const listed = async (state: 'live' | 'expired', limit: number) => {
        const filter = { account_id: account.id, state, at: caller.at };
        return (await subscriptions.page(caller, { filter, sort: 'created_at', order: 'desc', limit })).records;
      };
      const live = await listed('live', MOST_SUBSCRIPTIONS);
      return live.length > 0 ? live : listed('expired', 1);
    },
    async subscriptionOf({ caller, account }, uuid) {
      const found = await subscription(caller, uuid);
      if (found.account_id !== account.id) throw notFound('Subscription', 'uuid', uuid);
      return found;
    },
    renewalOf: ({ caller }, shown) => unlessRefused(renewal(caller, shown)),
    async billingInfoOf({ caller, account }) {
      return account.has_billing_info ? info(caller, account) : undefined;
    },
    payingMethodOf: ({ caller }, invoice) => payingMethod(caller, invoice),
    paymentMethodsOf: ({ caller, account }) => methods(caller, account),
    async invoicesOf({ caller, account }, limit, from) {
      const filter = { account_id: account.id };
      const query = { filter, sort: 'created_at', order: 'desc', limit, ...(from ? { from } : {}) } as const;
      return (await invoices.page(caller, query)).records;
    },
    async invoiceOf({ caller, account }, number) {
      const found = await invoice(caller, number);
      if (found.account_id !== account.id) throw notFound('Invoice', 'invoice_number', number);
      return found;
    },
    async pastDueOf({ caller, account }) {
      if (!account.has_past_due_invoice) return [];
      const filter = { account_id: account.id, states: ['past_due'] };
      return (await invoices.page(caller, { filter, sort: 'created_at', order: 'asc', limit: MOST_PAST_DUE })).records;
    },
    collectedAtOnce: ({ caller, account }, method) => atOnce(caller, account, method),
    chargesAfter: ({ caller }, ended) => charges(caller, ended),
    async creditOf({ caller, account }) {
      const filter = { account_id: account.id, states: ['open'] };
      const open = await invoices.page(caller, { filter, sort: 'created_at', order: 'asc', limit: MOST_CREDITS });
      const left = new Map<string, number>();
      for (const { currency, balance_in_cents } of open.records) {
        left.set(currency, (left.get(currency) ?? 0) - balance_in_cents);
      }
      return left;
    },
    async waitsForCustomer({ caller }, { uuid }) {
      const reading = { caller, version: LATEST, turn: deps.world.turn, embedded: MOST_EMBEDDED };
      const { transactions } = await parts(reading, uuid);
      return isActionRequired(transactions?.at(-1)?.transaction_error?.error_code);
    },
  };
};
