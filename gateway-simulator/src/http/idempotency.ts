import { createHash } from 'node:crypto';
import type { SimulatorClock } from '../world/clock.ts';
import { ApiError } from './api-error.ts';

/** A finished answer, as it is sent. */
export interface FinishedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Entry {
  readonly at: number;
  readonly digest: string;
  readonly path: string;
  answer: FinishedAnswer | undefined;
}

/** The first use of a key, or the answer of the first use. */
export type Use =
  | { readonly kind: 'first'; keep(answer: FinishedAnswer): void; forget(): void }
  | { readonly kind: 'replay'; readonly answer: FinishedAnswer };

/** Milliseconds after which a key may be used again: Stripe prunes keys that are at least 24 hours old. */
const LIFETIME = 24 * 3600_000;
const LONGEST_KEY = 255;

/** The memory of idempotency keys. `limit` is how many keys it holds; the oldest are pruned first. */
export interface IdempotencyMemory {
  /**
   * Begins the use of a key.
   *
   * @throws {ApiError} 400 `idempotency_error` for other parameters; 409 while the first request is in progress
   */
  use(account: string, key: string, path: string, body: string): Use;
  clear(): void;
}

export const openIdempotencyKeys = (clock: SimulatorClock, limit: number): IdempotencyMemory => {
  const entries = new Map<string, Entry>();
  const prune = () => {
    for (const [name, entry] of entries) {
      if (entries.size <= limit && entry.at + LIFETIME > clock.now()) return;
      entries.delete(name);
    }
  };
  return {
    use(account, key, path, body) {
      if (key.length > LONGEST_KEY) throw keyError(`Idempotency keys may have at most ${LONGEST_KEY} characters.`);
      prune();
      const name = `${account} ${key}`;
      const digest = createHash('sha256').update(body).digest('hex');
      const earlier = entries.get(name);
      if (!earlier) {
        const entry: Entry = { at: clock.now(), digest, path, answer: undefined };
        entries.set(name, entry);
        return {
          kind: 'first',
          keep: (answer) => {
            entry.answer = answer;
          },
          forget: () => void entries.delete(name),
        };
      }
      if (earlier.path !== path)
        throw keyError(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs ` +
            `'${earlier.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      if (earlier.digest !== digest)
        throw keyError(
          'Keys for idempotent requests can only be used with the same parameters they were first used with. Try ' +
            `using a key other than '${key}' if you meant to execute a different request.`,
        );
      if (!earlier.answer)
        throw new ApiError(409, {
          type: 'invalid_request_error',
          code: 'idempotency_key_in_use',
          message:
            'There is currently another in-progress request using this Idempotent Key (that probably means you ' +
            `submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      return { kind: 'replay', answer: earlier.answer };
    },
    clear: () => entries.clear(),
  };
};

const keyError = (message: string): ApiError => new ApiError(400, { type: 'idempotency_error', message });
