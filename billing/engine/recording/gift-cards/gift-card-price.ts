import { isOpenCard } from '../../../domain/gift-cards/gift-card.ts';
import type { GiftCardRow } from '../../../domain/gift-cards/record.ts';
import { invoiceName } from '../../../domain/invoices/invoice-name.ts';
import type { ShownInvoice } from '../../../domain/invoices/record.ts';
import type { RefundDraft } from '../../../domain/refunds/draft-refund.ts';
import type { Records } from '../../../ports/storage.ts';
import { Failure, Invalid } from '../../../values/failure.ts';
import type { Seconds } from '../../../values/time.ts';
import { refreshPayment } from '../refunds/refresh-payment.ts';

/**
 * Returns the number of the gift card that an invoice sold, whose price is to be refunded; null for an invoice without
 * one. Throws `invoice_not_refundable` when the card was redeemed, and `Invalid` for a part of its price.
 */
export const refundableGiftCard = async (
  { giftCards }: Pick<Records, 'giftCards'>,
  invoice: ShownInvoice,
  amount: number,
): Promise<number | null> => {
  const card = invoice.gift_card_id === null ? undefined : await giftCards.find(invoice.gift_card_id);
  if (!card) return null;
  if (!isOpenCard(card)) throw new Failure('invoice_not_refundable', { value: invoiceName(invoice) });
  const count = invoice.refundable_total_in_cents;
  if (amount !== count) throw new Invalid([{ field: 'invoice.amount_in_cents', symbol: 'equal_to', count }]);
  return card.id;
};

/** Cancels the gift card of a refund before its price is refunded, so that it cannot be redeemed meanwhile. */
export const withdrawGiftCard = async (
  { giftCards, events }: Pick<Records, 'giftCards' | 'events'>,
  { gift_card_id, at }: Pick<RefundDraft, 'gift_card_id' | 'at'>,
): Promise<void> => {
  const card = gift_card_id === null ? undefined : await giftCards.find(gift_card_id);
  if (!card) return;
  const canceled = { ...card, canceled_at: at, updated_at: at };
  await giftCards.save(canceled);
  events.say({ type: 'canceled_gift_card', gift_card: canceled });
};

/** Restores the gift card of a refund after its price was not refunded. */
export const returnGiftCard = async (
  { giftCards }: Pick<Records, 'giftCards'>,
  { gift_card_id, at }: Pick<RefundDraft, 'gift_card_id' | 'at'>,
): Promise<void> => {
  const card = gift_card_id === null ? undefined : await giftCards.find(gift_card_id);
  if (card) await giftCards.save({ ...card, canceled_at: null, updated_at: at });
};

/** Keeps the price of a gift card that was redeemed before its purchase was paid. */
export const keepRedeemedPrice = async (
  records: Records,
  { gift_card_id }: Pick<ShownInvoice, 'gift_card_id'>,
  at: Seconds,
): Promise<void> => {
  const card = gift_card_id === null ? undefined : await records.giftCards.find(gift_card_id);
  if (card && card.redeemed_at !== null) await keepPrice(records, card, at);
};

/** Makes the invoice of a redeemed gift card non-refundable. */
export const keepPrice = async (
  records: Records,
  { purchase_invoice_id }: Pick<GiftCardRow, 'purchase_invoice_id'>,
  at: Seconds,
): Promise<void> => {
  const invoice = purchase_invoice_id === null ? undefined : await records.invoices.find(purchase_invoice_id);
  if (!invoice) return;
  await records.invoices.save({ ...invoice, refundable_total_in_cents: 0, updated_at: at });
  for (const { uuid } of await records.transactions.ofInvoice(invoice.uuid)) await refreshPayment(records, uuid, at);
};
