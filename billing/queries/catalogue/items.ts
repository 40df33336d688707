import type { ItemRecord } from '../../domain/items/record.ts';
import type { Records } from '../../ports/storage.ts';
import { type Issue, notFound } from '../../values/failure.ts';
import { siteList } from '../lists/site-list.ts';
import { siteQuery } from '../lists/site-query.ts';

/** Lists items, inactive ones too. */
export const listItems = siteList(({ items }) => items);

/** Returns an item, also an inactive one. Throws `not_found`. */
export const needItem = async ({ items }: Pick<Records, 'items'>, code: string): Promise<ItemRecord> => {
  const found = await items.find(code);
  if (!found) throw notFound('Item', 'item_code', code);
  return found;
};

/** Returns an item, also an inactive one. Throws `not_found`. */
export const findItem = siteQuery(needItem);

/** Returns the issue of a code that another item of the site has. `held`: the item that the code is for. */
export const itemCodeIssues = async (
  { items }: Pick<Records, 'items'>,
  code: string | null | undefined,
  held?: ItemRecord,
): Promise<Issue[]> => {
  const found = code ? await items.find(code) : undefined;
  return found && found.id !== held?.id ? [{ field: 'item.item_code', symbol: 'taken' }] : [];
};
