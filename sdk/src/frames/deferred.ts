import { ServiceError } from '../errors.ts';

/** A promise that is settled from outside. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: ServiceError): void;
}

/** Returns the error for a party that did not answer within `ms` milliseconds. */
export const timedOut = (who: string, ms: number): ServiceError =>
  new ServiceError('api-timeout', `${who} did not answer within ${ms} ms.`);

/** Returns a deferred that rejects with api-timeout, naming `who`, if it is not settled within `ms` milliseconds. */
export const deferred = <Value>(who: string, ms: number): Deferred<Value> => {
  const { promise, ...settle } = Promise.withResolvers<Value>();
  const timer = setTimeout(() => settle.reject(timedOut(who, ms)), ms);
  return { ...settle, promise: promise.finally(() => clearTimeout(timer)) };
};
