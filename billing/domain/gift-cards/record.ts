import type { GiftCard } from '../../resources/gift-card.ts';
import type { LedgerReferences } from '../../resources/ledger-references.ts';
import type { Seconds } from '../../values/time.ts';

/** The stored columns of a gift card. */
export interface GiftCardRow extends GiftCard {
  /** UUIDv7; `id` is the number that clients see. */
  readonly key: string;
  readonly gifter_account_id: string;
  readonly recipient_account_id: string | null;
  readonly purchase_invoice_id: string | null;
  readonly redemption_invoice_id: string | null;
  /** Whether it can be redeemed while a bank still has to settle the debit that pays for it. */
  readonly before_settlement: boolean | null;
  /** Earliest time to send its e-mail, once it is paid; null if none is due. */
  readonly delivery_due_at: Seconds | null;
  /** The moment at which its value was earned as breakage; it can be redeemed all the same. */
  readonly breakage_at: Seconds | null;
}

/** A gift card with data of other records that is read with it. */
export interface GiftCardRecord extends GiftCardRow {
  /** Whether its purchase is paid, as far as redeeming it needs that. */
  readonly paid: boolean;
  readonly gifter_account_code: string;
  readonly recipient_account_code: string | null;
  /** Numbers of its invoices, as addresses have them. */
  readonly purchase_invoice: string | null;
  readonly redemption_invoice: string | null;
}

/** The fields of a gift card that its buyer chooses. */
export type BoughtGiftCard = Pick<
  GiftCardRow,
  'product_code' | 'unit_amount_in_cents' | 'currency' | 'delivery' | 'before_settlement' | keyof LedgerReferences
>;
