import type { Millis } from '@service/billing/values/time.ts';

/** Resolves with the result of the work. Rejects when it takes longer than so many milliseconds of real time. */
export const inTime = async <T>(milliseconds: Millis, work: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('No answer in time.')), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};
