import {
  type IdempotencyKeys,
  KEY_LEASE,
  RESPONSES_KEPT_FOR,
  type StoredResponse,
} from '../../src/http/idempotency.ts';

interface Held {
  readonly hash: string;
  readonly at: number;
  answer?: StoredResponse;
}

/** The idempotency port on a map. */
export const memoryIdempotency = (): IdempotencyKeys => {
  const held = new Map<string, Held>();
  const name = (siteId: string, key: string) => `${siteId} ${key}`;
  return {
    async begin(siteId, key, hash, now) {
      const found = held.get(name(siteId, key));
      const over = found && (found.answer ? now - found.at > RESPONSES_KEPT_FOR : now - found.at >= KEY_LEASE);
      if (!found || over) {
        held.set(name(siteId, key), { hash, at: now });
        return { takenAt: now };
      }
      if (found.hash !== hash) return 'mismatch';
      return found.answer ?? 'in_progress';
    },
    async complete(siteId, key, { takenAt }, answer) {
      const found = held.get(name(siteId, key));
      if (found?.at === takenAt) found.answer = answer;
    },
    async release(siteId, key, { takenAt }) {
      if (held.get(name(siteId, key))?.at === takenAt) held.delete(name(siteId, key));
    },
  };
};
