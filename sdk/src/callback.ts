import { ServiceError } from './errors.ts';

/** The callback of an operation: called with an error, or with null and the result. */
export type Callback<Result> = (error: ServiceError | null, result?: Result) => void;

/** Throws missing-callback unless `callback` is a function. */
export const requireCallback = (callback: unknown): void => {
  if (typeof callback !== 'function') {
    throw new ServiceError('missing-callback', 'Pass a function last.');
  }
};

/**
 * Runs an operation and calls back once, in a separate task, so that an exception in the callback is reported by the
 * page. Throws missing-callback.
 */
export const deliver = <Result>(callback: Callback<Result>, run: () => Promise<Result>): void => {
  requireCallback(callback);
  const ended: Promise<Parameters<Callback<Result>>> = run().then(
    (result) => [null, result],
    (error: unknown) => [asServiceError(error)],
  );
  ended.then((said) => queueMicrotask(() => callback(...said)));
};

/** Returns any thrown value as an error of this library. */
export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('api-error', String(error));
