import type { GiftCardSnapshot } from '@service/billing/domain/events/event.ts';
import { element, integer, text, time } from './markup.ts';

/** `withBalance`: what is left of it is part of the notification of a changed balance only. */
export const giftCardElement = (card: GiftCardSnapshot, withBalance: boolean): string =>
  element('gift_card', [
    text('redemption_code', card.redemption_code),
    integer('id', card.id),
    text('product_code', card.product_code),
    integer('unit_amount_in_cents', card.unit_amount_in_cents),
    text('currency', card.currency),
    text('gifter_account_code', card.gifter_account_code),
    text('recipient_account_code', card.recipient_account_code),
    integer('invoice_number', card.invoice_number),
    deliveryElement(card),
    time('created_at', card.created_at),
    time('updated_at', card.updated_at),
    time('delivered_at', card.delivered_at),
    time('redeemed_at', card.redeemed_at),
    time('canceled_at', card.canceled_at),
    ...(withBalance ? [integer('balance_in_cents', card.balance_in_cents)] : []),
  ]);

const deliveryElement = ({ delivery }: GiftCardSnapshot): string =>
  element('delivery', [
    text('method', delivery.method),
    text('email_address', delivery.email_address),
    time('deliver_at', delivery.deliver_at),
    text('first_name', delivery.first_name),
    text('last_name', delivery.last_name),
    element('address', [
      text('address1', delivery.address?.address1),
      text('address2', delivery.address?.address2),
      text('city', delivery.address?.city),
      text('state', delivery.address?.state),
      text('zip', delivery.address?.zip),
      text('country', delivery.address?.country),
      text('phone', delivery.address?.phone),
    ]),
    text('gifter_name', delivery.gifter_name),
    text('personal_message', delivery.personal_message),
  ]);
