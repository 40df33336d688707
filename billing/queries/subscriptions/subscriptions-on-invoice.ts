import type { Records } from '../../ports/storage.ts';
import type { ShownSubscription } from '../../subscriptions/record.ts';

/** Returns the subscriptions that an invoice has lines of, in the order of its lines. */
export const subscriptionsOnInvoice = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  invoiceId: string,
): Promise<readonly ShownSubscription[]> => {
  const found: ShownSubscription[] = [];
  for (const uuid of await subscriptions.idsOnInvoice(invoiceId)) {
    const subscription = await subscriptions.find(uuid);
    if (subscription) found.push(subscription);
  }
  return found;
};
