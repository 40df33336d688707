import type { Site } from '@service/billing/site.ts';
import { basic, type Call, type Reply } from './call.ts';
import type { SiteKeys } from './target.ts';

/** A request of a row: what it does not say is as a well-behaved client sends it. */
export interface Ask extends Call {
  /** Whose key it carries; `nobody` sends none. */
  readonly as?: 'private' | 'readOnly' | 'nobody';
  /** What is put into HTTP Basic instead of the key and a colon. */
  readonly credentials?: (key: string) => string;
  /** `X-Api-Version`; null leaves the header out. */
  readonly version?: string | null;
  /** The system clock when it is made. */
  readonly at?: string;
}

/** What an answer must be. A header of null must not be there. */
export interface Expected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp | null>> | undefined;
  /** The whole body, or a pattern in it. */
  readonly body?: string | RegExp;
  /** A single error: symbol, description and details, in this order. */
  readonly error?: readonly [symbol: string, description?: string | RegExp, details?: string | RegExp];
  /** A validation list: `field symbol text`. */
  readonly errors?: readonly string[];
  /** `account_code` of each record of a list, in order. */
  readonly accounts?: readonly string[];
  /** How many accounts a list shows. */
  readonly records?: number;
  /** What waits in the outbox of the site. */
  readonly outbox?: readonly string[];
}

/** One row of a table of the specification: the set-up, the request, the exact answer. */
export interface Row {
  readonly says: string;
  /** The site it is asked of; a sandbox site unless it says otherwise. */
  readonly site?: Partial<Site>;
  /** Requests that set the stage; each may look at the answers before it. */
  readonly before?: readonly Asking[];
  readonly ask: Asking;
  readonly answer: Expected;
}

export type Asking = Ask | ((earlier: readonly Reply[]) => Ask);

export const NOON = '2026-11-20T12:00:00Z';

/** The call that an `Ask` amounts to. */
export const toCall = (ask: Ask, keys: SiteKeys): Call => {
  const { as = 'private', credentials = (key) => `${key}:`, version = '2.19', at: _, headers = {}, ...rest } = ask;
  const usual: Record<string, string> = { Accept: 'application/xml' };
  if (as !== 'nobody') usual.Authorization = basic(credentials(keys[as]));
  if (version !== null) usual['X-Api-Version'] = version;
  if (rest.body !== undefined) usual['Content-Type'] = 'application/xml; charset=utf-8';
  return { ...rest, headers: { ...usual, ...headers } };
};

// The requests of most rows.
export const get = (path: string, more: Partial<Ask> = {}): Ask => ({ path, ...more });
export const head = (path: string, more: Partial<Ask> = {}): Ask => ({ method: 'HEAD', path, ...more });
export const post = (path: string, body?: string | Uint8Array, more: Partial<Ask> = {}): Ask => ({
  method: 'POST',
  path,
  ...(body !== undefined && { body }),
  ...more,
});
export const put = (path: string, body?: string, more: Partial<Ask> = {}): Ask => ({
  ...post(path, body, more),
  method: 'PUT',
});
export const del = (path: string, more: Partial<Ask> = {}): Ask => ({ method: 'DELETE', path, ...more });

/** Creates accounts one second after another, from noon on. */
export const accounts = (...codes: readonly string[]): Ask[] =>
  codes.map((code, second) => ({
    ...post('/v2/accounts', `<account><account_code>${code}</account_code></account>`),
    at: new Date(Date.parse(NOON) + second * 1000).toISOString(),
  }));

/** Goes where a link of an earlier answer leads. */
export const follow =
  (rel: 'next' | 'prev' | 'start', which = -1, more: Partial<Ask> = {}) =>
  (earlier: readonly Reply[]): Ask => {
    const link = String(earlier.at(which)?.headers.link)
      .split(', ')
      .find((part) => part.endsWith(`; rel="${rel}"`));
    const url = new URL(/^<(.+)>/.exec(link ?? '')?.[1] ?? 'no-such-link:');
    return { path: url.pathname + url.search, ...more };
  };

/** The answer that is a single error. */
export const fails = (
  status: number,
  error: NonNullable<Expected['error']>,
  headers: Expected['headers'] = {},
): Expected => ({
  status,
  error,
  headers,
});
