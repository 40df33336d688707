import { isOpenCard } from '../../../domain/gift-cards/gift-card.ts';
import { giftCardBroken } from '../../../domain/ledger/movements.ts';
import type { Storage } from '../../../ports/storage.ts';
import type { World } from '../../../ports/world.ts';
import type { DueEntry } from './kind.ts';

/**
 * Gift cards that were not redeemed within the days that the site has set: their value is earned. A card can be
 * redeemed afterwards, and takes its value back from what was earned.
 */
export const giftCardBreakage = ({
  storage,
  world,
}: {
  readonly storage: Storage;
  readonly world: World;
}): DueEntry => ({
  next: ({ giftCards }, until, limit) => giftCards.dueForBreakage(until, limit),
  run: ({ site, at }, { id }) =>
    storage.transaction(site.id, async ({ giftCards, ledger }) => {
      const card = await giftCards.byKey(id);
      if (!card?.paid || !isOpenCard(card) || card.breakage_at !== null) return;
      await giftCards.save({ ...card, breakage_at: at });
      await ledger.append(giftCardBroken(world, card, at));
    }),
});
