import type { Seconds } from '../../values/time.ts';
import type { AccountRecord } from '../accounts/record.ts';
import { blankLine } from '../adjustments/line.ts';
import type { BillingInfoRecord } from '../billing-info/record.ts';
import type { InvoiceSeller } from '../business-entities/seller.ts';
import type { DraftInvoice } from '../invoices/draft.ts';
import { billedTo, draftInvoice } from '../invoices/draft-invoice.ts';
import type { RequestedTerms } from '../invoices/requested-terms.ts';
import { resolveTerms } from '../invoices/terms.ts';
import { evidenceOf } from '../taxes/location-evidence.ts';

/** The amount that an account owed, or was owed, in another system. */
export interface CarriedForward {
  /** The uuid that the invoice gets here. */
  readonly uuid: string;
  readonly type: 'charge' | 'credit';
  /** Cents above 0, with the tax that the other system has reported. */
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  /** The due date of a charge. */
  readonly due_on?: Seconds;
  readonly terms?: RequestedTerms;
}

export interface CarriedForwardFor {
  readonly uuid: () => string;
  readonly at: Seconds;
  readonly seller: InvoiceSeller;
  readonly account: AccountRecord;
  readonly held: BillingInfoRecord | undefined;
}

/**
 * Returns the invoice of an amount that is carried forward: one line without tax, because the other system has invoiced
 * and taxed it. A charge is on hold, and collected or past due only once it is started.
 */
export const carriedForward = (
  { uuid, at, seller, account, held }: CarriedForwardFor,
  carried: CarriedForward,
): DraftInvoice => {
  const isCharge = carried.type === 'charge';
  const amount = isCharge ? carried.amount : 0 - carried.amount;
  const line = {
    ...blankLine({ uuid, at, account_id: account.id, currency: carried.currency }),
    description: carried.description,
    unit_amount_in_cents: amount,
    total_in_cents: amount,
    ...(isCharge ? {} : { type: 'credit' as const, origin: 'credit' as const, credit_reason_code: 'general' as const }),
  };
  const { invoice, lines } = draftInvoice(
    {
      uuid: carried.uuid,
      at,
      account_id: account.id,
      currency: carried.currency,
      origin: 'carryforward',
      terms: resolveTerms(seller.site, carried.terms ?? {}),
      address: billedTo(account, held),
      vat_number: held?.vat_number ?? account.vat_number,
      reverseCharge: false,
      usedTaxService: seller.site.tax_registrations.length > 0 ? false : null,
      shipping_address: null,
      seller: seller.header,
      evidence: evidenceOf(held),
    },
    [line],
  );
  if (!isCharge) return { invoice, lines };
  const due_on = carried.due_on ?? at;
  const attempt_next_collection_at = invoice.collection_method === 'automatic' ? Math.max(due_on, at) : null;
  return { invoice: { ...invoice, on_hold: true, due_on, attempt_next_collection_at }, lines };
};
