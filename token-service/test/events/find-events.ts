import type { AccountRow, ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { BillingInfoRecord } from '@service/billing/domain/billing-info/record.ts';
import { accountSnapshot } from '@service/billing/domain/events/account-snapshot.ts';
import type { AccountSnapshot, EventRecord } from '@service/billing/domain/events/event.ts';
import type { GiftCardRow } from '@service/billing/domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '@service/billing/domain/invoices/credit-payment.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { SubscriptionEventType } from '@service/billing/domain/subscriptions/event-type.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { accountEvents, creditPaymentEvents, giftCardEvents, subscriptionEvents, usageEvents } from './changes.ts';
import { openLookups } from './lookups.ts';
import { observed } from './observed.ts';
import { ofInvoice, ofTransaction, type Pending } from './pending.ts';
import { inOrder } from './expected-order.ts';

export type FoundEvent = Pick<EventRecord, 'at' | 'account_id' | 'event'>;

export interface Finding {
  /** The records of the transaction, which observe every change made through them. */
  readonly records: Records;
  /**
   * The events of the changes, in the order in which receivers are told of them. Of what was said, only that of
   * subscriptions is believed, as far as it does not contradict their states: many of their events change no state.
   */
  found(said: readonly FoundEvent[]): Promise<FoundEvent[]>;
}

/**
 * Finds the events of one transaction without being told of them: compares every record that is added, saved or removed
 * with its earlier state. Tests hold against it what the code says.
 */
export const findEvents = (original: Records): Finding => {
  const accounts = observed(
    original.accounts,
    (record: AccountRow) => record.id,
    (record) => original.accounts.byId(record.id),
  );
  const shippingAddresses = observed(
    original.shippingAddresses,
    (record: ShippingAddressRecord) => record.key,
    (record) => original.shippingAddresses.find(record.account_id, record.id),
  );
  const subscriptions = observed(
    original.subscriptions,
    (record: SubscriptionRecord) => record.uuid,
    (record) => original.subscriptions.find(record.uuid),
  );
  const usages = observed(
    original.usages,
    (record: UsageRecord) => record.key,
    ({ subscription_id, add_on_code, id }) => original.usages.find(subscription_id, add_on_code, id),
  );
  const invoices = observed(
    original.invoices,
    (record: InvoiceRecord) => record.uuid,
    (record) => original.invoices.find(record.uuid),
  );
  const creditPayments = observed(
    original.creditPayments,
    (record: CreditPaymentRecord) => record.uuid,
    (record) => original.creditPayments.find(record.uuid),
  );
  const transactions = observed(
    original.transactions,
    (record: TransactionRecord) => record.uuid,
    (record) => original.transactions.find(record.uuid),
  );
  const giftCards = observed(
    original.giftCards,
    (record: GiftCardRow) => record.key,
    (record) => original.giftCards.find(record.id),
  );
  const updatedBillingInfos: { readonly before: BillingInfoRecord | undefined; readonly after: BillingInfoRecord }[] =
    [];
  const records: Records = {
    ...original,
    accounts: accounts.records,
    shippingAddresses: shippingAddresses.records,
    subscriptions: subscriptions.records,
    usages: usages.records,
    invoices: invoices.records,
    creditPayments: creditPayments.records,
    transactions: transactions.records,
    giftCards: giftCards.records,
    billingInfos: {
      ...original.billingInfos,
      async save(record) {
        updatedBillingInfos.push({ before: await original.billingInfos.find(record.account_id), after: record });
        await original.billingInfos.save(record);
      },
    },
  };

  const pending = async (said: readonly FoundEvent[]): Promise<Pending[]> => {
    const found: Pending[] = [];
    const lookups = openLookups(records, invoices.known);
    for (const { before, after } of accounts.changes()) {
      if (!after) continue;
      for (const type of accountEvents(before, after)) {
        const account = accountSnapshot(after);
        found.push({ at: after.updated_at, account_id: after.id, build: () => ({ type, account }) });
      }
    }
    for (const { after } of updatedBillingInfos) {
      const { account_id, updated_at: at } = after;
      found.push({ at, account_id, build: (account) => ({ type: 'billing_info_updated', account }) });
    }
    for (const { before, after } of shippingAddresses.changes()) {
      const shipping_address = after ?? before;
      if (!shipping_address) continue;
      const type = `${after ? (before ? 'updated' : 'new') : 'deleted'}_shipping_address` as const;
      const { account_id, updated_at } = shipping_address;
      found.push({ at: updated_at, account_id, build: (account) => ({ type, account, shipping_address }) });
    }
    for (const { before, after } of subscriptions.changes()) {
      const subscription = after ?? before;
      if (!subscription) continue;
      const { account_id, updated_at: at } = subscription;
      const derived = after ? subscriptionEvents(before, after) : ['canceled_subscription' as const];
      const types = before ? withSaid(said, subscription, derived) : derived;
      const shipping_address =
        types.length > 0 ? await lookups.shippingAddress(subscription.shipping_address_key) : null;
      for (const type of types)
        found.push({ at, account_id, build: (account) => ({ type, account, subscription, shipping_address }) });
    }
    for (const { before, after } of usages.changes()) {
      if (!after) continue;
      const { account_id, changed_at: at } = after;
      for (const type of usageEvents(before, after)) {
        found.push({ at, account_id, build: (account) => ({ type, account, usage: after }) });
      }
    }
    for (const { before, after } of invoices.changes())
      found.push(...(await ofInvoice(records, lookups, before, after)));
    for (const { before, after } of creditPayments.changes()) {
      if (!after) continue;
      const { account_id, updated_at: at } = after;
      for (const type of creditPaymentEvents(before, after)) {
        const original_invoice_number = (await lookups.invoice(after.original_invoice_id))?.number ?? null;
        const applied_to_invoice_number = (await lookups.invoice(after.applied_to_invoice_id))?.number ?? null;
        const numbers = { original_invoice_number, applied_to_invoice_number };
        found.push({ at, account_id, build: (account) => ({ type, account, credit_payment: after, ...numbers }) });
      }
    }
    for (const { before, after } of transactions.changes())
      found.push(...(await ofTransaction(lookups, before, after)));
    for (const { before, after } of giftCards.changes()) {
      if (!after) continue;
      for (const type of giftCardEvents(before, after)) {
        const gift_card = await lookups.giftCard(after);
        found.push({ at: after.updated_at, account_id: null, build: () => ({ type, gift_card }) });
      }
    }
    return found;
  };

  return {
    records,
    async found(said) {
      const snapshots = new Map(accounts.known().map((account) => [account.id, accountSnapshot(account)]));
      const snapshotOf = async ({ account_id, payer }: Pending): Promise<AccountSnapshot> => {
        const known = account_id === null ? payer : snapshots.get(account_id);
        if (known || account_id === null) return known ?? NO_ACCOUNT;
        const snapshot = (await original.accounts.snapshot(account_id)) ?? payer ?? NO_ACCOUNT;
        snapshots.set(account_id, snapshot);
        return snapshot;
      };
      const events: FoundEvent[] = [];
      for (const one of await pending(said)) {
        const { at, account_id } = one;
        events.push({ at, account_id, event: one.build(await snapshotOf(one)) });
      }
      return inOrder(events);
    },
  };
};

/** Gift card events carry no account. */
const NO_ACCOUNT: AccountSnapshot = {
  account_code: '',
  username: null,
  email: null,
  first_name: null,
  last_name: null,
  company_name: null,
  phone: null,
};

const withSaid = (
  said: readonly FoundEvent[],
  { uuid }: SubscriptionRecord,
  derived: readonly SubscriptionEventType[],
): readonly SubscriptionEventType[] => {
  const types = said.flatMap(({ event }) =>
    'subscription' in event && event.type !== 'prerenewal' && event.subscription.uuid === uuid ? [event.type] : [],
  );
  return derived.every((type) => types.includes(type)) ? types : derived;
};
