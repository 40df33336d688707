import type { AccountRow, ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import { accountSnapshot } from '@service/billing/domain/events/account-snapshot.ts';
import type { EventRecord, EventType } from '@service/billing/domain/events/event.ts';
import { transactionSnapshot } from '@service/billing/domain/events/transaction-snapshot.ts';
import type { ExternalSubscriptionRow } from '@service/billing/domain/external/record.ts';
import type { GiftCardRow } from '@service/billing/domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '@service/billing/domain/invoices/credit-payment.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { ItemRecord } from '@service/billing/domain/items/record.ts';
import type { SubscriptionRecord } from '@service/billing/domain/subscriptions/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { UsageRecord } from '@service/billing/domain/usages/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import {
  accountEvents,
  creditPaymentEvents,
  giftCardEvents,
  invoiceEvents,
  isDunningStep,
  isGiftCardBalance,
  itemEvents,
  paymentEvents,
  subscriptionEvents,
  usageEvents,
} from './changes.ts';
import { observed } from './observed.ts';

export interface Observed {
  /** The records of the transaction, which observe every change made through them. */
  readonly records: Records;
  /** Returns what the changes call for, as lines of `lineOf`, in no order. */
  calledFor(said: readonly EventRecord[]): Promise<string[]>;
}

/** The type of an event and the record that it is about, as receivers are shown it. */
export const lineOf = ({ event, account_id }: EventRecord): string => {
  if ('external_subscription' in event) return line(event.type, event.external_subscription);
  if ('gift_card' in event) return line(event.type, event.gift_card.id);
  if ('item' in event) return line(event.type, event.item);
  if ('subscription' in event) return line(event.type, event.subscription);
  if ('shipping_address' in event) return line(event.type, event.shipping_address);
  if ('usage' in event) return line(event.type, event.usage);
  if ('invoice' in event) return line(event.type, event.invoice);
  if ('credit_payment' in event) return line(event.type, event.credit_payment);
  if ('transaction' in event) return line(event.type, event.transaction);
  return line(event.type, event.type.startsWith('billing_info') ? account_id : event.account);
};

/** Receivers are not told of the recurring revenue. */
const line = (type: EventType, record: unknown): string =>
  `${type} ${JSON.stringify(record, (name, value) => (name === 'mrr' ? undefined : value))}`;

/** Compares every record of a transaction that is added, saved or removed with its earlier state. */
export const observeRecords = (original: Records): Observed => {
  const accounts = observed(
    original.accounts,
    (record: AccountRow) => record.id,
    ({ id }) => original.accounts.byId(id),
  );
  const shippingAddresses = observed(
    original.shippingAddresses,
    (record: ShippingAddressRecord) => record.key,
    ({ account_id, id }) => original.shippingAddresses.find(account_id, id),
  );
  const subscriptions = observed(
    original.subscriptions,
    (record: SubscriptionRecord) => record.uuid,
    ({ uuid }) => original.subscriptions.find(uuid),
  );
  const usages = observed(
    original.usages,
    (record: UsageRecord) => record.key,
    ({ subscription_id, add_on_code, id }) => original.usages.find(subscription_id, add_on_code, id),
  );
  const invoices = observed(
    original.invoices,
    (record: InvoiceRecord) => record.uuid,
    ({ uuid }) => original.invoices.find(uuid),
  );
  const creditPayments = observed(
    original.creditPayments,
    (record: CreditPaymentRecord) => record.uuid,
    ({ uuid }) => original.creditPayments.find(uuid),
  );
  const transactions = observed(
    original.transactions,
    (record: TransactionRecord) => record.uuid,
    ({ uuid }) => original.transactions.find(uuid),
  );
  const giftCards = observed(
    original.giftCards,
    (record: GiftCardRow) => record.key,
    ({ id }) => original.giftCards.find(id),
  );
  const items = observed(
    original.items,
    (record: ItemRecord) => record.id,
    ({ id }) => original.items.byId(id),
  );
  const storedMethods: string[] = [];
  const newAtStores: ExternalSubscriptionRow[] = [];

  return {
    records: {
      ...original,
      accounts: accounts.records,
      shippingAddresses: shippingAddresses.records,
      subscriptions: subscriptions.records,
      usages: usages.records,
      invoices: invoices.records,
      creditPayments: creditPayments.records,
      transactions: transactions.records,
      giftCards: giftCards.records,
      items: items.records,
      external: {
        ...original.external,
        subscriptions: {
          ...original.external.subscriptions,
          async add(record) {
            newAtStores.push(record);
            await original.external.subscriptions.add(record);
          },
        },
      },
      paymentMethods: {
        ...original.paymentMethods,
        async save(record) {
          storedMethods.push(record.account_id);
          await original.paymentMethods.save(record);
        },
      },
    },
    async calledFor(said) {
      const lines = storedMethods.map((id) => line('billing_info_updated', id));
      const called = (types: readonly EventType[], record: unknown) => {
        lines.push(...types.map((type) => line(type, record)));
      };
      for (const { before, after } of accounts.changes()) {
        if (after) called(accountEvents(before, after), accountSnapshot(after));
      }
      for (const { before, after } of shippingAddresses.changes()) {
        called([`${after ? (before ? 'updated' : 'new') : 'deleted'}_shipping_address`], after ?? before);
      }
      for (const { before, after } of subscriptions.changes()) {
        const types = after ? subscriptionEvents(before, after) : ['canceled_subscription' as const];
        // Many events of a subscription change no state. They are believed if they do not contradict its states.
        const own = said.filter(({ event }) => 'subscription' in event && event.subscription.uuid === before?.uuid);
        const told = own.map(({ type }) => type);
        called(types.every((type) => told.includes(type)) && before ? told : types, after ?? before);
      }
      for (const { before, after } of usages.changes()) {
        if (after) called(usageEvents(before, after), after);
      }
      for (const { before, after } of invoices.changes()) {
        if (!after) continue;
        called(invoiceEvents(before, after), after);
        if (isDunningStep(before, after)) called(['new_dunning_event'], after);
        const isBalance = isGiftCardBalance(before, after) && (await original.giftCards.find(after.gift_card_id ?? 0));
        if (isBalance) called(['updated_balance_gift_card'], after.gift_card_id);
      }
      for (const { before, after } of creditPayments.changes()) {
        if (after) called(creditPaymentEvents(before, after), after);
      }
      for (const { before, after } of transactions.changes()) {
        if (!after) continue;
        called(paymentEvents(before, after), transactionSnapshot(after));
        const isFailedCheck = !before && after.action === 'verify' && after.status === 'failed';
        if (isFailedCheck && after.account_id) called(['billing_info_update_failed'], after.account_id);
      }
      for (const { before, after } of giftCards.changes()) {
        if (after) called(giftCardEvents(before, after), after.id);
      }
      for (const { before, after } of items.changes()) {
        if (after) called(itemEvents(before, after), after);
      }
      for (const row of newAtStores) called(['new_external_subscription'], row);
      // What becomes of them later is what the store says.
      lines.push(...said.map(lineOf).filter((told) => /^(?!new_)\w+_external_subscription /.test(told)));
      return lines;
    },
  };
};
