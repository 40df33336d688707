import type { GiftCardSnapshot } from '@service/billing/domain/events/event.ts';
import { element, integerElement, textElement, timeElement } from './markup.ts';

/** `withBalance`: what is left of it is part of the notification of a changed balance only. */
export const giftCardElement = (card: GiftCardSnapshot, withBalance: boolean): string =>
  element('gift_card', [
    textElement('redemption_code', card.redemption_code),
    integerElement('id', card.id),
    textElement('product_code', card.product_code),
    integerElement('unit_amount_in_cents', card.unit_amount_in_cents),
    textElement('currency', card.currency),
    textElement('gifter_account_code', card.gifter_account_code),
    textElement('recipient_account_code', card.recipient_account_code),
    integerElement('invoice_number', card.invoice_number),
    deliveryElement(card),
    timeElement('created_at', card.created_at),
    timeElement('updated_at', card.updated_at),
    timeElement('delivered_at', card.delivered_at),
    timeElement('redeemed_at', card.redeemed_at),
    timeElement('canceled_at', card.canceled_at),
    ...(withBalance ? [integerElement('balance_in_cents', card.balance_in_cents)] : []),
  ]);

const deliveryElement = ({ delivery }: GiftCardSnapshot): string =>
  element('delivery', [
    textElement('method', delivery.method),
    textElement('email_address', delivery.email_address),
    timeElement('deliver_at', delivery.deliver_at),
    textElement('first_name', delivery.first_name),
    textElement('last_name', delivery.last_name),
    element('address', [
      textElement('address1', delivery.address?.address1),
      textElement('address2', delivery.address?.address2),
      textElement('city', delivery.address?.city),
      textElement('state', delivery.address?.state),
      textElement('zip', delivery.address?.zip),
      textElement('country', delivery.address?.country),
      textElement('phone', delivery.address?.phone),
    ]),
    textElement('gifter_name', delivery.gifter_name),
    textElement('personal_message', delivery.personal_message),
  ]);
