import { sumOfTaxes } from '@service/billing/domain/invoices/draft-invoice.ts';
import {
  type CollectionParts,
  type InvoiceParts,
  MOST_EMBEDDED,
} from '@service/billing/domain/invoices/invoice-parts.ts';
import type { ShownInvoice } from '@service/billing/domain/invoices/record.ts';
import { convertedAmounts } from '@service/billing/domain/taxes/tax-conversion.ts';
import { atLeast, type Version } from '@service/billing/resources/version.ts';
import type { ApiWords } from '../../messages/api-words.ts';
import { adjustmentView, taxDetailOf } from './adjustment.ts';
import { transactionView } from './transaction.ts';

/** Names of states before 2.10, where they differ. */
const OLD_STATES: Readonly<Record<string, string>> = {
  pending: 'open',
  paid: 'collected',
  closed: 'collected',
  voided: 'collected',
};

/** An invoice as a version shows it: the newest form, with the states and amounts of older versions before 2.10. */
export const invoiceView = (
  { invoice, lines, transactions, creditPayments, original, subscription_id }: InvoiceParts,
  version: Version,
  words: ApiWords,
  embedded = MOST_EMBEDDED,
) => {
  const preview = invoice.invoice_number === null;
  return {
    ...invoice,
    ...(atLeast(version, '2.10') ? {} : asBeforeCreditInvoices(invoice)),
    billing_info_uuid: atLeast(version, '2.29') ? invoice.billing_info_uuid : null,
    subscription_id: preview
      ? null
      : (lines.find((line) => line.subscription_id)?.subscription_id ?? subscription_id ?? null),
    original,
    dunning_campaign_id: invoice.dunning?.campaign_id ?? null,
    dunning_events_count: invoice.dunning?.events_count ?? null,
    final_dunning_event: invoice.dunning?.final ?? null,
    tax_details: (invoice.taxes ?? sumOfTaxes(lines)).map(taxDetailOf),
    reference_only_currency_conversion: invoice.tax_conversion
      ? convertedAmounts(invoice.tax_conversion, invoice, invoice.currency)
      : null,
    credit_payments: creditPayments.slice(0, embedded).map((one) => ({ ...one, preview })),
    line_items: lines.slice(0, embedded).map((line) => ({ ...adjustmentView(line, version), preview })),
    has_more_lines: lines.length > embedded,
    transactions: transactions?.slice(0, embedded).map((one) => transactionView(one, words)) ?? null,
    has_more_transactions: (transactions?.length ?? 0) > embedded,
  };
};

const asBeforeCreditInvoices = (invoice: ShownInvoice) => ({
  state: OLD_STATES[invoice.state] ?? invoice.state,
  subtotal_in_cents: invoice.subtotal_before_discount_in_cents,
  subtotal_after_discount_in_cents: invoice.subtotal_in_cents,
  amount_remaining_in_cents: invoice.balance_in_cents,
});

/** The record of an `invoice_collection`. */
export const invoiceCollectionView = ({ charge, credits }: CollectionParts, version: Version, words: ApiWords) => ({
  charge_invoice: charge && invoiceView(charge, version, words),
  credit_invoices: credits.map((credit) => invoiceView(credit, version, words)),
});
