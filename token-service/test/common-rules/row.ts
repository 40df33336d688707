import type { Site } from '@service/billing/resources/site.ts';
import { basic, type Call, type Reply } from './call.ts';
import type { SiteKeys } from './target.ts';

/** A request of a row; omitted fields default to those of a well-behaved client. */
export interface Ask extends Call {
  /** The key to send; `anonymous` sends none. */
  readonly as?: 'private' | 'readOnly' | 'anonymous';
  /** Builds the credentials of HTTP Basic, in place of the key and a colon. */
  readonly credentials?: (key: string) => string;
  /** `X-Api-Version`; null leaves the header out. */
  readonly version?: string | null;
  /** The system clock at the time of the request. */
  readonly at?: string;
}

/** The expected response. A header of null must be absent. */
export interface Expected {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp | null>> | undefined;
  /** The complete body, or a pattern it contains. */
  readonly body?: string | RegExp;
  /** A single error: symbol, description and details, in this order. */
  readonly error?: readonly [symbol: string, description?: string | RegExp, details?: string | RegExp];
  /** A list of validation errors: `field symbol text`. */
  readonly errors?: readonly string[];
  /** The `account_code` of each record of a list, in order. */
  readonly accounts?: readonly string[];
  /** The number of accounts in a list. */
  readonly records?: number;
  /** The messages in the outbox of the site. */
  readonly outbox?: readonly string[];
}

/** One row of a table: the setup, the request, the exact response. */
export interface Row {
  readonly says: string;
  /** The site that receives the request; a sandbox site by default. */
  readonly site?: Partial<Site>;
  /** Requests that prepare the state; each may use the responses before it. */
  readonly before?: readonly Asking[];
  readonly ask: Asking;
  readonly answer: Expected;
}

export type Asking = Ask | ((earlier: readonly Reply[]) => Ask);

export const NOON = '2026-11-20T12:00:00Z';

/** Converts an `Ask` to the call to send. */
export const toCall = (ask: Ask, keys: SiteKeys): Call => {
  const { as = 'private', credentials = (key) => `${key}:`, version = '2.19', at: _, headers = {}, ...rest } = ask;
  const usual: Record<string, string> = { Accept: 'application/xml' };
  if (as !== 'anonymous') usual.Authorization = basic(credentials(keys[as]));
  if (version !== null) usual['X-Api-Version'] = version;
  if (rest.body !== undefined) usual['Content-Type'] = 'application/xml; charset=utf-8';
  return { ...rest, headers: { ...usual, ...headers } };
};

// Requests of most rows.
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

/** Creates accounts one second apart, starting at noon. */
export const accounts = (...codes: readonly string[]): Ask[] =>
  codes.map((code, second) => ({
    ...post('/v2/accounts', `<account><account_code>${code}</account_code></account>`),
    at: new Date(Date.parse(NOON) + second * 1000).toISOString(),
  }));

/** Follows a link of an earlier response. */
export const follow =
  (rel: 'next' | 'prev' | 'start', which = -1, more: Partial<Ask> = {}) =>
  (earlier: readonly Reply[]): Ask => {
    const link = String(earlier.at(which)?.headers.link)
      .split(', ')
      .find((part) => part.endsWith(`; rel="${rel}"`));
    const url = new URL(/^<(.+)>/.exec(link ?? '')?.[1] ?? 'no-such-link:');
    return { path: url.pathname + url.search, ...more };
  };

/** The response with a single error. */
export const fails = (
  status: number,
  error: NonNullable<Expected['error']>,
  headers: Expected['headers'] = {},
): Expected => ({
  status,
  error,
  headers,
});
