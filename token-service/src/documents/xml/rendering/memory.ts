import { Failure } from '@service/billing/values/failure.ts';

const MEGABYTE = 1_000_000;

/** Bytes of documents that are rendered and not sent yet: for one key, and for all keys together. */
export const MOST_HELD = { perKey: 32 * MEGABYTE, together: 256 * MEGABYTE } as const;

/** Bytes of a document that is not counted. A larger one reserves a megabyte, and beyond that eight at a time. */
export const SMALL = 65_536;
const STEPS = { first: MEGABYTE, next: 8 * MEGABYTE } as const;

/** Seconds after which a client may read again. */
const RETRY_AFTER = 1;

/** One document's share of the memory for documents. */
export interface Share {
  /**
   * Reserves memory for a document of so many bytes. Throws `too_many_requests` or `service_unavailable` where there is
   * none left.
   */
  grow(bytes: number): void;
  /** Releases all of it. */
  free(): void;
}

/**
 * Returns the memory that a document of so many bytes reserves. Reserved in few steps, so that a reader is refused
 * early and not when it is nearly done.
 */
export const reservation = (bytes: number): number => {
  if (bytes <= SMALL) return 0;
  return bytes <= STEPS.first ? STEPS.first : Math.ceil(bytes / STEPS.next) * STEPS.next;
};

/**
 * Bounds the memory of documents that clients have asked for and not read yet. `insist`: the document is never refused,
 * because what it answers has happened.
 */
export const documentMemory = (most: { readonly perKey: number; readonly together: number } = MOST_HELD) => {
  const held = new Map<string, number>();
  let together = 0;

  const change = (key: string, bytes: number): void => {
    together += bytes;
    const own = (held.get(key) ?? 0) + bytes;
    if (own > 0) held.set(key, own);
    else held.delete(key);
  };

  return (key: string, insist: boolean): Share => {
    let own = 0;
    return {
      grow(bytes) {
        const more = reservation(bytes) - own;
        if (more <= 0) return;
        if (!insist && (held.get(key) ?? 0) + more > most.perKey) {
          throw new Failure('too_many_requests', { megabytes: most.perKey / MEGABYTE, seconds: RETRY_AFTER });
        }
        if (!insist && together + more > most.together) throw new Failure('service_unavailable');
        change(key, more);
        own += more;
      },
      free() {
        change(key, -own);
        own = 0;
      },
    };
  };
};
