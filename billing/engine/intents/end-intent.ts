import type { Reservation } from '../../domain/payments/intent.ts';
import type { Records } from '../../ports/storage.ts';

/** Closes an intent without an outcome and releases its reservations. Does nothing when it is closed already. */
export const abandon = async (records: Records, intentId: string): Promise<void> => {
  const intent = await records.intents.find(intentId);
  if (!intent) return;
  if (intent.reserved) await releaseReservation(records, intent.reserved);
  await records.intents.close(intent);
};

export const releaseReservation = async (
  { coupons: held, giftCards }: Records,
  { coupons, codes, gift_cards }: Reservation,
): Promise<void> => {
  for (const key of coupons) await held.unredeem(key);
  for (const key of codes) await held.codes.unredeem(key);
  for (const key of gift_cards) await giftCards.unredeem(key);
};
