import type { ShownSubscription } from '../../domain/subscriptions/record.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';

/** The subscription, whatever its state, or 404. */
export const needSubscription = async (
  { subscriptions }: Pick<Records, 'subscriptions'>,
  uuid: string,
): Promise<ShownSubscription> => {
  const found = await subscriptions.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Subscription', 'uuid', uuid);
  return found;
};
