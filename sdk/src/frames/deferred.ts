import { ServiceError } from '../errors.ts';

/** A promise that somebody else settles. */
export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(error: ServiceError): void;
}

/** One that rejects with api-timeout and this message when nobody did after `ms` milliseconds. */
export const deferred = <Value>(ms: number, message: string): Deferred<Value> => {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const timer = setTimeout(() => settle?.reject(new ServiceError('api-timeout', { message })), ms);
  const end = () => {
    clearTimeout(timer);
    return settle;
  };
  return { promise, resolve: (value) => end()?.resolve(value), reject: (error) => end()?.reject(error) };
};
