import type { AccountRow, ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { authorizationNote } from '../../../domain/billing-info/authorization-note.ts';
import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import {
  accountEvents,
  accountSnapshot,
  creditPaymentEvents,
  giftCardEvents,
  subscriptionEvents,
  usageEvents,
} from '../../../domain/events/changes.ts';
import type { AccountSnapshot, EventRecord } from '../../../domain/events/event.ts';
import { inOrder } from '../../../domain/events/order.ts';
import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { CreditPaymentRecord } from '../../../domain/invoices/credit-payment.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { MailDraft } from '../../../domain/mail/facts.ts';
import { mailsOfEvents } from '../../../domain/mail/mails-of-events.ts';
import { noticeOfEmail, noticeOfMethod } from '../../../domain/mail/notices-of-changes.ts';
import type { SubscriptionEventType } from '../../../domain/subscriptions/event-type.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { TransactionRecord } from '../../../domain/transactions/record.ts';
import type { UsageRecord } from '../../../domain/usages/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { readChargesAfterEnd } from '../../../queries/subscriptions.ts';
import type { Ids } from '../../../values/ids.ts';
import { queueMails } from '../mail/queue-mails.ts';
import { openLookups } from './lookups.ts';
import { observed } from './observed.ts';
import { ofInvoice, ofTransaction, type Pending } from './pending.ts';

export interface Recording {
  /** The records of the transaction, which observe every change made through them. */
  readonly records: Records;
  /** Appends the events of the changes, and queues the mail that they call for. */
  append(): Promise<void>;
}

/**
 * Records the events of one transaction: compares every record that is added, saved or removed with its earlier state,
 * and appends each event with a snapshot, in the transaction that caused it. Use cases need no code for this.
 */
export const recordEvents = (original: Records, { ids }: { readonly ids: Ids }): Recording => {
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
  const announced = new Map<string, readonly SubscriptionEventType[]>();
  const subscriptions = observed(
    {
      ...original.subscriptions,
      async save(record: SubscriptionRecord, announces?: readonly SubscriptionEventType[]) {
        if (announces) announced.set(record.uuid, announces);
        await original.subscriptions.save(record);
      },
    },
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
  let correlation: string | null = null;

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
    auditLog: {
      async append(entry) {
        correlation ??= entry.correlation;
        await original.auditLog.append(entry);
      },
    },
  };

  const pending = async (): Promise<Pending[]> => {
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
      const types = announced.get(subscription.uuid) ?? derived;
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

  const noteAuthorizations = async (): Promise<void> => {
    for (const { before, after } of updatedBillingInfos) {
      const message = authorizationNote(before, after);
      if (!message) continue;
      const { account_id, bank_account_authorized_at } = after;
      const created_at = bank_account_authorized_at ?? after.updated_at;
      await original.notes.add({ id: ids.uuid(), account_id, message, created_at });
    }
  };

  return {
    records,
    async append() {
      await noteAuthorizations();
      const snapshots = new Map(accounts.known().map((account) => [account.id, accountSnapshot(account)]));
      const snapshotOf = async ({ account_id, payer }: Pending): Promise<AccountSnapshot> => {
        const known = account_id === null ? payer : snapshots.get(account_id);
        if (known || account_id === null) return known ?? NO_ACCOUNT;
        const snapshot = (await original.accounts.snapshot(account_id)) ?? payer ?? NO_ACCOUNT;
        snapshots.set(account_id, snapshot);
        return snapshot;
      };
      const events: EventRecord[] = [];
      for (const one of await pending()) {
        const event = one.build(await snapshotOf(one));
        const { at, account_id } = one;
        events.push({ id: '', at, type: event.type, account_id, correlation, event });
      }
      // Ids follow the order of delivery.
      const ordered = inOrder(events).map((event): EventRecord => ({ ...event, id: ids.uuid() }));
      if (ordered.length > 0) await original.events.appendAll(ordered);
      const at = ordered.at(-1)?.at;
      if (at === undefined) return;
      const replaced = new Map<string, AccountRow | undefined>();
      const notices: MailDraft[] = [];
      for (const { before, after } of accounts.changes()) {
        if (!after) continue;
        replaced.set(after.id, before);
        notices.push(...noticeOfEmail(before, after));
      }
      for (const { before, after } of updatedBillingInfos) {
        const { account_id } = after;
        const email = replaced.get(account_id)?.email ?? snapshots.get(account_id)?.email;
        notices.push(...noticeOfMethod(before, after, email));
      }
      const drafts = [...(await withCharges(original, ordered)), ...notices];
      await queueMails(original, { ids }, drafts, { at, correlation });
    },
  };
};

/** The mail of events; that about a cancellation says what is still charged. */
const withCharges = (records: Records, events: readonly EventRecord[]): Promise<MailDraft[]> =>
  Promise.all(
    mailsOfEvents(events).map(async (draft): Promise<MailDraft> => {
      if (draft.kind !== 'subscription_canceled') return draft;
      const canceled = events.find(
        ({ event }) =>
          event.type === 'canceled_subscription' && event.subscription.uuid === draft.facts.subscription_id,
      )?.event;
      if (!canceled || !('subscription' in canceled)) return draft;
      const charges = await readChargesAfterEnd(records, canceled.subscription);
      return { ...draft, facts: { ...draft.facts, charges } };
    }),
  );

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
