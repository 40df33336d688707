import { ServiceError } from './errors.ts';

/** How every operation ends: with an error, or with null and its result. */
export type Callback<Result> = (error: ServiceError | null, result?: Result) => void;

/** Throws missing-callback unless this is a function. */
export const requireCallback = (callback: unknown): void => {
  if (typeof callback !== 'function') {
    throw new ServiceError('missing-callback', { message: 'Pass a function last.' });
  }
};

/**
 * Runs an operation and calls back once, in a task of its own, so that whatever the page throws there is the page's.
 * Throws missing-callback.
 */
export const deliver = <Result>(callback: Callback<Result>, run: () => Promise<Result>): void => {
  requireCallback(callback);
  const ended: Promise<Parameters<Callback<Result>>> = run().then(
    (result) => [null, result],
    (error: unknown) => [asServiceError(error)],
  );
  ended.then((said) => queueMicrotask(() => callback(...said)));
};

/** An error of this library, whatever was thrown. */
export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('api-error', { message: String(error) });
