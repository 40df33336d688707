import type { Event } from '@service/billing/domain/events/event.ts';
import { isLegacy } from '@service/billing/domain/webhooks/types.ts';
import type { RenderNotification } from '@service/billing/ports/webhooks.ts';
import { PROLOG } from '../xml/codec/write.ts';
import { accountElement, shippingAddressElement } from './account.ts';
import { externalSubscriptionElement } from './external-subscription.ts';
import { giftCardElement } from './gift-card.ts';
import { dunningElements, invoiceElement, legacyInvoiceElement } from './invoice.ts';
import { itemElement } from './item.ts';
import { element, textElement } from './markup.ts';
import { creditPaymentElement, transactionElement } from './payment.ts';
import { subscriptionElement, usageElement } from './subscription.ts';

/**
 * Renders an event as the document that receivers get: the root element names the type, and the first child is the
 * account, except in notifications of gift cards and items, and ahead of a renewal.
 */
export const renderNotification: RenderNotification = (event, type) =>
  PROLOG + element(`${type}_notification`, isLegacy(type) ? legacyChildren(event) : childrenOf(event));

const childrenOf = (event: Event): string[] => {
  if ('gift_card' in event) {
    return [giftCardElement(event.gift_card, event.type === 'updated_balance_gift_card')];
  }
  if ('item' in event) return [itemElement(event.item)];
  const account = accountElement(event.account);
  if (event.type === 'new_dunning_event') {
    const { invoice, subscription_ids, subscriptions, transaction } = event;
    const number = { prefix: invoice.invoice_number_prefix, number: invoice.invoice_number };
    return [
      account,
      invoiceElement(invoice, subscription_ids, dunningElements(invoice)),
      ...subscriptions.map(subscriptionElement),
      ...(transaction ? [transactionElement(transaction, number, subscription_ids)] : []),
    ];
  }
  if ('subscription' in event) {
    const { subscription, shipping_address } = event;
    return [
      ...('notification_type' in event ? [textElement('notification_type', event.notification_type)] : []),
      account,
      subscriptionElement(subscription),
      ...(shipping_address ? [shippingAddressElement(shipping_address)] : []),
    ];
  }
  if ('external_subscription' in event) return [account, externalSubscriptionElement(event.external_subscription)];
  if ('shipping_address' in event) return [account, shippingAddressElement(event.shipping_address)];
  if ('usage' in event) return [account, usageElement(event.usage)];
  if ('invoice' in event) return [account, invoiceElement(event.invoice, event.subscription_ids)];
  if ('transaction' in event) {
    return [account, transactionElement(event.transaction, event.paid_invoice, event.subscription_ids)];
  }
  if ('credit_payment' in event) {
    const { credit_payment, original_invoice_number, applied_to_invoice_number } = event;
    return [account, creditPaymentElement(credit_payment, original_invoice_number, applied_to_invoice_number)];
  }
  return [account];
};

const legacyChildren = (event: Event): string[] => {
  if (!('invoice' in event)) throw new RangeError(`${event.type} has no legacy form`);
  return [accountElement(event.account), legacyInvoiceElement(event.invoice, event.subscription_ids)];
};
