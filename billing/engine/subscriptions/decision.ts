import type { ShippingAddressRecord } from '../../domain/accounts/record.ts';
import type { LineRefund } from '../../domain/adjustments/credit-line.ts';
import type { AuditAction } from '../../domain/audit-log/areas.ts';
import type { AuditChanges } from '../../domain/audit-log/entry.ts';
import type { OrderCoupons } from '../../domain/coupons/discounts.ts';
import type { SubscriptionRecord } from '../../domain/subscriptions/record.ts';
import type { Transition } from '../../domain/subscriptions/transition.ts';
import type { UpdateItem } from '../orders/drafting/order.ts';

/** The decision on a stored subscription: a transition, and how to invoice it. */
export interface Decision<S extends SubscriptionRecord | null = SubscriptionRecord | null> {
  readonly kind: UpdateItem['kind'];
  readonly transition: Transition<S>;
  /** The action for the audit log: `subscription.renewed`. */
  readonly what: AuditAction;
  /** The changed terms, for the same entry; missing where the terms stay as they are. */
  readonly changes?: AuditChanges | null;
  /** The lines that the transition credits. */
  readonly credits?: readonly LineRefund[];
  readonly creditOrigin?: UpdateItem['creditOrigin'];
  /** The coupons that discount it, if not those in force on the account. */
  readonly coupons?: OrderCoupons;
  /** New shipping addresses, which it adds to the account. */
  readonly addresses?: readonly ShippingAddressRecord[];
  /** The text of its credit invoice, in place of the subscription's. */
  readonly credit_customer_notes?: string | null | undefined;
  /** An order by mail or telephone: the customer is not asked to confirm its payment. */
  readonly moto?: boolean;
}

/** A decision that leaves the subscription in place. */
export type Update = Decision<SubscriptionRecord>;

export const isUpdate = (decision: Decision): decision is Update => decision.transition.subscription !== null;

/** Whether a decision makes an invoice. */
export const makesInvoice = ({ transition, credits = [] }: Decision): boolean =>
  transition.charges.length > 0 || credits.length > 0;

/** Whether a decision writes more than the subscription: invoices, redeemed coupons or shipping addresses. */
export const needsOrder = (decision: Decision): boolean =>
  makesInvoice(decision) || (decision.addresses ?? []).length > 0 || (decision.coupons?.redeemed ?? []).length > 0;
