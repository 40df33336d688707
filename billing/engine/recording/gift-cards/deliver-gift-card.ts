import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import type { Caller } from '../../../ports/caller.ts';
import type { Records } from '../../../ports/storage.ts';

/** Queues the e-mail of a gift card, and returns the card as delivered now. One without an e-mail address is not. */
export const deliverGiftCard = async <Card extends GiftCardRow>(
  { outbox }: Pick<Records, 'outbox'>,
  { correlation, at }: Pick<Caller, 'correlation' | 'at'>,
  card: Card,
): Promise<Card> => {
  const { method, email_address, deliver_at } = card.delivery;
  if (method !== 'email' || !email_address) return card;
  await outbox.queue({
    id: card.key,
    kind: 'gift_card_delivery',
    recipient: email_address,
    correlation,
    caused_at: at,
    payload: { gift_card_id: card.id, deliver_at },
  });
  return { ...card, delivery_due_at: null, delivered_at: at, updated_at: at };
};
