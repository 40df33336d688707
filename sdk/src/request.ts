import { members, serverError } from '@service/hosted-fields/protocol';
import { ServiceError } from './errors.ts';
import { timedOut } from './frames/deferred.ts';
import type { Config } from './options.ts';
import { version } from './version.ts';

/** A name with several values is said as often, one without not at all. */
export type Params = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/** The browser API as the page calls it. Answers with what was said; rejects with a ServiceError. */
export interface Requests {
  /** Repeated once when the network fails. */
  get(path: string, params: Params): Promise<unknown>;
  post(path: string, params: Params): Promise<unknown>;
}

const read = (text: string): unknown => {
  let body: unknown;
  try {
    if (text) body = JSON.parse(text);
  } catch {
    throw new ServiceError('api-error', { message: 'The answer was not JSON.' });
  }
  // Success and failure are told apart by this member, not by the status.
  const { error } = members(body);
  if (error) throw ServiceError.from(serverError(error));
  return body;
};

/** Requests with the key and the time limit of `config`, all given up when `life` ends. */
export const requests = ({ api, publicKey, timeout }: Config, life: AbortSignal): Requests => {
  const send = async (url: string, init: RequestInit, attempts: number): Promise<unknown> => {
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => controller.abort(timedOut('The payment service', timeout)), timeout);
    const end = () => controller.abort(life.reason);
    life.addEventListener('abort', end, { signal });
    if (life.aborted) end();
    try {
      const fixed = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', signal } as const;
      const response = await fetch(url, { ...init, ...fixed });
      return read(await response.text());
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ServiceError) throw error;
      if (attempts > 1) return send(url, init, attempts - 1);
      throw new ServiceError('api-error', {
        message: `The payment service did not answer at ${api}. Is that in connect-src of your security policy?`,
      });
    } finally {
      clearTimeout(timer);
      end();
    }
  };

  const query = (params: Params) =>
    new URLSearchParams(
      Object.entries({ ...params, key: publicKey, version }).flatMap(([name, value]) =>
        [value ?? []].flat().map((each) => [name, each]),
      ),
    );
  return {
    get: (path, params) => send(`${api}/${path}?${query(params)}`, {}, 2),
    post: (path, params) => send(`${api}/${path}`, { method: 'POST', body: query(params), cache: 'no-store' }, 1),
  };
};
