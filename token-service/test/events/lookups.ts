import type { ShippingAddressRecord } from '@service/billing/domain/accounts/record.ts';
import type { GiftCardSnapshot, InvoiceReference } from '@service/billing/domain/events/event.ts';
import type { GiftCardRow } from '@service/billing/domain/gift-cards/record.ts';
import type { InvoiceRecord } from '@service/billing/domain/invoices/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';

/** What snapshots say of other records than their own. */
export interface Lookups {
  subscriptionsOn(invoiceId: string | null): Promise<readonly string[]>;
  invoice(id: string | null): Promise<InvoiceReference | null>;
  shippingAddress(key: string | null): Promise<ShippingAddressRecord | null>;
  giftCard(card: GiftCardRow, invoice?: InvoiceRecord): Promise<GiftCardSnapshot>;
}

/** Looks up each record of a transaction at most once. `known`: invoices that the transaction has read or written. */
export const openLookups = (records: Records, known: () => readonly InvoiceRecord[]): Lookups => {
  const invoices = new Map<string, Promise<InvoiceRecord | undefined>>();
  const subscriptions = new Map<string, Promise<readonly string[]>>();
  const addresses = new Map<string, Promise<ShippingAddressRecord | null>>();

  const invoiceOf = (id: string): Promise<InvoiceRecord | undefined> => {
    if (invoices.size === 0) for (const each of known()) invoices.set(each.uuid, Promise.resolve(each));
    return once(invoices, id, () => records.invoices.find(id));
  };
  const codeOf = async (id: string | null): Promise<string | null> =>
    id === null ? null : ((await records.accounts.byId(id))?.account_code ?? null);

  return {
    subscriptionsOn: async (id) =>
      id === null ? [] : once(subscriptions, id, () => records.subscriptions.idsOnInvoice(id)),
    async invoice(id) {
      const found = id === null ? undefined : await invoiceOf(id);
      return found ? { prefix: found.invoice_number_prefix, number: found.invoice_number } : null;
    },
    shippingAddress: async (key) =>
      key === null
        ? null
        : once(addresses, key, async () => (await records.shippingAddresses.byKeys([key]))[0] ?? null),
    async giftCard(card, invoice) {
      const redeemed =
        invoice ?? (card.redemption_invoice_id ? await invoiceOf(card.redemption_invoice_id) : undefined);
      const sold = card.purchase_invoice_id === null ? undefined : await invoiceOf(card.purchase_invoice_id);
      return {
        ...card,
        gifter_account_code: await codeOf(card.gifter_account_id),
        recipient_account_code: await codeOf(card.recipient_account_id),
        invoice_number: sold?.invoice_number ?? null,
        balance_in_cents: redeemed ? 0 - redeemed.balance_in_cents : null,
      };
    },
  };
};

const once = <T>(found: Map<string, Promise<T>>, key: string, look: () => Promise<T>): Promise<T> => {
  const before = found.get(key);
  if (before) return before;
  const value = look();
  found.set(key, value);
  return value;
};
