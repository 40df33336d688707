import { ServiceError } from './errors.ts';

/** How every operation ends: with an error, or with null and its result. */
export type Callback<Result> = (error: ServiceError | null, result?: Result) => void;

/** Throws missing-callback unless this is a function. */
export const requireCallback = (callback: unknown): void => {
  if (typeof callback !== 'function') throw new ServiceError('missing-callback');
};

/** Calls back once, in a task of its own, so that whatever the page throws there is the page's. */
export const deliver = <Result>(outcome: Promise<Result>, callback: Callback<Result>): void => {
  outcome.then(
    (result) => queueMicrotask(() => callback(null, result)),
    (error: unknown) => queueMicrotask(() => callback(asServiceError(error))),
  );
};

const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('api-error', { message: String(error) });
