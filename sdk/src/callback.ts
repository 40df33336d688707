import { ServiceError } from './errors.ts';

/**
 * The arguments of a callback. Where the error was found to be null, TypeScript knows that there is a result:
 * `(error, token) => (error ? show(error.fields) : send(token.id))`.
 */
export type Outcome<Result> = [error: ServiceError, result: undefined] | [error: null, result: Result];

/** The callback of an operation: called with an error, or with null and the result. */
export type Callback<Result> = (error: ServiceError | null, result?: Result) => void;

/**
 * Runs an operation. Without a callback, returns a promise of its result, which rejects with a ServiceError. Otherwise
 * calls back once, in a separate task, so that an exception in the callback is reported by the page. Throws
 * missing-callback for a callback that is no function, and with one what `run` throws.
 */
export const deliver = <Result>(callback: unknown, run: () => Promise<Result>): Promise<Result> => {
  if (callback === undefined) {
    return new Promise<Result>((resolve) => resolve(run())).catch((error) => {
      throw asServiceError(error);
    });
  }
  if (typeof callback !== 'function') {
    throw new ServiceError('missing-callback', 'Pass a function last.');
  }
  run()
    .then(
      (result) => [null, result],
      (error) => [asServiceError(error)],
    )
    .then((outcome) => queueMicrotask(() => callback(...outcome)));
  // Typed as what callers without a callback get, so that a method can have both signatures.
  return undefined as never as Promise<Result>;
};

/** Returns any thrown value as an error of this library. */
export const asServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError('api-error', String(error));
