import type { Unverified } from '../../../domain/billing-info/billing-info.ts';
import type { BillingInfoRecord } from '../../../domain/billing-info/record.ts';
import type { Initiation } from '../../../domain/payments/initiation.ts';
import type { ConfirmedAction } from '../../../domain/payments/payment-action.ts';
import type { Presented } from '../../../ports/vault.ts';
import type { OfferedBillingInfo } from '../../accounts/offered-billing-info.ts';

/** The payment method of an order. */
export interface OrderPaymentMethod {
  /** Presented with the request, and stored as billing info with the order. */
  readonly presented: Presented | undefined;
  /** Undefined where none is stored and the request has none. */
  readonly info: Unverified | undefined;
  /** The method of the account that the order names, else its primary. */
  readonly stored: BillingInfoRecord | undefined;
  readonly offered: OfferedBillingInfo | undefined;
  /** The challenge that the customer passed for this order. Its method replaces the token, which was consumed. */
  readonly confirmed?: ConfirmedAction | undefined;
  /** An order by mail or telephone: the customer cannot be asked to confirm the payment. */
  readonly moto?: boolean | undefined;
  /** The initiator of the payment, where the merchant states it. */
  readonly initiation?: Initiation | undefined;
}
