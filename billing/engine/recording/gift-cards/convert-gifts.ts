import type { Records } from '../../../ports/storage.ts';
import type { Seconds } from '../../../values/time.ts';

/** Sets the conversion date of gifts that have lines on an invoice, which was paid with money. */
export const convertGifts = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  invoiceId: string,
  at: Seconds,
): Promise<void> => {
  for (const { uuid, is_unconverted_gift } of await subscriptions.onInvoice(invoiceId)) {
    if (is_unconverted_gift) await subscriptions.convertGift(uuid, at);
  }
};
