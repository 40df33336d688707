import type { ShownAdjustment } from '../../domain/adjustments/record.ts';
import type { PendingOf } from '../../ports/adjustments.ts';
import type { Records } from '../../ports/storage.ts';
import { notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

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

/**
 * Returns the currencies of pending charges and credits that an invoice of an account would take, that of the oldest
 * first.
 */
export const findPendingCurrencies = siteQuery(({ adjustments }, account: PendingOf) =>
  adjustments.pendingCurrencies(account),
);

/** Returns a charge or a credit. Throws `not_found`. */
export const findAdjustment = siteQuery(needAdjustment);
