import type { InvoiceRecord } from '../../../domain/invoices/record.ts';
import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';

/** Makes the gift card of an invoice whose debit came back wait until the next payment has settled. */
export const awaitSettlement = async (
  { giftCards }: Pick<Records, 'giftCards'>,
  { gift_card_id }: Pick<InvoiceRecord, 'gift_card_id'>,
  at: Seconds,
): Promise<void> => {
  const card = gift_card_id === null ? undefined : await giftCards.find(gift_card_id);
  if (card?.before_settlement) await giftCards.save({ ...card, before_settlement: false, updated_at: at });
};
