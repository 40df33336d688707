import type { Seconds } from '../../values/time.ts';
import { endOf } from '../dunning/dunning.ts';
import type { Event, EventRecord } from '../events/event.ts';
import type { TransactionSnapshot } from '../events/transaction-snapshot.ts';
import { invoiceName, referencedInvoice } from '../invoices/invoice-name.ts';
import type { InvoiceRecord } from '../invoices/record.ts';
import { isActionRequired } from '../payments/decline-codes.ts';
import type { SubscriptionRecord } from '../subscriptions/record.ts';
import type { CustomerFacts, MailDraft, MethodFacts, SubscriptionFacts } from './facts.ts';

type Recorded = Pick<EventRecord, 'account_id' | 'event'>;

/**
 * Returns the mail that the events of one transaction call for, in their order: of each kind at most one for an event,
 * and one order confirmation for all that an account bought. An account without an email address gets none.
 */
export const mailsOfEvents = (events: readonly Recorded[]): MailDraft[] => {
  const byAccount = Map.groupBy(events, ({ account_id }) => account_id);
  return [...byAccount].flatMap(([account_id, recorded]) => {
    const some = recorded.map(({ event }) => event);
    const recipient = some.flatMap((event) => ('account' in event ? [event.account.email] : [])).find(Boolean);
    if (account_id === null || !recipient) return [];
    const drafted = [...orderConfirmation(some), ...some.flatMap((event) => mailOf(event, some))];
    return drafted.map((one): MailDraft => ({ ...one, account_id, recipient }));
  });
};

type DunningEvent = Extract<Event, { type: 'new_dunning_event' }>;

/** An invoice with the subscriptions that it bills, and the last attempt to collect it. */
type Dunned = Pick<DunningEvent, 'invoice' | 'transaction' | 'subscriptions'>;

type Drafted = {
  [K in keyof CustomerFacts]: { readonly kind: K; readonly facts: CustomerFacts[K] };
}[keyof CustomerFacts];

const orderConfirmation = (events: readonly Event[]): Drafted[] => {
  const sold = events.flatMap((event) => (event.type === 'new_subscription' ? [event.subscription] : []));
  const invoice = events
    .flatMap((event) => (event.type === 'new_charge_invoice' ? [event.invoice] : []))
    .find(({ origin }) => origin === 'purchase');
  if (sold.length === 0 && !invoice) return [];
  const subscriptions = sold.map((one) => ({
    ...subscriptionFacts(one),
    starts_at: one.starts_at,
    trial_ends_at: one.trial_ends_at,
  }));
  return [{ kind: 'order_confirmation', facts: { subscriptions, invoice: invoice ? invoiceFacts(invoice) : null } }];
};

const invoiceFacts = (invoice: InvoiceRecord) => ({
  id: invoice.uuid,
  number: invoiceName(invoice),
  amount_in_cents: invoice.total_in_cents,
  currency: invoice.currency,
  // Only a customer who pays by transfer has to know.
  due_on: invoice.collection_method === 'manual' && invoice.state === 'pending' ? invoice.due_on : null,
});

const mailOf = (event: Event, all: readonly Event[]): Drafted[] => {
  switch (event.type) {
    case 'paid_charge_invoice':
      return receipt(event.invoice, all);
    case 'new_dunning_event':
      return [reminder(event)];
    case 'canceled_subscription':
      return [
        {
          kind: 'subscription_canceled',
          facts: { ...subscriptionFacts(event.subscription), ends_at: endOfCanceled(event.subscription) },
        },
      ];
    case 'expired_subscription':
      return [
        {
          kind: 'subscription_expired',
          facts: {
            ...subscriptionFacts(event.subscription),
            unpaid_invoice_number: unpaidInvoiceOf(event.subscription, all),
          },
        },
      ];
    case 'successful_refund': {
      const { amount_in_cents, currency } = event.transaction;
      const invoice_number = referencedInvoice(event.paid_invoice);
      const method = methodOf(event.transaction);
      return [{ kind: 'refund', facts: { amount_in_cents, currency, method, invoice_number } }];
    }
    default:
      return [];
  }
};

/** Returns the end of a canceled subscription; null for one that had not started, which is removed at once. */
const endOfCanceled = ({ activated_at, expires_at }: SubscriptionRecord): Seconds | null =>
  activated_at === null ? null : expires_at;

const receipt = (invoice: InvoiceRecord, all: readonly Event[]): Drafted[] => {
  if (invoice.total_in_cents <= 0) return [];
  const payment = all
    .flatMap((event) => (event.type === 'successful_payment' ? [event.transaction] : []))
    .find(({ invoice_id }) => invoice_id === invoice.uuid);
  return [receiptOf(invoice, payment)];
};

/** Returns the receipt for a paid invoice. */
const receiptOf = (invoice: InvoiceRecord, payment: TransactionSnapshot | undefined): Drafted => ({
  kind: 'receipt',
  facts: {
    invoice_id: invoice.uuid,
    invoice_number: invoiceName(invoice),
    amount_in_cents: invoice.total_in_cents,
    currency: invoice.currency,
    paid_at: invoice.closed_at ?? invoice.updated_at,
    method: payment ? methodOf(payment) : null,
  },
});

/**
 * Returns the mail with which a charge invoice goes to its customer once more: a receipt if it is paid, a reminder if
 * it is past due, the invoice to be paid otherwise. Undefined while a payment is under way, for one that was written
 * off, and where nothing was charged.
 */
export const mailOfInvoice = ({ invoice, transaction, subscriptions }: Dunned): Drafted | undefined => {
  if (invoice.type !== 'charge' || invoice.total_in_cents <= 0) return undefined;
  switch (invoice.state) {
    case 'paid':
      return receiptOf(invoice, transaction?.status === 'success' ? transaction : undefined);
    case 'past_due':
      return reminder({ invoice, transaction, subscriptions });
    case 'pending':
      return { kind: 'order_confirmation', facts: { subscriptions: [], invoice: invoiceFacts(invoice) } };
    default:
      return undefined;
  }
};

/**
 * The last attempt decides whether the mail asks the customer to confirm the payment or reports that it failed. Once
 * the invoice is written off, there is nothing to confirm.
 */
const reminder = (event: Dunned): Drafted => {
  const facts = failedPayment(event);
  const { transaction } = event;
  const isAsked = isActionRequired(transaction?.transaction_error?.error_code) && !facts.written_off;
  if (!isAsked) return { kind: 'payment_failed', facts };
  const { next_attempt_at: _, written_off: __, ...confirmation } = facts;
  return { kind: 'payment_confirmation', facts: confirmation };
};

const failedPayment = ({ invoice, transaction, subscriptions }: Dunned): CustomerFacts['payment_failed'] => ({
  invoice_id: invoice.uuid,
  invoice_number: invoiceName(invoice),
  amount_in_cents: invoice.state === 'failed' ? invoice.total_in_cents : invoice.balance_in_cents,
  currency: invoice.currency,
  method: transaction && methodOf(transaction),
  next_attempt_at: invoice.attempt_next_collection_at,
  ends_at: endOfSubscriptions(invoice, subscriptions),
  final: invoice.dunning?.final ?? false,
  written_off: invoice.state === 'failed',
});

/**
 * Returns the time at which dunning ends the subscriptions of an invoice; null if it ends none, because all end earlier
 * anyway.
 */
const endOfSubscriptions = (
  { dunning }: InvoiceRecord,
  subscriptions: readonly Pick<SubscriptionRecord, 'state' | 'expires_at'>[],
): Seconds | null => {
  if (dunning?.schedule.subscription !== 'expire') return null;
  const end = endOf(dunning);
  const continues = ({ state, expires_at }: Pick<SubscriptionRecord, 'state' | 'expires_at'>): boolean =>
    state !== 'expired' && (expires_at === null || expires_at > end);
  return subscriptions.some(continues) ? end : null;
};

/** Returns the number of the invoice whose dunning ended a subscription; null if it ended for another reason. */
const unpaidInvoiceOf = ({ uuid }: SubscriptionRecord, all: readonly Event[]): string | null => {
  const [unpaid] = all.flatMap((event) =>
    event.type === 'new_dunning_event' && event.invoice.dunning?.final && event.subscription_ids.includes(uuid)
      ? [invoiceName(event.invoice)]
      : [],
  );
  return unpaid ?? null;
};

export const subscriptionFacts = ({ uuid, plan_name, quantity }: SubscriptionRecord): SubscriptionFacts => ({
  subscription_id: uuid,
  plan_name,
  quantity,
});

const methodOf = ({ details: { account } }: TransactionSnapshot): MethodFacts | null => {
  const info = account.billing_info;
  if (!info) return null;
  return { card_type: info.card_type ?? null, last_four: info.last_four ?? null, type: info.type ?? null };
};
