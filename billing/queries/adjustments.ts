import type { ShownAdjustment } from '../domain/adjustments/record.ts';
import type { Records } from '../ports/storage.ts';
import { notFound } from '../values/failure.ts';
import { siteList } from './site-list.ts';
import { siteQuery } from './site-query.ts';

/** Lists charges and credits. */
export const listAdjustments = siteList(({ adjustments }) => adjustments);

/** Returns the adjustment, whatever its state. Throws `not_found`. */
export const needAdjustment = async (
  { adjustments }: Pick<Records, 'adjustments'>,
  uuid: string,
): Promise<ShownAdjustment> => {
  const found = await adjustments.find(uuid.replaceAll('-', '').toLowerCase());
  if (!found) throw notFound('Adjustment', 'uuid', uuid);
  return found;
};

/** Returns the currencies in which an account has pending charges and credits, that of the oldest first. */
export const findPendingCurrencies = siteQuery(({ adjustments }, accountId: string) =>
  adjustments.pendingCurrencies(accountId),
);

/** Returns a charge or a credit. Throws `not_found`. */
export const findAdjustment = siteQuery(needAdjustment);
