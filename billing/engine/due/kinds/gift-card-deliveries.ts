import type { Storage } from '../../../ports/storage.ts';
import { deliverGiftCard } from '../../recording/gift-cards/deliver-gift-card.ts';
import type { DueEntry } from './kind.ts';

/**
 * Gift cards whose e-mail was scheduled for a later moment, or waited for the payment. One that was canceled meanwhile
 * is not delivered.
 */
export const giftCardDeliveries = ({ storage }: { readonly storage: Storage }): DueEntry => ({
  next: ({ giftCards }, until, limit) => giftCards.dueForDelivery(until, limit),
  run: (caller, { id }) =>
    storage.transaction(
      caller.site.id,
      async (records) => {
        const card = await records.giftCards.byKey(id);
        if (!card?.paid || card.delivery_due_at === null || card.delivery_due_at > caller.at) return;
        if (card.canceled_at === null) await records.giftCards.save(await deliverGiftCard(records, caller, card));
        else await records.giftCards.save({ ...card, delivery_due_at: null });
      },
      { correlation: caller.correlation },
    ),
});
