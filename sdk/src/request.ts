import { members, serverError } from '@service/hosted-fields/protocol';
import { ServiceError } from './errors.ts';
import type { Config } from './options.ts';
import { version } from './version.ts';

export type Params = Readonly<Record<string, string>>;

/** The browser API as the page calls it. Answers with what was said; rejects with a ServiceError. */
export interface Requests {
  /** Repeated once when the network fails. */
  get(path: string, params: Params): Promise<unknown>;
  post(path: string, params: Params): Promise<unknown>;
}

/** Ends with the first of: an abort of `life`, whose reason is thrown, or the timeout. */
const deadline = (timeout: number, life: AbortSignal) => {
  const controller = new AbortController();
  const message = `The payment service did not answer within ${timeout} ms.`;
  const timer = setTimeout(() => controller.abort(new ServiceError('api-timeout', { message })), timeout);
  const end = () => controller.abort(life.reason);
  life.addEventListener('abort', end);
  if (life.aborted) end();
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer);
      life.removeEventListener('abort', end);
    },
  };
};

const read = (text: string): unknown => {
  if (text === '') return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
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
    const { signal, clear } = deadline(timeout, life);
    try {
      const response = await fetch(url, {
        mode: 'cors',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        ...init,
        signal,
      });
      return read(await response.text());
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof ServiceError) throw error;
      if (attempts > 1) return send(url, init, attempts - 1);
      throw new ServiceError('api-error', {
        message: `The payment service could not be reached at ${api}. The page's security policy must allow its origin in connect-src.`,
      });
    } finally {
      clear();
    }
  };

  const common = { key: publicKey, version };
  return {
    get: (path, params) => send(`${api}/${path}?${new URLSearchParams({ ...params, ...common })}`, {}, 2),
    post: (path, params) =>
      send(
        `${api}/${path}`,
        { method: 'POST', body: new URLSearchParams({ ...params, ...common }), cache: 'no-store' },
        1,
      ),
  };
};
