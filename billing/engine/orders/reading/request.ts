import type { AccountRecord } from '../../../domain/accounts/record.ts';
import type { AuditAction } from '../../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../../domain/audit-log/entry.ts';
import type { Initiation } from '../../../domain/payments/initiation.ts';
import type { Records } from '../../../ports/storage.ts';
import type { AccountInput } from '../../../resources/account.ts';
import type { Issue } from '../../../values/failure.ts';
import type { OfferedBillingInfo } from '../../accounts/offered-billing-info.ts';
import type { Order } from '../drafting/order.ts';
import type { OrderPaymentMethod } from '../drafting/payment-method.ts';

/** A part of a request with its path, under which its problems are reported. */
export type At<T> = T & { readonly path: string };

/** The buyer in a request. Card and bank account numbers are in the vault. */
export interface BuyerRequest {
  readonly account: Omit<AccountInput, 'billing_info'>;
  readonly offered: OfferedBillingInfo | undefined;
  /** An order by mail or telephone: the customer cannot be asked to confirm the payment. */
  readonly moto?: boolean | undefined;
  /** The initiator of the payment, where the merchant states it. */
  readonly initiation?: At<Initiation> | undefined;
  /** The payment method of the account that pays, in place of the primary. */
  readonly billing_info_uuid?: string | null | undefined;
  /** Problems found while the request was parsed. */
  readonly issues: readonly Issue[];
}

/** The buyer as stored when a request is read, and the payment method. */
export interface BuyerState {
  readonly records: Records;
  readonly existing: AccountRecord | undefined;
  /** The account that pays: the buyer, or its parent. Undefined for a new buyer that pays. */
  readonly payer: AccountRecord | undefined;
  /** The number of ledger movements of the payer before any other data was read. */
  readonly movements: Order['movements'];
  /** The payment method of the payer. */
  readonly method: OrderPaymentMethod;
  /** Problems of the payment method. */
  readonly issues: readonly Issue[];
}

/** An order, or all problems of its request. */
export type OrderRead = { readonly order: Order } | { readonly issues: readonly Issue[] };

/** A request to sell that can be read as an order. */
export interface OrderRequest {
  /** The root element, under which problems are reported: `purchase`. */
  readonly path: string;
  readonly buyer: BuyerRequest;
  /** Whether it redeems coupons or a gift card, which a payment that a crash interrupted may have reserved. */
  readonly redeems: boolean;
  /** The action for the audit log; by default a sale. */
  readonly what?: AuditAction;
  /** The changes for that entry. */
  readonly changes?: AuditChanges | null | undefined;
  /** Looks up and validates the items of the request. Writes nothing. Throws `duplicate_subscription`. */
  readonly read: (state: BuyerState) => Promise<OrderRead>;
}
