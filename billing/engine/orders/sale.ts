import type { ShippingAddressRecord } from '../../accounts/record.ts';
import type { RedemptionRow } from '../../coupons/record.ts';
import type { Issue } from '../../failure.ts';
import type { BoughtGiftCard, GiftCardRow } from '../../gift-cards/record.ts';
import type { CreditPaymentRecord } from '../../invoices/credit-payment.ts';
import type { DraftInvoice } from '../../invoices/draft.ts';
import type { TermsWished } from '../../invoices/requested-terms.ts';
import type { Reservation } from '../../payments/intent.ts';
import type { AccountInput } from '../../resources/account.ts';
import type { PurchasedCharge } from '../../resources/purchase.ts';
import type { ShippingAddressInput } from '../../resources/shipping-address.ts';
import type { SubscriptionRecord } from '../../subscriptions/record.ts';
import type { WishedSubscription } from '../../subscriptions/requested.ts';
import type { Seconds } from '../../time.ts';
import type { OfferedBillingInfo } from '../payments/offered-billing-info.ts';

/** A wish, and where in the request it stands, so that what is wrong with it can be named. */
export type At<T> = T & { readonly path: string };

/** What somebody wants to buy, in the words common to purchases, subscriptions and one-time payments. */
export interface SaleRequest {
  /** The root of the request: `purchase`, `subscription`, `transaction`. */
  readonly path: string;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered?: OfferedBillingInfo | undefined;
  readonly currency: string | null | undefined;
  readonly subscriptions: readonly At<WishedSubscription>[];
  readonly charges: readonly At<PurchasedCharge>[];
  readonly coupons: readonly { readonly code: string; readonly path: string }[];
  readonly gift_card?: { readonly code: string; readonly path: string } | undefined;
  /** A gift card to be bought: neither taxed nor discounted, and not paid with the credit of another one. */
  readonly bought?: BoughtGiftCard | undefined;
  readonly terms: TermsWished;
  readonly shipping_address?: ShippingAddressInput | null | undefined;
  readonly shipping_address_id?: number | null | undefined;
  /** Charges and credits that wait on the account come along, and so does what it holds of credit and coupons. */
  readonly sweeps: boolean;
  /** Several subscriptions of one request do not trip the guard against doubles; `bulk` turns it off. */
  readonly bulk: boolean;
  /** What could not be read. */
  readonly issues: readonly Issue[];
}

/**
 * A sale, priced: every record that will be written, but for the payment and the numbers that are given out when it is. It is plain data, so that an
 * authorization can keep it until it is captured.
 */
export interface Sale {
  readonly at: Seconds;
  readonly account_id: string;
  readonly account_code: string;
  /** False: this sale brings the account. */
  readonly existing: boolean;
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly currency: string;
  /** Missing when nothing is charged: a subscription that starts later. */
  readonly charge: DraftInvoice | undefined;
  /** Pending credits, and a gift card that is redeemed. */
  readonly credits: readonly DraftInvoice[];
  readonly subscriptions: readonly SubscriptionRecord[];
  /** Lines among those above that were waiting on the account. */
  readonly swept: readonly string[];
  /** Shipping addresses to be added; their numbers are given when they are. */
  readonly addresses: readonly ShippingAddressRecord[];
  readonly redemptions: readonly RedemptionRow[];
  /** Redemptions from before that took something off, or that a new one replaces. */
  readonly redeemedBefore: readonly RedemptionRow[];
  /** Key of the gift card that is redeemed. */
  readonly gift_card: string | null;
  /** The gift card that is bought; its number and its code are given when it is. */
  readonly bought: GiftCardRow | null;
  /** Credit that goes to the charge, from credit invoices of before and of this sale. */
  readonly creditPayments: readonly CreditPaymentRecord[];
  readonly reservation: Reservation;
  /** A trial asks for a payment method although nothing is due. */
  readonly needsMethod: boolean;
  /** Cents left to pay with money. */
  readonly due: number;
}
