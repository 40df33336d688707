import { members, serverError } from '@service/hosted-fields/protocol';
import { ServiceError } from './errors.ts';
import { timedOut } from './frames/deferred.ts';
import type { InstanceConfig } from './options.ts';
import { version } from './version.ts';

/** Encodes parameters: a name with several values is repeated, an empty one is omitted. */
export type Params = Readonly<Record<string, unknown>>;

/** The browser API as the page calls it. Returns the answer; rejects with a ServiceError. */
export interface Requests {
  readonly api: string;
  /** Retried once if the network fails or the answer is not JSON. */
  get(path: string, params: Params): Promise<unknown>;
  post(path: string, params: Params): Promise<unknown>;
}

const read = (text: string): unknown => {
  const body = text ? JSON.parse(text) : undefined;
  // This member, not the status, tells success and failure apart.
  const { error } = members(body);
  if (error) throw ServiceError.from(serverError(error));
  return body;
};

/**
 * Returns functions that send requests with the key and the timeout of `config`. All are aborted when `lifetime` ends.
 */
export const requests = ({ api, publicKey, timeout }: InstanceConfig, lifetime: AbortSignal): Requests => {
  const send = async (url: string, init: RequestInit, again?: boolean): Promise<unknown> => {
    const late = AbortSignal.timeout(timeout);
    try {
      const response = await fetch(url, {
        ...init,
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.any([lifetime, late]),
      });
      return read(await response.text());
    } catch (error) {
      lifetime.throwIfAborted();
      if (late.aborted) throw timedOut('The payment service', timeout);
      if (error instanceof ServiceError) throw error;
      if (again) return send(url, init);
      throw new ServiceError(
        'api-error',
        `The payment service did not answer at ${api}. Is that its address, and in connect-src?`,
      );
    }
  };

  const query = (params: Params) =>
    new URLSearchParams(
      Object.entries({ ...params, key: publicKey, version }).flatMap(([name, value]) =>
        [value || []].flat().map((each) => [name, each as string]),
      ),
    );
  return {
    api,
    get: (path, params) => send(`${api}/${path}?${query(params)}`, {}, true),
    post: (path, params) => send(`${api}/${path}`, { method: 'POST', body: query(params), cache: 'no-store' }),
  };
};
