import type { Seconds } from '../../values/time.ts';
import type { AdjustmentRecord } from '../adjustments/record.ts';
import type { DraftInvoice } from './draft.ts';
import { draftInvoice, headerOf } from './draft-invoice.ts';
import type { InvoiceRecord } from './record.ts';

interface Against {
  readonly uuid: () => string;
  readonly at: Seconds;
  readonly origin: InvoiceRecord['origin'];
  /** Notes for the customer. */
  readonly notes: string | null;
}

/**
 * Returns a credit invoice over lines that credit a charge invoice, of the same seller for the same customer on the
 * same terms.
 */
export const creditAgainst = (
  { uuid, at, origin, notes }: Against,
  charge: InvoiceRecord,
  lines: readonly AdjustmentRecord[],
): DraftInvoice => {
  const draft = draftInvoice(
    {
      uuid: uuid(),
      at,
      currency: charge.currency,
      origin,
      terms: {
        collection_method: charge.collection_method,
        net_terms: 0,
        net_terms_type: 'net',
        po_number: charge.po_number,
        terms_and_conditions: charge.terms_and_conditions,
        customer_notes: notes,
        credit_customer_notes: notes,
        vat_reverse_charge_notes: charge.vat_reverse_charge_notes,
        gateway_code: charge.gateway_code,
        billing_info_uuid: null,
      },
      ...headerOf(charge),
    },
    lines,
  );
  return { ...draft, invoice: { ...draft.invoice, original_ids: [charge.uuid] } };
};

/** Returns a credit invoice after all of it was used. */
export const used = ({ invoice, lines }: DraftInvoice, at: Seconds): DraftInvoice => ({
  lines,
  invoice: { ...invoice, balance_in_cents: 0, state: 'closed', closed_at: at, updated_at: at },
});
