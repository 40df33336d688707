import type { DraftInvoice } from '@service/billing/domain/invoices/draft.ts';
import type { CollectionParts, InvoiceParts } from '@service/billing/domain/invoices/invoice-parts.ts';
import { periodPrice } from '@service/billing/domain/subscriptions/products.ts';
import { pendingAgreement } from '@service/billing/domain/subscriptions/ramp.ts';
import type { AgreedPlan } from '@service/billing/domain/subscriptions/record.ts';
import { shippingFeeOf } from '@service/billing/domain/subscriptions/shipping-fee.ts';
import type { OrderDraft } from '@service/billing/engine/orders/drafting/draft-order.ts';
import type { DetailedSubscription } from '@service/billing/queries/subscriptions/subscriptions.ts';
import type { Version } from '@service/billing/resources/version.ts';
import type { PreviewedChange } from '@service/billing/usecases/subscriptions/preview-change.ts';
import type { ApiWords } from '../../messages/api-words.ts';
import { addOnView } from './add-on.ts';
import { invoiceCollectionView } from './invoice.ts';
import { subscriptionView } from './subscription.ts';

/** Returns the invoices of a priced order, for a preview: without numbers and without addresses. */
export const previewedParts = (order: OrderDraft): CollectionParts => {
  const account_code = order.payer?.account_code ?? knownCode(order);
  const lineCode = (id: string): string =>
    id === order.account_id ? knownCode(order) : (order.accountCodes?.[id] ?? account_code);
  const parts = ({ invoice, lines }: DraftInvoice): InvoiceParts => ({
    invoice: { ...invoice, account_code, parent_account_code: null },
    lines: lines.map((line) => ({
      ...line,
      account_code: lineCode(line.account_id),
      // Which account a line is for is told before the account exists.
      bill_for_account_code: line.account_id === order.account_id ? order.account_code : lineCode(line.account_id),
      invoice: null,
      invoice_account_code: account_code,
      billing_info_uuid: invoice.billing_info_uuid,
    })),
    transactions: null,
    creditPayments: order.creditPayments
      .filter((one) => one.original_invoice_id === invoice.uuid || one.applied_to_invoice_id === invoice.uuid)
      .map((one) => ({
        ...one,
        account_code,
        original_invoice: order.invoiceNames?.[one.original_invoice_id] ?? '',
        applied_to_invoice: order.invoiceNames?.[one.applied_to_invoice_id ?? ''] ?? null,
      })),
  });
  return { charge: order.charge ? parts(order.charge) : null, credits: order.credits.map(parts) };
};

/** An account that the order would create has no address yet. */
const knownCode = ({ existing, account_code }: OrderDraft): string => (existing ? account_code : '');

/** Returns what a period costs with its shipping fee, before discounts and tax. */
const costOf = (agreed: AgreedPlan): number => periodPrice(agreed) + shippingFeeOf(agreed);

/** Returns the subscription that a priced order would add; undefined if it adds none. */
export const addedSubscription = (order: OrderDraft) => {
  const [record] = order.subscriptions.added;
  return (
    record && {
      ...record,
      account_code: knownCode(order),
      payer_account_code: order.payer?.account_code ?? knownCode(order),
      parent_account_code: null,
      invoice: null,
      current_plan_code: record.plan_code,
    }
  );
};

/** Returns the subscription that a priced order would add, with its first invoices. */
export const subscriptionPreview = (
  order: OrderDraft,
  record: Omit<DetailedSubscription, 'revision'> | undefined,
  version: Version,
  words: ApiWords,
) => {
  const parts = previewedParts(order);
  const collection = invoiceCollectionView(parts, version, words);
  return {
    ...(record && subscriptionView(record, version)),
    preview: true,
    subscription_add_ons: record?.add_ons.map(addOnView(record)),
    state: 'pending',
    cost_in_cents: record && costOf(record),
    invoice: collection.charge_invoice,
    invoice_collection: collection,
  };
};

/**
 * Returns a stored subscription after a change, for a preview, with the invoices of the change. Versions with a single
 * invoice show the charge invoice, if there is one.
 */
export const changePreview = (
  { draft }: Pick<PreviewedChange, 'draft'>,
  subscription: Omit<DetailedSubscription, 'revision'>,
  version: Version,
  words: ApiWords,
) => {
  const collection = draft && invoiceCollectionView(previewedParts(draft), version, words);
  return {
    ...subscriptionView(subscription, version),
    // An add-on that the change would add has no usage to lead to yet.
    subscription_add_ons: subscription.add_ons.map(addOnView(subscription)),
    cost_in_cents: costOf(pendingAgreement(subscription, 'bill_date', 'term_end') ?? subscription),
    invoice: collection?.charge_invoice ?? collection?.credit_invoices[0] ?? null,
    invoice_collection: collection ?? null,
  };
};
