import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';

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
