import type { FailedItem } from '../../domain/due/item.ts';
import type { Storage } from '../../ports/storage.ts';
import type { Site } from '../../resources/site.ts';
import { notFound } from '../../values/failure.ts';

/** Enough to see what is wrong; the count of parked items is a metric. */
const MOST_SHOWN = 200;

/** Returns the due work of a site that failed and was not dismissed, the longest overdue first. */
export const failedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(MOST_SHOWN, ['waiting', 'parked']);

/** Returns the failed due work of a site that an operator has dismissed, the longest overdue first. */
export const dismissedWork =
  ({ storage }: { readonly storage: Storage }) =>
  ({ id }: Pick<Site, 'id'>): Promise<readonly FailedItem[]> =>
    storage.of(id).due.failed(MOST_SHOWN, ['dismissed']);

/** The failed item, or `not_found`. */
export const needFailedItem = async (
  { due }: { readonly due: { find(kind: string, id: string): Promise<FailedItem | undefined> } },
  kind: string,
  id: string,
): Promise<FailedItem> => {
  const found = await due.find(kind, id);
  if (!found) throw notFound('DueItem', 'id', `${kind} ${id}`);
  return found;
};
