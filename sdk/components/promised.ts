import type { ServiceError } from '@service/sdk';

/** Returns the result of an operation that calls back once. Rejects with its ServiceError. */
export const promised = <Result>(
  run: (callback: (error: ServiceError | null, result?: Result) => void) => void,
): Promise<Result> =>
  new Promise((resolve, reject) => run((error, result) => (error ? reject(error) : resolve(result as Result))));
