import { isOpenCard } from '../../../domain/gift-cards/gift-card.ts';
import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import { giftCardCanceled } from '../../../domain/ledger/movements.ts';
import type { Records } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { Seconds } from '../../../values/time.ts';

/**
 * Cancels the gift card that a charge invoice sold, when nothing of its price is paid or will be. One that was redeemed
 * stays: its value is lost.
 *
 * @param credit the credit invoice that closed the charge
 */
export const cancelUnpaidCard = async (
  { giftCards, ledger, events }: Pick<Records, 'giftCards' | 'ledger' | 'events'>,
  world: Pick<World, 'ids'>,
  { gift_card_id }: Pick<InvoiceRecord, 'gift_card_id'>,
  credit: InvoiceRecord,
  at: Seconds,
): Promise<void> => {
  const card = gift_card_id === null ? undefined : await giftCards.find(gift_card_id);
  if (!card || !isOpenCard(card)) return;
  const canceled = { ...card, canceled_at: at, delivery_due_at: null, updated_at: at };
  await giftCards.save(canceled);
  events.say({ type: 'canceled_gift_card', gift_card: canceled });
  await ledger.append(giftCardCanceled(world, credit, card, at));
};
