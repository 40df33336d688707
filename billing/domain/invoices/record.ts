import type { Invoice } from '../../resources/invoice.ts';
import type { LineTax } from '../adjustments/record.ts';
import type { Dunned } from '../dunning/dunning.ts';
import type { WaitingForGateway } from '../payments/unanswered.ts';
import type { LocationEvidence } from '../taxes/location-evidence.ts';
import type { TaxConversion } from '../taxes/tax-conversion.ts';
import type { InvoiceLook } from './look.ts';

/**
 * A stored invoice; its uuid is its id, and addresses name its prefix and number. A credit invoice's totals are
 * negative, and so is its balance while it is open.
 */
export interface InvoiceRecord
  extends Dunned,
    WaitingForGateway,
    Omit<
      Invoice,
      | 'subtotal_after_discount_in_cents'
      | 'amount_remaining_in_cents'
      | 'credit_payments'
      | 'dunning_campaign_id'
      | 'dunning_events_count'
      | 'final_dunning_event'
      | 'line_items'
      | 'tax_details'
      | 'reference_only_currency_conversion'
      | 'transactions'
    > {
  readonly account_id: string;
  /** The charge invoices a credit invoice came from. */
  readonly original_ids: readonly string[];
  /** A gift card's redemption, for credit of origin `gift_card`. */
  readonly gift_card_id: number | null;
  /** The entity that sold it; null: the site itself. */
  readonly business_entity_id: string | null;
  /** Null: that of the site. Determined when it is written. */
  readonly look: InvoiceLook | null;
  /** Cents of a charge invoice that were credited, written off ones included; 0 for a credit invoice. */
  readonly credited_in_cents: number;
  /** Whether it was imported and is not started yet: it is neither collected nor past due. No operation changes it. */
  readonly on_hold?: boolean;
  /** The taxes of its lines, each summed up; null in invoices of earlier releases. */
  readonly taxes: readonly LineTax[] | null;
  /** The evidence of the customer's country at the sale; null where there was none, and in earlier releases. */
  readonly tax_evidence: LocationEvidence | null;
  /** Null where its tax needs no other currency, or no rates were stored, and in invoices of earlier releases. */
  readonly tax_conversion: TaxConversion | null;
}

export interface ShownInvoice extends InvoiceRecord {
  readonly account_code: string;
  readonly parent_account_code: string | null;
  /** Whether the account holds credit in its currency; set for pending and past-due charge invoices that are stored. */
  readonly has_credit?: boolean;
}
