import type { ShippingAddressRecord } from '@service/billing/accounts/record.ts';
import type { Caller } from '@service/billing/caller.ts';
import type { OrderDraft } from '@service/billing/engine/orders/draft-order.ts';
import type { RecordedOrder } from '@service/billing/engine/orders/record-order.ts';
import type { DraftInvoice } from '@service/billing/invoices/draft.ts';
import type { ShownInvoice } from '@service/billing/invoices/record.ts';
import type { Records } from '@service/billing/ports/storage.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { PreviewedChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import type { Catalogue } from '../../messages/words.ts';
import type { Turn } from '../rendering/turns.ts';
import { type CollectionParts, type InvoiceParts, invoiceCollectionView } from './invoice.ts';
import { partsOf } from './invoice-parts.ts';
import { subscriptionView } from './subscription.ts';

/** Returns the invoices of a priced order, for a preview: without numbers and without addresses. */
export const previewedParts = (order: OrderDraft): CollectionParts => {
  const account_code = knownCode(order);
  const parts = ({ invoice, lines }: DraftInvoice): InvoiceParts => ({
    invoice: { ...invoice, account_code, parent_account_code: null },
    lines: lines.map((line) => ({ ...line, account_code, invoice: null })),
    transactions: null,
    creditPayments: order.creditPayments
      .filter((one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid)
      .map((one) => ({ ...one, account_code, original_invoice: '', applied_to_invoice: null })),
  });
  return { charge: order.charge ? parts(order.charge) : null, credits: order.credits.map(parts) };
};

/** An account that the order would create has no address yet. */
const knownCode = ({ existing, account_code }: OrderDraft): string => (existing ? account_code : '');

/** Returns the subscription that a priced order would add, with its first invoices. */
export const subscriptionPreview = (order: OrderDraft, version: Version, words: Catalogue) => {
  const [record] = order.subscriptions.added;
  const address = order.addresses.find(({ key }) => key === record?.shipping_address_key);
  const parts = previewedParts(order);
  const collection = invoiceCollectionView(parts, version, words);
  const view =
    record &&
    subscriptionView(
      {
        ...record,
        account_code: knownCode(order),
        parent_account_code: null,
        invoice: null,
        current_plan_code: record.plan_code,
      },
      address,
      version,
    );
  return {
    ...view,
    preview: true,
    subscription_add_ons: record?.add_ons,
    state: 'pending',
    cost_in_cents: parts.charge?.invoice.subtotal_in_cents ?? 0,
    invoice: collection.charge_invoice,
    invoice_collection: collection,
  };
};

/**
 * Returns a stored subscription as a change would leave it, with the invoices that the change would make. Versions with
 * a single invoice show the charge, where there is one.
 */
export const changePreview = (
  { subscription, draft }: PreviewedChange,
  address: ShippingAddressRecord | undefined,
  version: Version,
  words: Catalogue,
) => {
  const collection = draft && invoiceCollectionView(previewedParts(draft), version, words);
  return {
    ...subscriptionView(subscription, address, version),
    cost_in_cents: draft?.charge?.invoice.subtotal_in_cents ?? 0,
    invoice: collection?.charge_invoice ?? collection?.credit_invoices[0] ?? null,
    invoice_collection: collection ?? null,
  };
};

/** Returns the invoices that an order has recorded. */
export const recordedParts = async (
  records: Records,
  { charge, credits }: Pick<RecordedOrder, 'charge' | 'credits'>,
  reading: { readonly caller: Caller; readonly version: Version; readonly turn: Turn },
): Promise<CollectionParts> => {
  const found = async (uuid: string): Promise<ShownInvoice[]> => {
    const invoice = await records.invoices.find(uuid);
    return invoice ? [invoice] : [];
  };
  const invoices = (await Promise.all([...(charge ? [charge] : []), ...credits].map(found))).flat();
  const parts = await partsOf(records, invoices, reading);
  return {
    charge: parts.find(({ invoice }) => invoice.uuid === charge) ?? null,
    credits: parts.filter(({ invoice }) => invoice.uuid !== charge),
  };
};
