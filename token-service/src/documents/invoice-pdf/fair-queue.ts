/**
 * Waiting entries of several owners. It serves the owners in rotation, so that one owner's backlog delays another by
 * one entry at most.
 */
export interface FairQueue<T> {
  readonly size: number;
  /** Returns false if the queue, or this owner's part of it, is full. */
  push(owner: string, entry: T): boolean;
  shift(): T | undefined;
}

export const fairQueue = <T>({ total, perOwner }: { readonly total: number; readonly perOwner: number }) => {
  // A map keeps the order in which owners were added: the first is served next.
  const waiting = new Map<string, T[]>();
  let size = 0;
  const queue: FairQueue<T> = {
    get size() {
      return size;
    },
    push(owner, entry) {
      const entries = waiting.get(owner) ?? [];
      if (size >= total || entries.length >= perOwner) return false;
      entries.push(entry);
      waiting.set(owner, entries);
      size += 1;
      return true;
    },
    shift() {
      const [first] = waiting;
      if (!first) return undefined;
      const [owner, entries] = first;
      const entry = entries.shift();
      waiting.delete(owner);
      if (entries.length > 0) waiting.set(owner, entries);
      size -= 1;
      return entry;
    },
  };
  return queue;
};
