import { payerSnapshot } from '@service/billing/domain/events/account-snapshot.ts';
import type { AccountSnapshot, Event } from '@service/billing/domain/events/event.ts';
import { transactionSnapshot } from '@service/billing/domain/events/transaction-snapshot.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { TransactionRecord } from '@service/billing/domain/transactions/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import { subscriptionsOnInvoice } from '@service/billing/queries/subscriptions.ts';
import type { Seconds } from '@service/billing/values/time.ts';
import { invoiceEvents, isDunningStep, isGiftCardBalance, paymentEvents } from './changes.ts';
import type { Lookups } from './lookups.ts';

/** An event that lacks only the snapshot of its account. */
export interface Pending {
  readonly at: Seconds;
  readonly account_id: string | null;
  /** Null: the event has no account. */
  readonly build: (account: AccountSnapshot) => Event;
  /** For an account that may not exist. */
  readonly payer?: AccountSnapshot;
}

/** Returns the events of a changed invoice: its own, the balance of a gift card, and a step of dunning. */
export const ofInvoice = async (
  records: Records,
  lookups: Lookups,
  before: InvoiceRecord | undefined,
  after: InvoiceRecord | undefined,
): Promise<Pending[]> => {
  if (!after) return [];
  const types = invoiceEvents(before, after);
  const dunned = isDunningStep(before, after);
  const balance = isGiftCardBalance(before, after) ? await ofGiftCardBalance(records, lookups, after) : [];
  if (types.length === 0 && !dunned) return balance;
  const subscription_ids = await lookups.subscriptionsOn(after.uuid);
  const about = { at: after.updated_at, account_id: after.account_id };
  const changed = types.map(
    (type): Pending => ({ ...about, build: (account) => ({ type, account, invoice: after, subscription_ids }) }),
  );
  changed.push(...balance);
  return dunned ? [...changed, { ...about, build: await dunningEvent(records, after, subscription_ids) }] : changed;
};

const ofGiftCardBalance = async (records: Records, lookups: Lookups, invoice: InvoiceRecord): Promise<Pending[]> => {
  const card = invoice.gift_card_id === null ? undefined : await records.giftCards.find(invoice.gift_card_id);
  if (!card) return [];
  const gift_card = await lookups.giftCard(card, invoice);
  const build = (): Event => ({ type: 'updated_balance_gift_card', gift_card });
  return [{ at: invoice.updated_at, account_id: null, build }];
};

const dunningEvent = async (
  records: Records,
  invoice: InvoiceRecord,
  subscription_ids: readonly string[],
): Promise<Pending['build']> => {
  const subscriptions = await subscriptionsOnInvoice(records, invoice.uuid);
  const attempts = await records.transactions.ofInvoice(invoice.uuid);
  const transaction = attempts.findLast(({ action }) => action === 'purchase') ?? null;
  return (account) => ({
    type: 'new_dunning_event',
    account,
    invoice,
    subscription_ids,
    subscriptions,
    transaction: transaction && transactionSnapshot(transaction),
  });
};

/** Returns the events of a changed transaction. */
export const ofTransaction = async (
  lookups: Lookups,
  before: TransactionRecord | undefined,
  after: TransactionRecord | undefined,
): Promise<Pending[]> => {
  if (!after) return [];
  const { account_id, updated_at: at } = after;
  const payer = payerSnapshot(after);
  const transaction = transactionSnapshot(after);
  const failedCheck = !before && after.action === 'verify' && after.status === 'failed' && account_id !== null;
  const types = paymentEvents(before, after);
  const paid_invoice = types.length > 0 ? await lookups.invoice(after.invoice_id) : null;
  const subscription_ids = types.length > 0 ? await lookups.subscriptionsOn(after.invoice_id) : [];
  return [
    ...(failedCheck
      ? [
          {
            at,
            account_id,
            payer,
            build: (account: AccountSnapshot): Event => ({ type: 'billing_info_update_failed', account }),
          },
        ]
      : []),
    ...types.map(
      (type): Pending => ({
        at,
        account_id,
        payer,
        build: (account) => ({ type, account, transaction, paid_invoice, subscription_ids }),
      }),
    ),
  ];
};
