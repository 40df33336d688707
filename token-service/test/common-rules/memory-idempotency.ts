import { ABANDONED_AFTER, type IdempotencyKeys, KEPT_FOR, type KeptAnswer } from '../../src/xml-api/idempotency.ts';

interface Held {
  readonly hash: string;
  readonly at: number;
  answer?: KeptAnswer;
}

/** The idempotency port over a map. */
export const memoryIdempotency = (): IdempotencyKeys => {
  const held = new Map<string, Held>();
  const name = (siteId: string, key: string) => `${siteId} ${key}`;
  return {
    async begin(siteId, key, hash, now) {
      const found = held.get(name(siteId, key));
      const over = found && now - found.at > (found.answer ? KEPT_FOR : ABANDONED_AFTER);
      if (!found || over) {
        held.set(name(siteId, key), { hash, at: now });
        return 'new';
      }
      if (found.hash !== hash) return 'mismatch';
      return found.answer ?? 'in_progress';
    },
    async complete(siteId, key, answer) {
      const found = held.get(name(siteId, key));
      if (found) found.answer = answer;
    },
    async release(siteId, key) {
      held.delete(name(siteId, key));
    },
  };
};
