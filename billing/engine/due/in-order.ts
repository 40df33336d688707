import type { DueItem } from '../../domain/due/item.ts';

/**
 * Returns due items of all kinds by moment, those of earlier kinds first. A kind that has more than was read may have
 * items at its last moment and after it, so items of other kinds behind that are left for later.
 */
export const dueInOrder = (found: readonly (readonly DueItem[])[], limit: number): DueItem[] => {
  const ends = found.flatMap((items, kind) => (items.length < limit ? [] : [{ at: items.at(-1)!.at, kind }]));
  const isRead = (item: DueItem, kind: number): boolean =>
    ends.every((end) => item.at < end.at || (item.at === end.at && kind <= end.kind));
  return found.flatMap((items, kind) => items.filter((item) => isRead(item, kind))).sort((a, b) => a.at - b.at);
};
