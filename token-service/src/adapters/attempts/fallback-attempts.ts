import type { AttemptStore } from './attempt-store.ts';

/**
 * Counts in `shared` and, while that does not answer, in `own`: limits counted by each process alone are better than a
 * shop that cannot sell. A reservation left behind in either ends with its lease. `onFailure` hears of every time.
 */
export const attemptsWithFallback = (
  shared: AttemptStore,
  own: AttemptStore,
  onFailure: (error: unknown) => void,
): AttemptStore => {
  const either = async <T>(use: (store: AttemptStore) => Promise<T>): Promise<T> => {
    try {
      return await use(shared);
    } catch (error) {
      onFailure(error);
      return use(own);
    }
  };
  return {
    reached: (counted) => either((store) => store.reached(counted)),
    reserve: (id, counted) => either((store) => store.reserve(id, counted)),
    settle: (id, counted, declined) => either((store) => store.settle(id, counted, declined)),
  };
};
