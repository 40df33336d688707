import type { ShippingAddressRecord } from '../../../domain/accounts/record.ts';
import { accountSnapshot, payerSnapshot } from '../../../domain/events/account-snapshot.ts';
import type {
  AccountSnapshot,
  Event,
  EventDraft,
  EventRecord,
  GiftCardSnapshot,
  InvoiceReference,
} from '../../../domain/events/event.ts';
import { transactionSnapshot } from '../../../domain/events/transaction-snapshot.ts';
import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { SubscriptionRecord } from '../../../domain/subscriptions/record.ts';
import type { Records } from '../../../ports/storage.ts';
import { findDunned } from '../../../queries/dunning/dunned.ts';
import type { Written } from './written.ts';

type Snapshot = Pick<EventRecord, 'at' | 'account_id' | 'event'>;

/** Gives events their snapshots at the end of a transaction. Each record is looked up at most once. */
export const openSnapshots = (records: Records, written: Written) => {
  const accounts = new Map<string, Promise<AccountSnapshot | undefined>>();
  const invoices = new Map<string, Promise<InvoiceRecord | undefined>>();
  const subscriptions = new Map<string, Promise<readonly string[]>>();
  const addresses = new Map<string, Promise<ShippingAddressRecord | null>>();

  const accountOf = async (id: string, otherwise = NO_ACCOUNT): Promise<AccountSnapshot> => {
    const known = written.accounts.get(id);
    if (known) return accountSnapshot(known);
    return (await once(accounts, id, () => records.accounts.snapshot(id))) ?? otherwise;
  };
  const invoiceOf = async (id: string | null): Promise<InvoiceRecord | undefined> => {
    if (id === null) return undefined;
    return written.invoices.get(id) ?? once(invoices, id, () => records.invoices.find(id));
  };
  const numberOf = async (id: string | null): Promise<number | null> => (await invoiceOf(id))?.invoice_number ?? null;
  const subscriptionsOn = async (id: string | null): Promise<readonly string[]> => {
    if (id === null) return [];
    const read = async () => (await records.subscriptions.onInvoice(id)).map(({ uuid }) => uuid);
    return written.subscriptionsOn(id) ?? once(subscriptions, id, read);
  };
  const referenceOf = async (id: string | null): Promise<InvoiceReference | null> => {
    const found = await invoiceOf(id);
    return found ? { prefix: found.invoice_number_prefix, number: found.invoice_number } : null;
  };
  const addressOf = async (key: string | null): Promise<ShippingAddressRecord | null> => {
    if (key === null) return null;
    const look = async () => (await records.shippingAddresses.byKeys([key]))[0] ?? null;
    return written.shippingAddresses.get(key) ?? once(addresses, key, look);
  };
  const codeOf = async (id: string | null): Promise<string | null> =>
    id === null ? null : ((await records.accounts.byId(id))?.account_code ?? null);
  const cardOf = async (card: GiftCardRow, holder?: InvoiceRecord): Promise<GiftCardSnapshot> => {
    const redeemed = holder ?? (await invoiceOf(card.redemption_invoice_id));
    return {
      ...card,
      gifter_account_code: await codeOf(card.gifter_account_id),
      recipient_account_code: await codeOf(card.recipient_account_id),
      invoice_number: await numberOf(card.purchase_invoice_id),
      balance_in_cents: redeemed ? 0 - redeemed.balance_in_cents : null,
    };
  };

  return {
    /** Returns an event with its moment and its account; undefined where the gift card that it is about is gone. */
    async eventOf(draft: EventDraft): Promise<Snapshot | undefined> {
      if (draft.type === 'updated_balance_gift_card') {
        const invoice = written.invoices.get(draft.invoice.uuid) ?? draft.invoice;
        const card = invoice.gift_card_id === null ? undefined : await records.giftCards.find(invoice.gift_card_id);
        if (!card) return undefined;
        const gift_card = await cardOf(card, invoice);
        return { at: invoice.updated_at, account_id: null, event: { type: draft.type, gift_card } };
      }
      if ('item' in draft) {
        const { type, item } = draft;
        return { at: item.updated_at, account_id: null, event: { type, item } };
      }
      if ('external_subscription' in draft) {
        const { type, external_subscription } = draft;
        const { account_id, updated_at: at } = external_subscription;
        return { at, account_id, event: { type, account: await accountOf(account_id), external_subscription } };
      }
      if ('account' in draft) {
        const after = written.accounts.get(draft.account.id) ?? draft.account;
        const event: Event = { type: draft.type, account: accountSnapshot(after) };
        return { at: after.updated_at, account_id: after.id, event };
      }
      if ('billing_info' in draft) {
        const { account_id, updated_at: at } = draft.billing_info;
        return { at, account_id, event: { type: draft.type, account: await accountOf(account_id) } };
      }
      if ('shipping_address' in draft) {
        const { key } = draft.shipping_address;
        const shipping_address = written.shippingAddresses.get(key) ?? draft.shipping_address;
        const { account_id, updated_at: at } = shipping_address;
        const account = await accountOf(account_id);
        return { at, account_id, event: { type: draft.type, account, shipping_address } };
      }
      if ('subscription' in draft) {
        const stored = written.subscriptions.get(draft.subscription.uuid) ?? draft.subscription;
        const subscription: Omit<SubscriptionRecord, 'mrr'> = { ...stored, ...NO_REVENUE };
        const { account_id, updated_at: at, shipping_address_key } = subscription;
        const shipping_address = await addressOf(shipping_address_key);
        const account = await accountOf(account_id);
        return { at, account_id, event: { type: draft.type, account, subscription, shipping_address } };
      }
      if ('usage' in draft) {
        const { usage } = draft;
        const { account_id, changed_at: at } = usage;
        return { at, account_id, event: { type: draft.type, account: await accountOf(account_id), usage } };
      }
      if ('gift_card' in draft) {
        const card = written.giftCards.get(draft.gift_card.key) ?? draft.gift_card;
        const gift_card = await cardOf(card);
        return { at: card.updated_at, account_id: null, event: { type: draft.type, gift_card } };
      }
      if ('credit_payment' in draft) {
        const credit_payment = written.creditPayments.get(draft.credit_payment.uuid) ?? draft.credit_payment;
        const { account_id, updated_at: at } = credit_payment;
        const original_invoice_number = await numberOf(credit_payment.original_invoice_id);
        const applied_to_invoice_number = await numberOf(credit_payment.applied_to_invoice_id);
        const numbers = { original_invoice_number, applied_to_invoice_number };
        const account = await accountOf(account_id);
        return { at, account_id, event: { type: draft.type, account, credit_payment, ...numbers } };
      }
      if ('transaction' in draft) {
        const after = written.transactions.get(draft.transaction.uuid) ?? draft.transaction;
        const { account_id, updated_at: at, invoice_id } = after;
        const payer = payerSnapshot(after);
        const account = account_id === null ? payer : await accountOf(account_id, payer);
        if (draft.type === 'billing_info_update_failed') {
          return { at, account_id, event: { type: draft.type, account } };
        }
        const paid_invoice = await referenceOf(invoice_id);
        const subscription_ids = await subscriptionsOn(invoice_id);
        const transaction = transactionSnapshot(after);
        return { at, account_id, event: { type: draft.type, account, transaction, paid_invoice, subscription_ids } };
      }
      const invoice = written.invoices.get(draft.invoice.uuid) ?? draft.invoice;
      const { account_id, updated_at: at } = invoice;
      const account = await accountOf(account_id);
      const subscription_ids = await subscriptionsOn(invoice.uuid);
      const event: Event =
        draft.type === 'new_dunning_event'
          ? { type: draft.type, account, invoice, subscription_ids, ...(await findDunned(records, invoice)) }
          : { type: draft.type, account, invoice, subscription_ids };
      return { at, account_id, event };
    },
  };
};

/**
 * Receivers are not told of the revenue, which is recorded at the end of the transaction. JSON leaves the member out; a
 * copy without it would take ten times as long.
 */
const NO_REVENUE = { mrr: undefined };

const once = <T>(found: Map<string, Promise<T>>, key: string, look: () => Promise<T>): Promise<T> => {
  const before = found.get(key);
  if (before) return before;
  const value = look();
  found.set(key, value);
  return value;
};

/** Events of an account that is gone. */
const NO_ACCOUNT: AccountSnapshot = {
  account_code: '',
  username: null,
  email: null,
  first_name: null,
  last_name: null,
  company_name: null,
  phone: null,
};
